/** Runs programs on a real pseudo-terminal and tells what they sent. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { build } from "rolldown";
import { cleanEnv, root, scratch } from "../support/program.ts";
import { until } from "../support/until.ts";

/** Bundles tty-program.ts, for Node 20 reads no types. */
export async function bundleProgram(): Promise<string> {
  const file = join(scratch(), "tty-program.mjs");
  await build({
    cwd: root,
    input: "test/terminal/tty-program.ts",
    platform: "node",
    output: { file, format: "esm" },
    logLevel: "silent",
  });
  return file;
}

export interface PtyOptions {
  readonly term?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

export interface Pty {
  readonly dir: string;
  /** All bytes that were sent, one character each. */
  sent(): string;
  type(text: string): void;
  resize(columns: number, rows: number): void;
  /** As when the window is closed. */
  hangUp(): void;
  /** What a file in `dir` holds; empty as long as there is none. */
  read(name: string): string;
  /** Waits until the file holds this; the result is all of it. */
  readUntil(name: string, wanted: string): Promise<string>;
  untilSent(wanted: string, times?: number): Promise<void>;
  readonly ended: Promise<{ readonly exitCode: number; readonly signal?: number }>;
}

export function startPty(command: readonly [string, ...string[]], options: PtyOptions = {}): Pty {
  const { term = "xterm", env = {}, columns = 80, rows = 24 } = options;
  const dir = scratch();
  const [file, ...args] = command;
  const pty = spawn(file, args, {
    name: term,
    cols: columns,
    rows,
    cwd: dir,
    env: cleanEnv({ TERM: term, TERMINFO: join(root, "test", "fixtures", "terminfo", "entries"), ...env }),
    encoding: "latin1",
  });
  let sent = "";
  pty.onData((text) => {
    sent += text;
  });
  const read = (name: string) => (existsSync(join(dir, name)) ? readFileSync(join(dir, name), "utf8") : "");
  return {
    dir,
    sent: () => sent,
    type: (text) => pty.write(text),
    resize: (width, height) => pty.resize(width, height),
    hangUp: () => {
      if (!("destroy" in pty) || typeof pty.destroy !== "function")
        throw new Error("this pty cannot be closed");
      pty.destroy();
    },
    read,
    readUntil: async (name, wanted) => {
      await until(
        () => read(name).includes(wanted),
        () => `${JSON.stringify(wanted)} in ${name}: ${read(name)}\nsent: ${JSON.stringify(sent)}`,
      );
      return read(name);
    },
    untilSent: (wanted, times = 1) =>
      until(
        () => sent.split(wanted).length > times,
        () => `${JSON.stringify(wanted)}, ${times} times; sent: ${JSON.stringify(sent)}`,
      ),
    ended: new Promise((resolve) => pty.onExit(resolve)),
  };
}
