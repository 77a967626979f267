/**
 * What capabilities expand to and what that costs, kept for those that are asked for again and again: the ways of the
 * cursor are compared before each move. It must not know what is sent.
 */
import type { Expand } from "../terminfo/expand.ts";
import type { StringName } from "../terminfo/names.ts";
import type { Piece } from "../terminfo/padding.ts";
import type { Entry } from "../terminfo/read.ts";
import type { Param } from "../terminfo/stack-machine.ts";
import { pieceCost } from "./piece-buffer.ts";

export interface Expansions {
  /** To be sent. Undefined: the terminal has no such capability. */
  pieces(
    capability: StringName,
    params: readonly Param[],
    affectedLines: number,
  ): readonly Piece[] | undefined;
  /** In bytes; infinite where it must not be used. */
  cost(capability: StringName, params: readonly Param[], affectedLines: number): number;
}

interface Expansion {
  readonly pieces: readonly Piece[];
  readonly cost: number;
}

interface Known {
  readonly raw: string;
  /** It changes what later ones send, so it must not be expanded only to be measured, nor be remembered. */
  readonly keepsState: boolean;
  readonly kept: Map<number, Expansion>;
}

const stateful = /%[gP][A-Z]/;
const lineFeed = String.fromCharCode(10);
const unusable = Number.POSITIVE_INFINITY;
/** Of one capability. */
const mostKept = 2048;
/** Above this no parameter is remembered. */
const largest = 2 ** 15;

export function createExpansions(entry: Entry, expand: Expand): Expansions {
  const known = new Map<StringName, Known>();

  function know(capability: StringName): Known {
    const raw = entry.strings.get(capability) ?? "";
    const fresh = { raw, keepsState: stateful.test(raw), kept: new Map<number, Expansion>() };
    known.set(capability, fresh);
    return fresh;
  }

  function make(capability: StringName, params: readonly Param[], affectedLines: number): Expansion {
    const pieces = expand(capability, params, affectedLines) ?? [];
    return { pieces, cost: costOf(pieces) };
  }

  function find(
    { kept }: Known,
    capability: StringName,
    params: readonly Param[],
    affectedLines: number,
  ): Expansion {
    const key = affectedLines === 1 ? keyOf(params) : undefined;
    if (key === undefined) return make(capability, params, affectedLines);
    const found = kept.get(key);
    if (found !== undefined) return found;
    if (kept.size >= mostKept) kept.clear();
    const made = make(capability, params, affectedLines);
    kept.set(key, made);
    return made;
  }

  return {
    pieces(capability, params, affectedLines) {
      const of = known.get(capability) ?? know(capability);
      if (of.raw === "") return undefined;
      if (of.keepsState) return expand(capability, params, affectedLines);
      return find(of, capability, params, affectedLines).pieces;
    },
    cost(capability, params, affectedLines) {
      const of = known.get(capability) ?? know(capability);
      if (of.raw === "") return unusable;
      return of.keepsState ? of.raw.length : find(of, capability, params, affectedLines).cost;
    },
  };
}

/** Of at most two small numbers; undefined for all else. */
function keyOf(params: readonly Param[]): number | undefined {
  if (params.length > 2) return undefined;
  let key = params.length;
  for (const param of params) {
    if (typeof param !== "number" || param < 0 || param >= largest) return undefined;
    key = key * largest + param;
  }
  return key;
}

function costOf(pieces: readonly Piece[]): number {
  return pieces.some(holdsLineFeed) && !isLineFeed(pieces)
    ? unusable
    : pieces.reduce((sum, piece) => sum + pieceCost(piece), 0);
}

/** The line discipline turns a line feed into CR LF (Node's raw mode keeps ONLCR), which tears a sequence apart. */
function holdsLineFeed(piece: Piece): boolean {
  return typeof piece === "string" && piece.includes(lineFeed);
}

function isLineFeed([first]: readonly Piece[]): boolean {
  return typeof first === "string" && first.startsWith(lineFeed);
}
