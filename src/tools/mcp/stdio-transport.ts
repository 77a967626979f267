/** A server as a program of ours: messages as lines on its pipes, its whole process group ended with it. */
import type { Transport } from "@modelcontextprotocol/client";
import type { ProcessGroups, Talk, TalkCommand } from "../process-group.ts";

export interface StdioOptions {
  readonly command: TalkCommand;
  readonly groups: ProcessGroups;
  /** Standard error, as it arrives. */
  readonly onErrorOutput: (chunk: Uint8Array) => void;
  /** A line that is no message. */
  readonly onNoise: (line: string) => void;
  /** Why the program is not there any more. */
  readonly onExit: (reason: string) => void;
  readonly parse: (line: string) => Parameters<NonNullable<Transport["onmessage"]>>[0];
}

/** A server that sends more in one line is not worth talking to. */
const longestLine = 32 * 1024 * 1024;
const drainMs = 300;

export function createStdioTransport(options: StdioOptions): Transport {
  let talk: Talk | undefined;
  let closed = false;

  const close = (reason: string): void => {
    if (closed) return;
    closed = true;
    options.onExit(reason);
    talk?.child.stdin.destroy();
    talk?.end();
    transport.onclose?.();
  };

  const take = (line: string): void => {
    if (line.trim() === "") return;
    let message: ReturnType<StdioOptions["parse"]>;
    try {
      message = options.parse(line);
    } catch {
      return options.onNoise(line);
    }
    transport.onmessage?.(message);
  };

  const transport: Transport = {
    start: () =>
      new Promise((resolve, reject) => {
        talk = options.groups.open(options.command);
        const { child } = talk;
        const lines = lineReader(take, () => close("it sent a line that is too long"));
        child.once("spawn", resolve);
        child.once("error", (error) => {
          close(`it cannot be started: ${error.message}`);
          reject(error);
        });
        child.stdout.on("data", lines).on("error", () => {});
        child.stderr.on("data", options.onErrorOutput).on("error", () => {});
        child.stdin.on("error", () => {});
        child.once("exit", (code, signal) => {
          // What it wrote last is still in the pipe, which others may hold open.
          const gone = () => close(endText(code, signal));
          child.stdout.once("close", gone);
          AbortSignal.timeout(drainMs).addEventListener("abort", gone);
          if (child.stdout.destroyed) gone();
        });
      }),
    send: (message) =>
      new Promise((resolve, reject) => {
        if (closed || !talk) return reject(new Error("the server is gone"));
        // Not awaited until it is read: a server that reads nothing is caught by the time limit of the call.
        talk.child.stdin.write(`${JSON.stringify(message)}\n`);
        resolve();
      }),
    async close() {
      close("it was ended");
    },
  };
  return transport;
}

function endText(code: number | null, signal: string | null): string {
  return code === null ? `it was ended by ${signal ?? "a signal"}` : `it ended with exit code ${code}`;
}

/** Takes bytes and gives whole lines. */
function lineReader(take: (line: string) => void, tooLong: () => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...pieces, chunk.subarray(start, end)]).toString("utf8");
      pieces = [];
      held = 0;
      start = end + 1;
      take(line);
    }
    const rest = chunk.subarray(start);
    held += rest.length;
    if (held > longestLine) return tooLong();
    if (rest.length > 0) pieces.push(rest);
  };
}
