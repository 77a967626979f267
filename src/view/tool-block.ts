/** How a tool call looks: one line that tells what and how it went, and on request all there is to see. */
import type { Line, Role } from "./line.ts";
import type { DiffPart, Part, TextPart } from "./part.ts";
import { pieces } from "./plain-text.ts";
import { join, splitLines, trimEnd } from "./safe-text.ts";
import { type SafeText, safeText } from "./sanitise.ts";

export interface ToolSource {
  readonly kind: "tool";
  readonly gap: boolean;
  readonly task?: SafeText;
  /** One line. */
  readonly title: SafeText;
  readonly state: ToolState;
  readonly fields: readonly SafeField[];
  /** While it runs, the last of what it wrote. */
  readonly output: SafeText;
  /** Of the whole output, where that is without its middle. */
  readonly lines?: number;
}

export interface SafeField {
  readonly label: SafeText;
  readonly value: SafeText;
}

export type ToolState = "running" | "done" | "failed" | "refused" | "denied" | "interrupted" | "not-started";

const words: Readonly<Record<ToolState, { readonly text: SafeText; readonly role: Role }>> = {
  running: { text: safeText`[running] `, role: "notice" },
  done: { text: safeText``, role: "tool-title" },
  failed: { text: safeText`[failed] `, role: "error" },
  refused: { text: safeText`[refused] `, role: "warning" },
  denied: { text: safeText`[not run] `, role: "warning" },
  interrupted: { text: safeText`[interrupted] `, role: "warning" },
  "not-started": { text: safeText`[not started] `, role: "warning" },
};

const indent = 2;

export function toolParts(source: ToolSource, expanded: boolean): readonly Part[] {
  const details = expanded ? everything(source) : glance(source);
  return [titlePart(source, expanded), ...details];
}

function titlePart({ title, state, gap, output, lines }: ToolSource, expanded: boolean): TextPart {
  const { text, role } = words[state];
  const fold: Line = [{ role: "tool-title", text: expanded ? safeText`▾ ` : safeText`▸ ` }];
  const label: Line = text === "" ? fold : [...fold, { role, text }];
  const size = state === "done" && !expanded ? sizeOf(output, lines) : safeText``;
  return { kind: "text", role: "tool-title", text: safeText`${title}${size}`, label, cut: "clip", gap };
}

function sizeOf(output: SafeText, lines = splitLines(trimEnd(output)).length): SafeText {
  return lines > 1 ? safeText` (${lines} lines)` : safeText``;
}

const glanceTail = 5;
const glanceTrouble = 3;
const glanceDiff = 12;

/** What is seen of a collapsed call: the last lines while it runs, what went wrong, the start of a change. */
function glance({ state, output, fields }: ToolSource): readonly Part[] {
  const lines = splitLines(trimEnd(output));
  if (state === "running") return outputParts(join(lines.slice(-glanceTail), "\n"));
  if (state !== "done") return outputParts(firstLines(lines, glanceTrouble));
  const diff = fields.find(isDiff);
  return diff ? diffParts(firstLines(splitLines(diff.value), glanceDiff)) : [];
}

function firstLines(lines: readonly SafeText[], count: number): SafeText {
  const hidden = lines.length - count;
  const more = hidden > 0 ? [safeText`[${hidden} more ${hidden === 1 ? one : many}]`] : [];
  return join([...lines.slice(0, count), ...more], "\n");
}

const one = safeText`line`;
const many = safeText`lines`;

function everything({ fields, output, state }: ToolSource): readonly Part[] {
  const written = trimEnd(output);
  const nothing = written === "" && (state === "done" || state === "failed");
  return [...fields.flatMap(fieldParts), ...outputParts(nothing ? safeText`[no output]` : written)];
}

function isDiff({ value }: SafeField): boolean {
  return /^@@ -\d+,\d+ \+\d+,\d+ @@\n/.test(value);
}

function fieldParts(field: SafeField): readonly Part[] {
  const { label, value } = field;
  const name: Line = [{ role: "muted", text: safeText`${label}: ` }];
  const look = { kind: "text", role: "tool-output", cut: "cells", gap: false } as const;
  if (!value.includes("\n"))
    return pieces(value).map((text, at) => ({ ...look, text, indent, ...named(at, name) }));
  const head: Part = { ...look, text: safeText``, indent, label: name };
  if (isDiff(field)) return [head, ...diffParts(value)];
  return [head, ...pieces(value).map((text) => ({ ...look, text, indent: 2 * indent }))];
}

function named(at: number, label: Line): { readonly label?: Line } {
  return at === 0 ? { label } : {};
}

function diffParts(value: SafeText): readonly DiffPart[] {
  return pieces(value).map((text) => ({ kind: "diff", text, indent, gap: false }));
}

function outputParts(text: SafeText): readonly Part[] {
  if (text === "") return [];
  return pieces(text).map((piece) => ({
    kind: "text",
    role: "tool-output",
    text: piece,
    cut: "cells",
    indent,
    gap: false,
  }));
}
