// Measures the terminal that TERM names, in a process of its own, and prints the figures as JSON. Run by bench.mjs.
import { dirname } from "node:path";
import { findEntry } from "../../src/terminfo/locate.ts";
import { bytesPerStep, timePerFrame } from "./measure.mjs";
import { scenes } from "./scenes.mjs";

const small = [80, 24];
const sizesToTime = [small, [200, 60]];
const scenesToTime = ["nothing", "typing", "everything"];

const [, , fixtures, isTimed] = process.argv;
const { entry, path } = locate(process.env.TERM);
// blessed reads this when it is loaded: so both sides have the same entry.
process.env.TERMINFO = dirname(dirname(path));
const { openOurStage } = await import("./our-stage.mjs");
const { openStockStage } = await import("./stock-stage.mjs");

let fellBack = false;
const bytes = Object.fromEntries(
  Object.entries(scenes).map(([name, scene]) => [
    name,
    onBoth(small, (stages) => bytesPerStep(scene, stages)),
  ]),
);
const times = isTimed === "timed" ? sizesToTime.flatMap(timesAt) : [];
process.stdout.write(JSON.stringify({ path, fellBack, bytes, times }));

function timesAt(size) {
  return scenesToTime.map((name) => {
    const [ours, stock] = onBoth(size, (stages) => timePerFrame(scenes[name], stages));
    return { scene: name, size: size.join("x"), ours, stock };
  });
}

function onBoth(size, measure) {
  const stock = openStockStage(...size);
  fellBack = stock.fellBack;
  const stages = [openOurStage(entry, ...size), stock];
  const figures = measure(stages);
  for (const { close } of stages) close();
  return figures;
}

/** From the system if it has such an entry. */
function locate(term) {
  const { TERMINFO_DIRS: _, ...env } = process.env;
  const found = [env, { ...env, TERMINFO: fixtures }]
    .map((each) => findEntry(term, { env: each }))
    .find(({ kind }) => kind === "found");
  if (found === undefined) throw new Error(`There is no entry for ${term}.`);
  return found;
}
