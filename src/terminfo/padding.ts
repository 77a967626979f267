/**
 * Padding, the `$<5>` in a capability: time that the terminal needs, spent as pad characters or as a wait.
 * It follows ncurses' tputs. It must not know parameters, clocks or streams.
 */

import type { Entry } from "./read.ts";

/** Bytes (latin1) to send, or a wait that is due before the next piece is sent. */
export type Piece = string | { readonly waitMs: number };

export interface Padding {
  readonly tenthsOfMs: number;
  readonly perLine: boolean;
  /** Due even where flow control makes the rest needless. */
  readonly mandatory: boolean;
}

/** What the caller knows of the line to the terminal. */
export interface Line {
  readonly baud: number;
  /** Whether XON/XOFF is in force; by default what the entry says. */
  readonly flowControl?: boolean | undefined;
  /** As `$NCURSES_NO_PADDING`: only mandatory padding. */
  readonly noPadding?: boolean | undefined;
}

export interface PaddingRules {
  readonly baud: number;
  /** Whether padding that is not mandatory is due too. */
  readonly optional: boolean;
  /** Undefined: the terminal has none, so the time must be waited. */
  readonly padCharacter: string | undefined;
}

const pattern = /\$<(?=[\d.])(\d*)(?:\.(\d?)\d*)?([*/]*)>/g;
/** Each padding becomes one of these, which no byte can be, so that tparm passes it on untouched. */
const firstMark = 0x100;
const bitsPerByte = 9;
/** For one capability. No real padding comes near; a damaged entry must not hold us up or fill the memory. */
const longestMs = 10_000;
const fastestBaud = 4_000_000;

/** What applies to an entry on a line. Without `pb` every baud rate is fast enough to need padding. */
export function paddingRules(entry: Entry, line: Line): PaddingRules {
  const flowControl = line.flowControl ?? entry.flags.has("xon");
  const lowest = entry.numbers.get("pb");
  const fastEnough = lowest === undefined || (lowest > 0 && line.baud >= lowest);
  const [padCharacter = "\0"] = entry.strings.get("pad") ?? "";
  return {
    baud: Math.min(fastestBaud, Math.max(0, line.baud)),
    optional: !flowControl && fastEnough && line.noPadding !== true,
    padCharacter: entry.flags.has("npc") ? undefined : padCharacter,
  };
}

/** A capability with a mark in the place of each padding. */
export interface Marked {
  readonly format: string;
  readonly paddings: readonly Padding[];
}

/** To be done before tparm, whose output may look like padding (`%c` of a `$`). */
export function markPadding(capability: string): Marked {
  const paddings: Padding[] = [];
  const format = capability.replaceAll(
    pattern,
    (_, whole: string, tenth: string | undefined, options: string) => {
      const tenthsOfMs = Number(whole) * 10 + Number(tenth ?? 0);
      paddings.push({ tenthsOfMs, perLine: options.includes("*"), mandatory: options.includes("/") });
      return String.fromCharCode(firstMark + paddings.length - 1);
    },
  );
  return { format, paddings };
}

/** Puts pad characters or waits where the marks are. */
export function fillPadding(
  marked: string,
  paddings: readonly Padding[],
  rules: PaddingRules,
  affectedLines: number,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let bytes = "";
  let leftMs = longestMs;
  for (const char of marked) {
    const padding = paddings[char.charCodeAt(0) - firstMark];
    const ms = padding === undefined ? 0 : Math.min(leftMs, dueMs(padding, rules, affectedLines));
    leftMs -= ms;
    if (padding === undefined) {
      bytes += char;
    } else if (rules.padCharacter !== undefined) {
      bytes += rules.padCharacter.repeat(Math.floor((ms * rules.baud) / (bitsPerByte * 1000)));
    } else if (ms > 0) {
      pieces.push(...nonEmpty(bytes), { waitMs: ms });
      bytes = "";
    }
  }
  return [...pieces, ...nonEmpty(bytes)];
}

/** Whole milliseconds, as ncurses counts them. */
function dueMs(padding: Padding, rules: PaddingRules, affectedLines: number): number {
  const isDue = padding.mandatory || rules.optional;
  const tenths = padding.perLine ? padding.tenthsOfMs * affectedLines : padding.tenthsOfMs;
  return isDue && tenths > 0 ? Math.floor(tenths / 10) : 0;
}

function nonEmpty(bytes: string): readonly string[] {
  return bytes === "" ? [] : [bytes];
}
