/** Where the cursor goes: by seen characters, words and lines. It must not know keys, or change text. */
import { clusterEnd, clusterStart } from "../text/cluster-boundaries.ts";
import { endOfText, type Lines, lineAt, type Position, textBegin } from "./text-buffer.ts";

export type Motion = (lines: Lines, from: Position) => Position;

/** The same position at the beginning of the text. */
export const left: Motion = (lines, from) => {
  const { line, column } = from;
  if (column > 0) return { line, column: clusterStart(lineAt(lines, from), column) };
  if (line === 0) return from;
  return { line: line - 1, column: lines[line - 1]?.length ?? 0 };
};

/** The same position at the end of the text. */
export const right: Motion = (lines, from) => {
  const { line, column } = from;
  const text = lineAt(lines, from);
  if (column < text.length) return { line, column: clusterEnd(text, column) };
  return line + 1 < lines.length ? { line: line + 1, column: 0 } : from;
};

export const lineStart: Motion = (_, { line }) => ({ line, column: 0 });
export const lineEnd: Motion = (lines, from) => ({ line: from.line, column: lineAt(lines, from).length });
export const textStart: Motion = () => textBegin;
export const textEnd: Motion = (lines) => endOfText(lines);

export const firstVisible: Motion = (lines, from) => {
  const text = lineAt(lines, from);
  const column = text.search(/\S/);
  return { line: from.line, column: column < 0 ? text.length : column };
};

/** To the end of this word or the next. */
export const wordRight: Motion = (lines, from) => {
  const start = skip(lines, from, right, (kind) => kind !== "word");
  return skip(lines, start, right, (kind) => kind === "word");
};

/** To the beginning of this word or the one before. */
export const wordLeft: Motion = (lines, from) => {
  const end = skip(lines, from, left, (kind) => kind !== "word");
  return skip(lines, end, left, (kind) => kind === "word");
};

/** To the beginning of what stands between spaces. */
export const bigWordLeft: Motion = (lines, from) => {
  const end = skip(lines, from, left, (kind) => kind === "space");
  return skip(lines, end, left, (kind) => kind !== "space");
};

/** vi's w: to the beginning of the next word, where signs in a row are words too. */
export const nextWord: Motion = (lines, from) => {
  const here = kindAfter(lines, from);
  const end = here === "space" ? from : skip(lines, from, right, (kind) => kind === here);
  return skip(lines, end, right, (kind) => kind === "space");
};

/** vi's b. */
export const previousWord: Motion = (lines, from) => {
  const end = skip(lines, from, left, (kind) => kind === "space");
  const here = kindBefore(lines, end);
  return skip(lines, end, left, (kind) => kind === here);
};

/** vi's e, as the position after the last character of a word that is not the one at the cursor. */
export const wordEnd: Motion = (lines, from) => {
  const start = skip(lines, right(lines, from), right, (kind) => kind === "space");
  const here = kindAfter(lines, start);
  return skip(lines, start, right, (kind) => kind === here);
};

export type Kind = "word" | "sign" | "space";

/** A line break counts as space. Undefined at the end of the text. */
export function kindAfter(lines: Lines, at: Position): Kind | undefined {
  const text = lineAt(lines, at);
  if (at.column < text.length) return kindOf(text.codePointAt(at.column));
  return at.line + 1 < lines.length ? "space" : undefined;
}

function kindBefore(lines: Lines, at: Position): Kind | undefined {
  const before = left(lines, at);
  return before === at ? undefined : kindAfter(lines, before);
}

function kindOf(code = 0): Kind {
  const character = String.fromCodePoint(code);
  if (/[\p{L}\p{N}\p{M}_]/u.test(character)) return "word";
  return /\s/u.test(character) ? "space" : "sign";
}

function skip(lines: Lines, from: Position, step: typeof left, passes: (kind: Kind) => boolean): Position {
  const kindAhead = step === left ? kindBefore : kindAfter;
  let at = from;
  for (let kind = kindAhead(lines, at); kind && passes(kind); kind = kindAhead(lines, at))
    at = step(lines, at);
  return at;
}
