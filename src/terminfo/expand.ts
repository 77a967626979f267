/**
 * Turns a capability's name and parameters into what must be sent to one terminal: tparm, then padding.
 * It must not know what a capability is for, and it sends nothing itself.
 */

import type { StringName } from "./names.ts";
import {
  fillPadding,
  type Line,
  type Marked,
  markPadding,
  type PaddingRules,
  type Piece,
  paddingRules,
} from "./padding.ts";
import type { Entry } from "./read.ts";
import type { Param } from "./stack-machine.ts";
import { createTparm } from "./tparm.ts";

/**
 * Undefined: the terminal has no such capability. `affectedLines` is what proportional padding multiplies.
 * String parameters are bytes (latin1).
 */
export type Expand = (
  capability: StringName,
  params?: readonly Param[],
  affectedLines?: number,
) => readonly Piece[] | undefined;

/** All padding of these two is due on every line: it makes them last. */
const lasting: ReadonlySet<string> = new Set(["bel", "flash"]);

/** One per terminal: it keeps the static variables of the formats. The line is looked at when padding is first met. */
export function createExpand(entry: Entry, line: Line): Expand {
  const tparm = createTparm();
  let rules: PaddingRules | undefined;
  const marked = new Map<string, Marked & { readonly isFormat: boolean }>();
  return (capability, params = [], affectedLines = 1) => {
    const raw = entry.strings.get(capability);
    if (raw === undefined) {
      return undefined;
    }
    let known = marked.get(capability);
    if (known === undefined) {
      known = { ...markPadding(raw), isFormat: isFormat(raw) };
      marked.set(capability, known);
    }
    const text =
      known.isFormat || params.length > 0 ? tparm(known.format, ...params.map(asBytes)) : known.format;
    if (known.paddings.length === 0) {
      return [text];
    }
    rules ??= paddingRules(entry, line);
    const due = lasting.has(capability) ? { ...rules, optional: true } : rules;
    return fillPadding(text, known.paddings, due, affectedLines);
  };
}

/**
 * Whether a string must pass tparm even without parameters. Others must not: `rmacs=\E%` of tvi950
 * would lose its last byte, and so would the `\E%?` of wy350.
 */
export function isFormat(capability: string): boolean {
  const condition = capability.indexOf("%?");
  return /%p[1-9]|%[gP][A-Za-z]/.test(capability) || (condition >= 0 && capability.includes("%t", condition));
}

/** A character that is no byte could pass for a padding mark. */
function asBytes(param: Param): Param {
  return typeof param === "string" ? param.replaceAll(/[^\0-\xff]/g, "?") : param;
}
