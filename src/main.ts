/** The process edge: argv, environment, streams, signals and clock go in, an exit code comes out. */
import { closeSync } from "node:fs";
import { homedir, hostname, tmpdir } from "node:os";
import { isatty } from "node:tty";
import { complain } from "./app/complain.ts";
import { exitCodes } from "./app/exit-code.ts";
import type { Host } from "./app/host.ts";
import { run } from "./app/run.ts";
import { sendRequest } from "./http/send.ts";

/** Put in by the build. */
declare const TREADLE_VERSION: string;

const { stdin, stdout, stderr, env } = process;

const outputClosed: (() => void)[] = [];
for (const stream of [stdout, stderr]) {
  // A reader that has gone away is no error of ours, and there is nobody left to tell.
  stream.on("error", () => {
    if (stream === stdout) for (const tell of outputClosed) tell();
  });
}

// Libraries and the runtime must not write to the terminal: a display owns it.
const strayListeners: ((text: string) => void)[] = [];
const stray = (text: string) => {
  for (const tell of strayListeners) tell(text);
};
const sink = { write: stray } as unknown as NodeJS.WritableStream;
const strayConsole = new console.Console({ stdout: sink, stderr: sink, ignoreErrors: false });
process.removeAllListeners("warning");
process.on("warning", ({ name, message }) => stray(`${name}: ${message}\n`));
for (const method of ["log", "info", "debug", "warn", "error", "trace"] as const) {
  console[method] = strayConsole[method];
}

const host: Host = {
  argv: process.argv.slice(2),
  env,
  cwd: workingDirectory(),
  home: env.HOME ?? homeDirectory(),
  version: TREADLE_VERSION,
  machine: hostname(),
  platform: { node: process.version, system: `${process.platform} ${process.arch}` },
  stdin,
  stdout,
  stderr,
  terminalSize: () => ({ columns: stdout.columns, rows: stdout.rows }),
  now: Date.now,
  clock: {
    // `performance` would be loaded for this before the first prompt.
    now: () => process.uptime() * 1000,
    after(ms, act) {
      const timer = setTimeout(act, ms);
      return { cancel: () => clearTimeout(timer) };
    },
  },
  sendRequest,
  node: process,
  temporaryDirectory: tmpdir(),
  themesDirectory: `${import.meta.dirname}/../themes`,
  onSignal: (signal, act) => process.on(signal, act),
  inputIsGone: () => stdin.isTTY && !isatty(0),
  onExit: (act) => process.on("exit", act),
  onOutputClosed: (act) => outputClosed.push(act),
  onStray: (act) => strayListeners.push(act),
  exit: (code) => exit(code),
};

/** The directory may have been removed under our feet. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}

/** A user without an entry in the password file has none. */
function homeDirectory(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
}

function breakDown(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  complain(host, [`Internal error, please report it: ${message}`]);
  return exitCodes.error;
}

process.on("uncaughtException", (error) => exit(breakDown(error)));

run(host)
  .catch(breakDown)
  // Whatever is still open (an idle connection, an unread standard input) must not keep the process alive.
  .then((code) => stdout.write("", () => exit(code)));

/** Node aborts when it cannot restore a terminal that is gone; descriptors that are closed it leaves alone. */
function exit(code: number): never {
  for (const [fd, stream] of [stdin, stdout, stderr].entries()) {
    if (stream.isTTY && !isatty(fd)) closeSync(fd);
  }
  process.exit(code);
}
