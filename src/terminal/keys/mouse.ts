/** Mouse reports: how an entry has them switched on, what they begin with, and which of them turn the wheel. It must not know time. */
import { type ExtendedName, extendedName } from "../../terminfo/names.ts";
import type { Entry } from "../../terminfo/read.ts";
import { bytes } from "./bytes.ts";

/** How this terminal is told to report its mouse, and how it does. */
export interface MouseMode {
  /** The capability to send, with 1 to switch it on and 0 to switch it off. */
  readonly capability: ExtendedName;
  /** What every report begins with, as bytes. */
  readonly start: string;
  readonly form: MouseForm;
}

/** Numbers in decimal up to a letter; or button, column and row in a byte each. */
type MouseForm = "decimal" | "bytes";

/** Undefined: the entry has no such mode, or one whose reports we cannot read. */
export function mouseModeOf({ strings }: Entry): MouseMode | undefined {
  const capability = extendedName("XM");
  const mode = strings.get(capability) ?? "";
  const start = strings.get("kmous") ?? "";
  const form = formOf(start, mode);
  return mode.includes("%p1") && form !== undefined ? { capability, start, form } : undefined;
}

function formOf(start: string, mode: string): MouseForm | undefined {
  if (start.charCodeAt(0) !== bytes.escape) return undefined;
  if (start.endsWith("[<")) return "decimal";
  // With 1005 a byte may become two.
  return start.endsWith("[M") && !mode.includes("1005") ? "bytes" : undefined;
}

/** What a byte makes of a report: a part of it, its end with the turns of the wheel (up is negative), or none of it. */
export type ReportStep = "more" | "broken" | { readonly wheel: number };

export type ReportReader = (byte: number) => ReportStep;

export function createReportReader({ form }: MouseMode): ReportReader {
  return form === "decimal" ? readDecimal() : readBytes();
}

/** Honest ones are shorter; of others nothing is kept, but all of it is read. */
const longest = 24;

function readDecimal(): ReportReader {
  let numbers = "";
  return (byte) => {
    const char = String.fromCharCode(byte);
    if (/[0-9;]/.test(char)) {
      if (numbers.length <= longest) numbers += char;
      return "more";
    }
    if (char !== "M" && char !== "m") return "broken";
    const [, button] = /^(\d{1,3});\d+;\d+$/.exec(numbers) ?? [];
    const pressed = char === "M" && numbers.length <= longest;
    return { wheel: pressed && button !== undefined ? wheelOf(Number(button)) : 0 };
  };
}

const reportBytes = 3;

function readBytes(): ReportReader {
  const read: number[] = [];
  return (byte) => {
    // A place too far away is sent as NUL, so that every byte but a new beginning belongs to it.
    if (byte === bytes.escape) return "broken";
    read.push(byte);
    return read.length < reportBytes ? "more" : { wheel: wheelOf((read[0] ?? 0) - bytes.space) };
  };
}

const modifierBits = 4 | 8 | 16;

function wheelOf(button: number): number {
  const bare = button & ~modifierBits;
  return bare === 64 ? -1 : bare === 65 ? 1 : 0;
}
