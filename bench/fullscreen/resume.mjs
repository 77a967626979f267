// A session of a million lines that is resumed, against one of a few hundred: how soon its end is on the screen, what a
// key costs while the rest is gone through, what it takes of the memory, and the way to its start.
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deleteLine, openProgram, percentile95 } from "./pty-program.mjs";

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const starts = 3;
const keys = 60;
const ctrlHome = "\x1b[1;5H";

/** Of a million lines each, as turns whose answers have so many. */
const shapes = [
  { id: "turns", what: "in answers of 100 lines", turns: 10_000, lines: 100 },
  { id: "huge", what: "in answers of 10,000 lines", turns: 100, lines: 10_000 },
  { id: "tiny", what: "in answers of a line", turns: 500_000, lines: 1 },
];
const small = { id: "small", what: "small", turns: 5, lines: 100 };
/** What stands nowhere else, at the end and at the beginning. */
const lastLine = "QQQQQQQQ";
const firstPrompt = "VVVVVVVV";

export async function resume(home) {
  const state = join(home, "resumed");
  const directory = join(state, "treadle", "sessions");
  mkdirSync(directory, { recursive: true });
  try {
    for (const shape of [small, ...shapes]) writeSession(directory, shape);
    const usual = await measure(home, state, small);
    const results = [];
    for (const shape of shapes) {
      results.push(...rows(shape, await measure(home, state, shape), usual));
      rmSync(join(directory, `${shape.id}.jsonl`));
    }
    return results;
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

async function measure(home, state, shape) {
  const shown = [];
  for (let start = 1; start < starts; start += 1) {
    const { program, work } = await begin(home, state, shape);
    shown.push(work);
    await program.close();
  }
  const { program, work } = await begin(home, state, shape);
  try {
    const echoes = [];
    for (let key = 0; key < keys; key += 1) echoes.push(await program.echo("z"));
    program.type(deleteLine);
    await settled(program);
    const memory = program.memory();
    const top = program.next(firstPrompt);
    const typedAt = performance.now();
    program.type(ctrlHome);
    const topMs = (await top) - typedAt;
    await program.quiet(300);
    const least = Math.min(...shown, work);
    return { shown: least, echo: percentile95(echoes), memory, topMs, topMemory: program.memory() };
  } finally {
    await program.close();
  }
}

/** `work`: the processor time until the end is on the screen; what else the machine does is not in it. */
async function begin(home, state, { id }) {
  const program = openProgram([main, "-b", "offline", "--resume", id], {
    home,
    env: { XDG_STATE_HOME: state },
  });
  await program.next(lastLine);
  return { program, work: program.cpu() };
}

/** Nothing is done in the background any more. */
async function settled(program) {
  for (let before = -1; program.cpu() - before > 5; ) {
    before = program.cpu();
    await program.quiet(500);
  }
}

function rows({ what }, { shown, echo, memory, topMs, topMemory }, usual) {
  const where = `1,000,000 lines ${what}, resumed`;
  return [
    {
      name: `${where}: processor time until the end is on the screen`,
      value: shown / usual.shown,
      bound: 2,
      unit: `times that for 500 lines (${shown.toFixed(0)} ms beside ${usual.shown.toFixed(0)} ms)`,
    },
    {
      name: `${where}: 95 of 100 keys are back meanwhile after`,
      value: echo,
      bound: 10,
      unit: `ms (${usual.echo.toFixed(2)} ms with 500 lines)`,
    },
    { name: `${where}: growth`, value: memory - usual.memory, bound: 25, unit: "MB resident" },
    { name: `${where}: the first line is there after`, value: topMs, bound: 100, unit: "ms" },
    { name: `${where}: growth by going there`, value: topMemory - memory, bound: 10, unit: "MB resident" },
  ];
}

function writeSession(directory, { id, turns, lines }) {
  const file = openSync(join(directory, `${id}.jsonl`), "w", 0o600);
  let text = "";
  const put = (record) => {
    text += `${JSON.stringify(record)}\n`;
    if (text.length < 1 << 20) return;
    writeSync(file, text);
    text = "";
  };
  put({ type: "session", version: 1, id, created: "2026-01-01T00:00:00.000Z", cwd: "/" });
  put({ type: "settings", at: 1, backend: "offline", model: "offline-demo", agent: "default" });
  const usage = { input: 10, output: 20, cacheRead: 0, cacheWrite: 0 };
  for (let turn = 1; turn <= turns; turn += 1) {
    put({
      type: "message",
      at: turn,
      message: { role: "user", text: turn === 1 ? firstPrompt : `more ${turn}` },
    });
    if (lines > 1) put({ type: "usage", at: turn, usage, model: "offline-demo" });
    const said = Array.from(
      { length: lines },
      (_, line) => `- line ${line + 1} of what was said in a long chat`,
    );
    if (turn === turns) said.push(`- ${lastLine}`);
    put({
      type: "message",
      at: turn,
      message: { role: "assistant", parts: [{ type: "text", text: said.join("\n") }] },
    });
  }
  writeSync(file, text);
  closeSync(file);
}
