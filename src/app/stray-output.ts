/**
 * What libraries print while a display owns the terminal: it goes to the log or, where that does not take it, to a
 * small buffer, and is told of when the terminal has been given back.
 */
import { sanitise, sanitiseLine } from "../view/sanitise.ts";
import type { Host } from "./host.ts";
import type { Log } from "./log/log.ts";

export interface StrayOutput {
  /** From now on nothing but the display reaches the terminal. */
  begin(): void;
  /** Gives the streams back; harmless when that was done. */
  end(): void;
  /** What to tell the user: nothing, or whole lines. */
  report(): string;
}

/** In characters; more than this is the work of a program that has gone astray itself. */
const mostLogged = 1_000_000;
const mostTold = 2000;

type Write = NodeJS.WriteStream["write"];

/** What the log does not take is kept, up to a bound. */
export function createStrayOutput(host: Pick<Host, "node" | "onStray">, log: Log): StrayOutput {
  const { stdout, stderr } = host.node;
  const given = [stdout, stderr].map((stream) => ({ stream, write: stream.write }));
  let open = false;
  let logged: string | undefined;
  let taken = 0;
  let buffer = "";

  function keep(text: string): void {
    const room = mostLogged - taken;
    taken += text.length;
    if (room <= 0) return;
    if (log.write("warning", "stray output", { text: text.slice(0, room) })) logged = log.file;
    else buffer = `${buffer}${text}`.slice(0, mostTold);
  }

  const swallow = ((chunk: string | Uint8Array, ...rest: readonly unknown[]) => {
    keep(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
    const done = rest.find((value) => typeof value === "function") as (() => void) | undefined;
    if (done) queueMicrotask(done);
    return true;
  }) as Write;

  host.onStray((text) => {
    if (open) keep(text);
  });

  return {
    begin() {
      open = true;
      // It would come back here.
      log.screenTaken(true);
      for (const { stream } of given) stream.write = swallow;
    },
    end() {
      open = false;
      for (const { stream, write } of given) stream.write = write;
      log.screenTaken(false);
    },
    report() {
      const place = logged === undefined ? "" : `Other output of this session: ${sanitiseLine(logged)}\n`;
      const text = buffer.trimEnd();
      return text === "" ? place : `${place}Other output of this session:\n${sanitise(text)}\n`;
    },
  };
}
