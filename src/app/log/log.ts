/** The log: one line for each thing that is worth it, redacted and safe for the eye, to whatever sinks there are. */
import type { LogLevel } from "../../model/settings.ts";
import type { Redact } from "../../text/redact.ts";
import { sanitiseLine } from "../../view/sanitise.ts";
import type { LogSink } from "./log-sinks.ts";

export type Weight = Exclude<LogLevel, "off">;
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  /** False where nobody keeps it. */
  write(weight: Weight, what: string, facts?: LogFacts): boolean;
  /** The file that it goes to, where there is one. */
  readonly file?: string;
  /** While a display owns the terminal nothing goes to the standard error. */
  screenTaken(taken: boolean): void;
  /** Who is told, once, that it cannot be written. */
  onTrouble(tell: (text: string) => void): void;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly file?: { readonly path: string; readonly sink: LogSink };
  readonly stderr?: LogSink;
  readonly redact: Redact;
  readonly now: () => number;
}

const ranks: Readonly<Record<LogLevel, number>> = { off: 0, error: 1, warning: 2, info: 3, debug: 4 };

export function createLog({ level, file, stderr, redact, now }: LogOptions): Log {
  let isScreenTaken = false;
  let tell: ((text: string) => void) | undefined;
  let trouble: string | undefined;

  function put(sink: LogSink, line: string): boolean {
    const reason = sink.append(line);
    if (reason === undefined) return true;
    if (trouble === undefined) {
      trouble = `The log cannot be written: ${reason}. The chat goes on; --log-file names another place.`;
      tell?.(trouble);
    }
    return false;
  }

  return {
    ...(file && { file: file.path }),
    write(weight, what, facts = {}) {
      if (ranks[weight] > ranks[level]) return false;
      const line = lineOf(now(), weight, what, facts, redact);
      const isKept = file !== undefined && put(file.sink, line);
      const isShown = stderr !== undefined && !isScreenTaken && put(stderr, line);
      return isKept || isShown;
    },
    screenTaken(taken) {
      isScreenTaken = taken;
    },
    onTrouble(listener) {
      tell = listener;
      if (trouble !== undefined) listener(trouble);
    },
  };
}

export const noLog: Log = { write: () => false, screenTaken() {}, onTrouble() {} };

const longestValue = 1000;

/** `2026-01-02T03:04:05.678Z warning what key=value other="more words"`, and its end. */
function lineOf(at: number, weight: Weight, what: string, facts: LogFacts, redact: Redact): string {
  const words = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}=${valueText(value, redact)}`,
  );
  const line = [new Date(at).toISOString(), weight, what, ...words].join(" ");
  return `${sanitiseLine(redact(line))}\n`;
}

/** Before it is shortened or quoted: half a key is no key any more that anybody would find. */
function valueText(value: string | number | boolean, redact: Redact): string {
  if (typeof value !== "string") return String(value);
  const text = redact(value);
  const short = text.length > longestValue ? `${text.slice(0, longestValue)}...` : text;
  return /^[\w./:@+-]+$/.test(short) ? short : JSON.stringify(short);
}
