/** What a line of Markdown begins, looked at by itself. It must not know the lines before it. */
import type { Align } from "../part.ts";
import { expandTabs, slice, trim } from "../safe-text.ts";
import type { SafeText } from "../sanitise.ts";

/** A line without the markers of the quotation it is in. */
export interface QuotedLine {
  readonly depth: number;
  /** Tabs expanded. */
  readonly text: SafeText;
}

const quoteMarker = / {0,3}> ?/y;

/** Of no more than `most` levels, where that many are given. */
export function unquote(line: SafeText, most = Number.POSITIVE_INFINITY): QuotedLine {
  let depth = 0;
  let at = 0;
  quoteMarker.lastIndex = 0;
  while (depth < most && quoteMarker.test(line)) {
    at = quoteMarker.lastIndex;
    depth += 1;
  }
  return { depth, text: expandTabs(slice(line, at), 4) };
}

export function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

export interface Fence {
  /** As many of its character, or more, close it. */
  readonly marker: string;
  readonly indent: number;
  readonly info: SafeText;
}

export function fenceIn(text: SafeText): Fence | undefined {
  const [, marker, info = ""] = /^ *(`{3,}|~{3,})(.*)$/.exec(text) ?? [];
  if (marker === undefined || (marker.startsWith("`") && info.includes("`"))) return undefined;
  return { marker, indent: indentOf(text), info: trim(info as SafeText) };
}

export function closesFence(text: string, { marker }: Fence): boolean {
  const found = text.trim();
  return found.length >= marker.length && found.startsWith(marker) && isOnly(found, marker.charAt(0));
}

function isOnly(text: string, character: string): boolean {
  return text === character.repeat(text.length);
}

/** Its title. */
export function headingIn(text: SafeText): SafeText | undefined {
  const match = /^ {0,3}#{1,6}(?: (.*))?$/.exec(text);
  if (!match) return undefined;
  const title = (match[1] ?? "").trim();
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  const closed = end === 0 || title[end - 1] === " ";
  return (closed ? title.slice(0, end).trimEnd() : title) as SafeText;
}

export function isRule(text: string): boolean {
  const marks = text.replaceAll(" ", "");
  return (
    marks.length >= 3 &&
    indentOf(text) < 4 &&
    "-*_".includes(marks.charAt(0)) &&
    isOnly(marks, marks.charAt(0))
  );
}

/** The line under a heading. */
export function isUnderline(text: string): boolean {
  return /^ {0,3}(?:=+|-+)$/.test(text.trimEnd());
}

export interface Item {
  /** Where the marker stands. */
  readonly column: number;
  readonly marker: SafeText;
  readonly ordered: boolean;
  readonly text: SafeText;
}

export function itemIn(text: SafeText): Item | undefined {
  const match = /^( *)([-*+]|\d{1,9}[.)])(?: +|$)/.exec(text);
  if (!match) return undefined;
  const [whole, indent = "", marker = ""] = match;
  return {
    column: indent.length,
    marker: marker as SafeText,
    ordered: marker.length > 1,
    text: slice(text, whole.length),
  };
}

/** The columns of the line under a table's header. */
export function alignsIn(text: SafeText): readonly Align[] | undefined {
  if (!/^[ |:-]+$/.test(text) || !text.includes("-")) return undefined;
  const cells = cellsIn(text);
  return cells.every((cell) => /^:?-+:?$/.test(cell)) ? cells.map(alignOf) : undefined;
}

function alignOf(cell: string): Align {
  if (!cell.endsWith(":")) return "left";
  return cell.startsWith(":") ? "centre" : "right";
}

/** Cells of a row; a bar after a backslash belongs to its cell. */
export function cellsIn(text: SafeText): readonly SafeText[] {
  const row = text.trim().replace(/^\|/, "");
  const cells = row.split(/(?<!\\)\|/);
  if (cells.length > 1 && cells.at(-1)?.trim() === "") cells.pop();
  return cells.slice(0, mostColumns).map((cell) => cell.trim().replaceAll("\\|", "|") as SafeText);
}

/** Beyond this nothing could be told apart. */
const mostColumns = 100;
