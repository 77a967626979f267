/** Drives a program under a real pseudo-terminal: types, waits for text, reads everything it sent. */
import { spawn } from "@lydell/node-pty";
import { cleanEnv, mainFile, scratch } from "./program.ts";
import { until } from "./until.ts";

export interface PtyOptions {
  readonly args?: readonly string[];
  /** Undefined removes a variable. TERM is xterm unless it is given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cols?: number;
  readonly rows?: number;
  readonly cwd?: string;
  /** Another program than ours, with `args`. */
  readonly file?: string;
  /** Bytes, one character each, instead of text. */
  readonly bytes?: boolean;
}

export interface Pty {
  readonly pid: number;
  /** Everything received so far: what the program wrote and what the terminal echoed. */
  output(): string;
  type(text: string): void;
  /** Types the text and presses Enter. */
  enter(line: string): void;
  resize(cols: number, rows: number): void;
  /** Waits until the text appears after everything that was waited for before, and returns all up to its end. */
  expect(text: string | RegExp): Promise<string>;
  kill(signal: string): void;
  /** Takes the terminal away, as closing a window does. */
  close(): void;
  /** Comes after the last of the output. */
  readonly exited: Promise<PtyExit>;
  /** Kills what still runs. */
  dispose(): Promise<void>;
}

export interface PtyExit {
  readonly code: number;
  readonly signal: number;
}

export const ctrlC = String.fromCharCode(3);
export const ctrlD = String.fromCharCode(4);
export const ctrlU = String.fromCharCode(21);
export const ctrlZ = String.fromCharCode(26);
export const erase = String.fromCharCode(127);

export function startPty(options: PtyOptions = {}): Pty {
  const child = spawnChild(options);
  let received = "";
  let seen = 0;
  let over = false;
  child.onData((data) => {
    received += data;
  });
  const exited = new Promise<PtyExit>((resolve) => {
    child.onExit(({ exitCode, signal = 0 }) => {
      over = true;
      resolve({ code: exitCode, signal });
    });
  });

  async function expectText(text: string | RegExp): Promise<string> {
    const start = seen;
    let end: number | undefined;
    const rest = () => `${String(text)} in ${JSON.stringify(received.slice(start))}`;
    await until(() => {
      end = endOf(text, received, start);
      return end !== undefined || over;
    }, rest);
    if (end === undefined) throw new Error(`the program ended without ${rest()}`);
    seen = end;
    return received.slice(start, end);
  }

  return {
    pid: child.pid,
    output: () => received,
    type: (text) => child.write(text),
    enter: (line) => child.write(`${line}\r`),
    resize: (cols, rows) => child.resize(cols, rows),
    expect: expectText,
    kill: (signal) => child.kill(signal),
    // The type does not know it: closes our side, then sends the SIGHUP that the kernel has sent already.
    close: () => (child as typeof child & { destroy(): void }).destroy(),
    exited,
    async dispose() {
      if (!over) child.kill("SIGKILL");
      await exited;
    },
  };
}

function spawnChild(options: PtyOptions) {
  const { args = [], env = {}, cols = 80, rows = 24, cwd = scratch(), file, bytes = false } = options;
  const vars = cleanEnv({ TERM: "xterm", ...env });
  const command = file ? [file, ...args] : [process.execPath, mainFile, ...args];
  // The package sets TERM to something if it is not in the environment.
  const without = vars.TERM === "" ? ["env", "TERM="] : ["env", "-u", "TERM"];
  const [program = "", ...argv] = vars.TERM ? command : [...without, ...command];
  return spawn(program, argv, { cols, rows, cwd, env: vars, encoding: bytes ? "latin1" : "utf8" });
}

function endOf(text: string | RegExp, received: string, from: number): number | undefined {
  const rest = received.slice(from);
  const match = typeof text === "string" ? { index: rest.indexOf(text), 0: text } : text.exec(rest);
  return match && match.index >= 0 ? from + match.index + match[0].length : undefined;
}
