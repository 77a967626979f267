/** What is left on the shell's screen: nothing that a library printed, the end of the chat where asked for. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch } from "../support/program.ts";
import { ctrlD, startPty } from "../support/pty.ts";
import { until } from "../support/until.ts";

/** Loaded into the program: prints in every way there is once the screen is open. */
function noisyModule(): string {
  const file = join(scratch(), "noisy.mjs");
  writeFileSync(
    file,
    `import { writeFileSync } from "node:fs";
    setTimeout(() => {
      console.log("STRAY log", { a: 1 });
      console.error("STRAY console error");
      process.stdout.write("STRAY out\\n");
      process.stderr.write("STRAY err\\n", () => process.stdout.write("STRAY called back\\n"));
      process.emitWarning("STRAY warning");
      setTimeout(() => writeFileSync(process.env.NOISY_DONE, ""), 100);
    }, 1000);`,
  );
  return file;
}

const printed = [
  "STRAY log { a: 1 }",
  "console error",
  "out",
  "err",
  "called back",
  "Warning: STRAY warning",
];

interface Stay {
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Until this is so the screen stays open. */
  readonly until?: () => void | Promise<void>;
}

/** What is sent while the screen is open and one question is answered, and what is when it is left. */
async function leave({ env, args = [], until: ready }: Stay) {
  const pty = startPty({ env, args: ["-b", "offline", ...args] });
  try {
    await pty.expect("? help");
    pty.type("hello");
    await pty.expect("hello");
    pty.type("\r");
    await pty.expect("Tokens:");
    await ready?.();
    const open = pty.output();
    pty.type(ctrlD);
    expect(await pty.exited).toEqual({ code: 0, signal: 0 });
    return { open, farewell: pty.output().slice(open.length) };
  } finally {
    await pty.dispose();
  }
}

/** The module has printed all by then. */
async function leaveNoisy(HOME: string, ...args: readonly string[]): Promise<string> {
  const done = join(scratch(), "done");
  const env = { HOME, NOISY_DONE: done, NODE_OPTIONS: `--import=${noisyModule()}` };
  const isDone = () =>
    until(
      () => existsSync(done),
      () => "a module that has printed",
    );
  const { open, farewell } = await leave({ env, args, until: isDone });
  expect(open).not.toContain("STRAY");
  return farewell;
}

describe.concurrent("what a library prints while the screen is open", () => {
  it("is in the log, which is named at the end", async () => {
    const HOME = scratch();
    const farewell = await leaveNoisy(HOME);
    const log = join(HOME, ".local/state/treadle/log");
    expect(farewell).not.toContain("STRAY");
    expect(farewell).toContain(`Other output of this session: ${log}`);
    for (const text of printed) expect(readFileSync(log, "utf8")).toContain(text);
  });

  it("is told at the end where nothing is recorded", async () => {
    const farewell = await leaveNoisy(scratch(), "--no-session");
    for (const text of printed) expect(farewell).toContain(text);
  });
});

it("leave_tail keeps the last lines in sight", async () => {
  const HOME = scratch();
  mkdirSync(join(HOME, ".config/treadle"), { recursive: true });
  writeFileSync(join(HOME, ".config/treadle/config.yaml"), "leave_tail: 2\n");
  const { farewell } = await leave({ env: { HOME } });
  expect(farewell).toMatch(
    /[^\r\n]+\r\nTokens: \{.*\r\nSession: \S+\r\nResume: treadle --resume \S+\r\nGoodbye!\r\n$/,
  );
  expect((await leave({ env: { HOME: scratch() } })).farewell).not.toContain("Tokens");
});
