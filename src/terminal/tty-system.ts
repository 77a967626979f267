/** The system under a terminal: bytes out, stty, and time spent blocked. It must not know what is sent or why. */
import { spawnSync } from "node:child_process";
import { closeSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

export interface TtySystem {
  /** Blocks until all is sent; quiet once the terminal is gone. */
  send(bytes: Uint8Array): void;
  /** To standard error, likewise. */
  report(text: string): void;
  /** Runs stty on the terminal; undefined where that fails. */
  stty(args: readonly string[]): string | undefined;
  /** Blocks. */
  sleep(ms: number): void;
  /** For the very end: lets go of a terminal that is gone, which Node would abort at (nodejs/node#51519). */
  abandon(): void;
}

export interface Descriptors {
  readonly input: number;
  readonly output: number;
  readonly error: number;
}

/** Takes some of the bytes, at least one, or throws an error with a `code`. */
type WriteSome = (bytes: Uint8Array) => number;

const sttyPatienceMs = 1000;
const fullBufferPauseMs = 5;
const goneCodes: ReadonlySet<unknown> = new Set(["EIO", "EPIPE", "ENXIO", "EBADF"]);

export function nodeSystem({ input, output, error }: Descriptors): TtySystem {
  const terminals = [input, output, error].filter(isatty);
  const sendError = createSend((bytes) => writeSync(error, bytes), sleep);
  return {
    send: createSend((bytes) => writeSync(output, bytes), sleep),
    report: (text) => sendError(Buffer.from(text)),
    stty: (args) => runStty(input, args),
    sleep,
    abandon: () => {
      for (const fd of terminals.splice(0)) if (!isatty(fd)) closeIfOpen(fd);
    },
  };
}

/** Sends everything: a full buffer is waited for, since half a control sequence would garble the screen. */
export function createSend(writeSome: WriteSome, pause: (ms: number) => void): (bytes: Uint8Array) => void {
  let gone = false;

  function trySome(bytes: Uint8Array): number {
    try {
      return writeSome(bytes);
    } catch (error) {
      const code = codeOf(error);
      if (code === "EAGAIN") {
        pause(fullBufferPauseMs);
        return 0;
      }
      if (!goneCodes.has(code)) throw error;
      gone = true;
      return 0;
    }
  }

  return (bytes) => {
    let sent = 0;
    while (!gone && sent < bytes.length) sent += trySome(bytes.subarray(sent));
  };
}

/** A stream of Node's may have closed it when the terminal went. */
function closeIfOpen(fd: number): void {
  try {
    closeSync(fd);
  } catch (error) {
    if (codeOf(error) !== "EBADF") throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** stty acts on its standard input. In a background job it would be stopped, hence the time limit and the kill. */
function runStty(fd: number, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("stty", args, {
    stdio: [fd, "pipe", "ignore"],
    encoding: "utf8",
    timeout: sttyPatienceMs,
    killSignal: "SIGKILL",
  });
  return status === 0 ? stdout : undefined;
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
