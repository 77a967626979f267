// Changes the program in one small place at a time and looks whether a test notices. npm run mutants [-- OPTIONS]
// --sample N: so many of them, by chance; --seed S: the same again; --file TEXT: only files whose name has it;
// --least P: fails when fewer than P percent are noticed; --list: those that nobody noticed.
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutations.mjs";
import { targets } from "./targets.mjs";

const text = { type: "string" };
const { values } = parseArgs({
  options: { sample: text, seed: text, file: text, least: text, list: { type: "boolean" } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const atOnce = 2;
/** What takes longer than this runs for ever. */
const patienceMs = 60_000;

// Its groups must not outlive it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

const all = targets()
  .filter(({ file }) => file.includes(values.file ?? ""))
  .flatMap(({ file, tests }) =>
    mutantsOf(file, readFileSync(file, "utf8")).map((mutant) => ({ mutant, tests })),
  );
const chosen = values.sample ? shuffled(all, seed).slice(0, Number(values.sample)) : all;
const survivors = new Set();

const tests = [...new Set(chosen.flatMap((each) => each.tests))];
const first = await startBench();
for (const test of tests) {
  const failing = await first.try({ tests: [test] });
  if (failing) throw new Error(`A test fails without any change: ${failing}`);
}
const waiting = [...chosen];
await Promise.all(Array.from({ length: atOnce }, (_, index) => work(index === 0 ? first : undefined)));
report();

async function work(given) {
  let bench = given ?? (await startBench());
  for (let each = waiting.shift(); each; each = waiting.shift()) {
    const notice = await bench.try(each);
    if (notice === "hangs") bench = await startBench();
    if (notice === undefined) survivors.add(each);
    if (process.stderr.isTTY) process.stderr.write(`\r${waiting.length} to go, ${survivors.size} unnoticed `);
  }
  bench.end();
}

/** Of a process group of its own: its workers end with it. */
async function startBench() {
  const path = fileURLToPath(new URL("bench.mjs", import.meta.url));
  const child = fork(path, { detached: true, stdio: "ignore" });
  const next = () => new Promise((resolve) => child.once("message", resolve));
  const end = () => process.kill(-child.pid, "SIGKILL");
  process.once("exit", () => {
    try {
      end();
    } catch {
      // It has ended.
    }
  });
  await next();
  return {
    end,
    /** What noticed; undefined when nothing did. */
    async try(each) {
      let timer;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, patienceMs, { notice: "hangs" });
      });
      child.send(each);
      const { notice } = await Promise.race([next(), late]);
      clearTimeout(timer);
      if (notice === "hangs") end();
      return notice;
    },
  };
}

function report() {
  const files = new Map(chosen.map(({ mutant }) => [mutant.file, { count: 0, missed: [] }]));
  for (const each of chosen) {
    const file = files.get(each.mutant.file);
    file.count += 1;
    if (survivors.has(each)) file.missed.push(each.mutant);
  }
  for (const [name, { count, missed }] of files) {
    console.log(`${name}: ${count - missed.length} of ${count}`);
    if (!values.list) continue;
    for (const { line, original, replacement } of missed)
      console.log(`  ${name}:${line}: ${oneLine(original)} -> ${oneLine(replacement)}`);
  }
  const share = (100 * (chosen.length - survivors.size)) / chosen.length;
  console.log(`${chosen.length} mutants (seed ${seed}), ${share.toFixed(1)} % noticed`);
  if (share < Number(values.least ?? 0)) process.exitCode = 1;
}

function oneLine(code) {
  const flat = code.replace(/\s+/g, " ");
  return flat.length > 70 ? `${flat.slice(0, 70)}...` : flat;
}

function shuffled(items, start) {
  let state = start;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
