/** Parts to lines as long as their text: the last step before they are cut to a width. It must not know the history. */
import type { Line, Role, Span } from "./line.ts";
import { colourCode } from "./markdown/code-colours.ts";
import { inlineSpans } from "./markdown/inline.ts";
import { tableLines } from "./markdown/table.ts";
import type { CodePart, DiffPart, Part, ProsePart, TextPart } from "./part.ts";
import { expandTabs, slice, spaces, splitLines } from "./safe-text.ts";
import { type SafeText, safeText } from "./sanitise.ts";
import { type LongLine, lineWidth } from "./wrap.ts";

const emptyLine: LongLine = { body: [], cut: "words" };

export function layOut(part: Part, width: number): readonly LongLine[] {
  const lines = part.gutter ? besideGutter(part, part.gutter, width) : linesOf(part, width);
  return part.gap ? [emptyLine, ...lines] : lines;
}

function besideGutter(part: Part, gutter: Line, width: number): readonly LongLine[] {
  const lines = linesOf(part, Math.max(1, width - lineWidth(gutter)));
  return lines.map(({ first = [], rest = first, ...line }) => ({
    ...line,
    first: [...gutter, ...first],
    rest: [...gutter, ...rest],
  }));
}

function linesOf(part: Part, width: number): readonly LongLine[] {
  switch (part.kind) {
    case "prose":
      return proseLines(part);
    case "code":
      return codeLines(part);
    case "table":
      return tableLines(part, width);
    case "rule":
      return [{ body: [{ role: "rule", text: "─".repeat(width) as SafeText }], cut: "clip" }];
    case "text":
      return textLines(part);
    case "diff":
      return diffLines(part);
  }
}

const quoteBar: Span = { role: "quote", text: safeText`│ ` };

function proseLines({ text, heading, quote, indent, marker, open }: ProsePart): readonly LongLine[] {
  const role: Role = heading ? "heading" : quote > 0 ? "quote" : "text";
  const bars = Array.from({ length: quote }, () => quoteBar);
  const rest: Line = [...bars, ...blank(indent + (marker?.length ?? 0))];
  const first: Line = marker ? [...bars, ...blank(indent), { role: "list-marker", text: marker }] : rest;
  const bodies = splitSpans(inlineSpans(text, { role, open }));
  return bodies.map((body, index) => ({ body, first: index === 0 ? first : rest, rest, cut: "words" }));
}

/** At the line breaks within the text of the spans. */
function splitSpans(spans: readonly Span[]): readonly Line[] {
  const lines: Span[][] = [[]];
  for (const { role, text } of spans) {
    splitLines(text).forEach((piece, index) => {
      if (index > 0) lines.push([]);
      if (piece !== "") lines.at(-1)?.push({ role, text: piece });
    });
  }
  return lines;
}

function blank(count: number): Line {
  return count > 0 ? [{ role: "text", text: spaces(count) }] : [];
}

/** Without anything before it, so that it can be selected and copied as it is. */
function codeLines({ text, language, within }: CodePart): readonly LongLine[] {
  const { lines } = colourCode(splitLines(expandTabs(text, 4)), language, within);
  return lines.map((body) => ({ body, cut: "cells" }));
}

function textLines({ text, role, cut, label = [], indent = 0, tab = 8 }: TextPart): readonly LongLine[] {
  const first = blank(indent);
  return splitLines(expandTabs(text, tab)).map((line, index) => {
    const body: Line = line === "" ? [] : [{ role, text: line }];
    return { body: index === 0 ? [...label, ...body] : body, first, cut };
  });
}

const diffRoles: Readonly<Record<string, Role>> = {
  "+": "diff-added",
  "-": "diff-removed",
  "@": "diff-place",
};

/** The sign at the start of a line tells without colours what happened to it. */
function diffLines({ text, indent }: DiffPart): readonly LongLine[] {
  const first = blank(indent);
  return splitLines(text).map((line) => ({
    body: line === "" ? [] : [{ role: diffRoles[line.charAt(0)] ?? "tool-output", text: diffText(line) }],
    first,
    cut: "cells",
  }));
}

/** Tabs count from behind the sign. */
function diffText(line: SafeText): SafeText {
  return safeText`${slice(line, 0, 1)}${expandTabs(slice(line, 1), 8)}`;
}
