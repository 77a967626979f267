/**
 * A program for the tests on a real pseudo-terminal: takes the terminal and does what the typed letters say.
 * What it hears goes into the file that is its first argument, one line each. With "stay" the end of input is not
 * its end.
 */
import { appendFileSync } from "node:fs";
import { openTty, type Tty } from "../../src/terminal/tty.ts";
import { nodeSystem } from "../../src/terminal/tty-system.ts";
import { createExpand } from "../../src/terminfo/expand.ts";
import { findEntry } from "../../src/terminfo/locate.ts";
import type { StringName } from "../../src/terminfo/names.ts";

const [logFile = "", stay] = process.argv.slice(2);
const located = findEntry(process.env.TERM, { env: process.env });
if (located.kind !== "found") throw new Error(located.message);
const { entry } = located;
const system = nodeSystem({ input: 0, output: 1, error: 2 });
const tty: Tty = openTty({
  input: process.stdin,
  output: process.stdout,
  host: process,
  system,
  clock: {
    now: () => performance.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return { cancel: () => clearTimeout(timer) };
    },
  },
  env: process.env,
  entry,
});
const expand = createExpand(entry, { baud: 38_400, flowControl: true });

function log(line: string): void {
  appendFileSync(logFile, `${line}\n`);
}

function put(...names: readonly StringName[]): void {
  for (const name of names) tty.write(expand(name) ?? []);
}

const modes = {
  enter: () => put("smcup", "smkx", "civis"),
  leave: () => {
    log("leave");
    put("cnorm", "rmkx", "rmcup");
  },
};

const orders: Readonly<Record<string, () => void>> = {
  l: () => tty.leave(),
  x: () => process.exit(3),
  t: () =>
    setTimeout(() => {
      throw new Error("thrown \u001b[31m");
    }),
  r: () => void Promise.reject(new Error("rejected")),
  z: () => tty.suspend(),
  s: () => log(`stty ${system.stty(["-a"])?.replaceAll("\n", " ")}`),
  b: () => log(`line ${JSON.stringify(tty.line())}`),
  w: () => tty.write(["one", { waitMs: 500 }, "two"]),
};

tty.onInput((bytes) => {
  const text = Buffer.from(bytes).toString("latin1");
  log(`input ${JSON.stringify(text)}`);
  for (const letter of text) orders[letter]?.();
});
tty.onResize(({ columns, rows }) => log(`resize ${columns}x${rows}`));
tty.onResume(({ columns, rows }) => log(`resume ${columns}x${rows}`));
tty.onEnd(() => {
  log("end");
  tty.write(["nobody reads this"]);
  if (stay === undefined) tty.leave();
  else setInterval(() => {}, 1000);
});
tty.enter(modes);
log(`ready ${process.pid} ${tty.size().columns}x${tty.size().rows}`);
