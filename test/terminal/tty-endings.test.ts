import { beforeAll, describe, expect, test } from "vitest";
import { bundleProgram, type Pty, type PtyOptions, startPty } from "./tty-pty.ts";

const esc = "\u001b";
/** smcup, smkx, civis of xterm, and the inverse of each in the opposite order. */
const on = `${esc}[?1049h${esc}[22;0;0t${esc}[?1h${esc}=${esc}[?25l`;
const off = `${esc}[?12l${esc}[?25h${esc}[?1l${esc}>${esc}[?1049l${esc}[23;0;0t`;

let program = "";
beforeAll(async () => {
  program = await bundleProgram();
});

/** Runs the program between two looks at the terminal's settings. */
function start(options: PtyOptions & { readonly before?: string; readonly wrapper?: string } = {}): Pty {
  const { before = ":", wrapper = "" } = options;
  const script = `ulimit -c 0; exec 3>&2 2>stderr; ${before}; stty -a >before; ${wrapper} "$@" 2>&3; echo "code $?" >code; stty -a >after`;
  return startPty(["bash", "-c", script, "bash", process.execPath, program, "log"], options);
}

async function pidOf(pty: Pty): Promise<number> {
  const log = await pty.readUntil("log", "ready");
  return Number(/ready (\d+)/.exec(log)?.[1]);
}

const signals = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

interface Way {
  readonly name: string;
  readonly end: (pty: Pty, pid: number) => void;
  readonly code: number;
  /** What follows the last byte of leaving. */
  readonly report?: RegExp;
}

const stack = String.raw`\r\n( {4}at .*\r\n)+$`;
const ways: readonly Way[] = [
  { name: "leaving and running out of work", end: (pty) => pty.type("l"), code: 0 },
  { name: "process.exit", end: (pty) => pty.type("x"), code: 3 },
  { name: "leaving twice, then process.exit", end: (pty) => pty.type("llx"), code: 3 },
  {
    name: "an uncaught exception",
    end: (pty) => pty.type("t"),
    code: 1,
    report: new RegExp(String.raw`^Error: thrown \?\[31m${stack}`),
  },
  {
    name: "an unhandled rejection",
    end: (pty) => pty.type("r"),
    code: 1,
    report: new RegExp(`^Error: rejected${stack}`),
  },
  ...Object.entries(signals).map(
    ([name, number]): Way => ({ name, end: (_, pid) => process.kill(pid, name), code: 128 + number }),
  ),
];

describe("every way of leaving sends the inverse of what entering sent, and restores the settings", () => {
  test.each(ways)("$name", async ({ end, code, report = /^$/ }) => {
    const pty = start();
    const pid = await pidOf(pty);
    await pty.untilSent(on);
    end(pty, pid);
    await pty.ended;
    const rest = pty.sent().slice(on.length + off.length);
    expect(pty.sent()).toBe(on + off + rest);
    expect(rest).toMatch(report);
    expect(pty.read("code")).toBe(`code ${code}\n`);
    expect(pty.read("after")).toBe(pty.read("before"));
    expect(pty.read("log").match(/^leave$/gm)).toHaveLength(1);
  });

  test("all signals at once", async () => {
    const pty = start();
    const pid = await pidOf(pty);
    await pty.untilSent(on);
    for (const signal of ["SIGSTOP", ...Object.keys(signals), "SIGCONT"]) process.kill(pid, signal);
    await pty.ended;
    expect(pty.sent()).toBe(on + off);
    expect(pty.read("after")).toBe(pty.read("before"));
  });
});

describe("a terminal that is closed", () => {
  test("ends the program by SIGHUP", async () => {
    const pty = startPty([process.execPath, program, "log", "stay"]);
    await pidOf(pty);
    pty.hangUp();
    expect(await pty.ended).toEqual({ exitCode: 0, signal: signals.SIGHUP });
    expect(pty.read("log")).toMatch(/^leave$/m);
  });

  test("ends the input, once and quietly, where no SIGHUP comes", async () => {
    const pty = start({ before: "trap '' HUP", wrapper: "setsid -w" });
    await pidOf(pty);
    pty.hangUp();
    expect(await pty.readUntil("code", "code")).toBe("code 0\n");
    expect(pty.read("log")).toMatch(/^ready .*\nend\nleave\n$/);
  });
});

describe("while the terminal is ours", () => {
  test("^C, ^Z and ^\\ arrive as bytes", async () => {
    const pty = start();
    await pidOf(pty);
    pty.type("\u0003\u001a\u001c");
    await pty.readUntil("log", String.raw`"\u0003\u001a\u001c"`);
    pty.type("l");
    await pty.ended;
    expect(pty.read("code")).toBe("code 0\n");
  });

  test("a storm of sizes is told seldom, and the last one is right", async () => {
    const pty = start();
    await pidOf(pty);
    for (let columns = 101; columns <= 200; columns++) pty.resize(columns, 50);
    const log = await pty.readUntil("log", "resize 200x50");
    expect(log.match(/^resize/gm)?.length).toBeLessThanOrEqual(10);
    pty.type("l");
    await pty.ended;
    expect(pty.read("log")).toMatch(/resize 200x50\ninput "l"\nleave\n$/);
  });

  test("a size of 0 x 0 is none: $COLUMNS and the entry's lines count", async () => {
    const pty = start({ before: "stty rows 0 cols 0", env: { COLUMNS: "91" } });
    expect(await pty.readUntil("log", "ready")).toMatch(/^ready \d+ 91x24$/m);
    pty.type("l");
    await pty.ended;
  });

  test("bytes that wait for the terminal go out before the last ones", async () => {
    const pty = start();
    await pidOf(pty);
    pty.type("w");
    await pty.untilSent("one");
    pty.type("l");
    await pty.ended;
    expect(pty.sent()).toBe(`${on}onetwo${off}`);
  });

  test("the line's speed is the terminal's", async () => {
    const pty = start({ before: "stty 9600" });
    await pidOf(pty);
    pty.type("b");
    expect(await pty.readUntil("log", "line {")).toContain('line {"baud":9600,"flowControl":false}');
    pty.type("l");
    await pty.ended;
    expect(pty.read("after")).toBe(pty.read("before"));
  });

  test.each([
    ["vt100", "ixon", " ixon ", true],
    ["vt100", "-ixon", " -ixon ", false],
    ["xterm", "ixon", " -ixon ", false],
  ])("%s with %s: inside%s", async (term, setting, inside, flowControl) => {
    const pty = start({ term, before: `stty ${setting}` });
    await pidOf(pty);
    pty.type("sb");
    const log = await pty.readUntil("log", "line {");
    expect(log).toContain(`"flowControl":${flowControl}`);
    expect(/^stty (.*)$/m.exec(log)?.[1]).toContain(inside);
    expect(log).toContain(" -isig ");
    pty.type("l");
    await pty.ended;
    expect(pty.read("after")).toBe(pty.read("before"));
  });
});
