// Bytes and time of the steps of a scene, on our stage and on the stock one. It knows no scene.

const framesToWarm = 100;
const framesToTime = 300;

/** Mean bytes of a step on each stage. Both must show the same, cell for cell: else nothing is compared. */
export function bytesPerStep({ steps, open }, stages) {
  const hands = stages.map(open);
  for (const { render } of stages) render();
  const before = stages.map(({ sent }) => sent());
  for (let step = 0; step < steps; step += 1) {
    for (const hand of hands) hand(step);
    for (const { render } of stages) render();
    compare(stages, step);
  }
  return stages.map(({ sent }, index) => (sent() - before[index]) / steps);
}

/** Median milliseconds of a frame on each stage, in turn. Handing over the content is not counted. */
export function timePerFrame({ open }, stages) {
  const hands = stages.map(open);
  const times = stages.map(() => []);
  for (let frame = 0; frame < framesToWarm + framesToTime; frame += 1) {
    for (const [index, { render }] of stages.entries()) {
      hands[index](frame);
      const started = performance.now();
      render();
      times[index].push(performance.now() - started);
    }
  }
  return times.map((all) => median(all.slice(framesToWarm)));
}

function compare(stages, step) {
  for (const { fillCells } of stages) fillCells?.();
  const [one, other] = stages.map(({ screen }) => picture(screen));
  const row = one.findIndex((text, y) => text !== other[y]);
  if (row < 0 && one.length === other.length) return;
  throw new Error(`The stages differ at step ${step}, row ${row}:\n${one[row]}\n${other[row]}`);
}

/** The cursor too. */
function picture({ lines, program }) {
  const rows = lines.map((line) => line.map(([attr, text]) => `${attr.toString(36)}${text}`).join(""));
  return [...rows, `cursor: ${program.cursorHidden ? "hidden" : `${program.x} ${program.y}`}`];
}

function median(values) {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)];
}
