/** The status bar as one line: what is said, in how many words, and what goes first where it is narrow. Pure. */
import { type ApprovalInForce, approvalWords } from "../model/approval.ts";
import { fillLine } from "./fit.ts";
import { type Line, type Role, span } from "./line.ts";
import { bar, percent, shortCost, shortCount } from "./numbers.ts";
import { noText, spaces } from "./safe-text.ts";
import { type SafeText, safeText, sanitiseLine } from "./sanitise.ts";
import { clipLine, lineText, lineWidth } from "./wrap.ts";

export interface Status {
  readonly backend: string;
  readonly model: string;
  readonly variant: string;
  /** Tokens of the last request, and how many the model takes where that is known. */
  readonly context: {
    readonly used: number;
    readonly window: number | undefined;
    readonly estimated?: boolean;
  };
  /** Of the whole session. `estimated`: some of it is a guess, and is marked as one. */
  readonly tokens: { readonly input: number; readonly output: number; readonly estimated?: boolean };
  /** In dollars; undefined where the price of the model is unknown. */
  readonly cost: number | undefined;
  readonly session: string | undefined;
  readonly backgroundTasks: number;
  /** `auto`: tools run without a question. */
  readonly approval: ApprovalInForce;
  /** Absent at the end of the history. */
  readonly scroll?: { readonly percent: number; readonly newLines: number } | undefined;
  /** The most useful first. */
  readonly hints: readonly KeyHint[];
}

export interface KeyHint {
  readonly key: string;
  readonly does: string;
}

interface Segment {
  readonly name: string;
  readonly role: Role;
  /** The longest first, as many as the segment has steps below; none when it has nothing to say. */
  readonly forms: (status: Status) => readonly SafeText[];
}

const leftSegments: readonly Segment[] = [
  { name: "model", role: "status-strong", forms: modelForms },
  { name: "variant", role: "status", forms: variantForms },
  { name: "context", role: "status", forms: contextForms },
  { name: "tokens", role: "status", forms: tokenForms },
  { name: "cost", role: "status", forms: ({ cost }) => [shortCost(cost)] },
  { name: "session", role: "status", forms: ({ session }) => named(session) },
  { name: "tasks", role: "status-strong", forms: taskForms },
  { name: "approval", role: "status-strong", forms: approvalForms },
];

const hint: Segment = {
  name: "hint",
  role: "status",
  forms: ({ hints }) => hints.slice(0, 1).map(hintText),
};

const rightSegments: readonly Segment[] = [
  hint,
  { name: "scroll", role: "status-strong", forms: scrollForms },
];

/**
 * The order in which the bar degrades: each step takes a segment to its next form, or away after its last one.
 * Hints other than the first are shown only where there is room left. What is alone stays, and is cut.
 */
export const statusSteps: readonly string[] = [
  ...["approval", "tasks", "tokens", "session", "variant", "model", "tokens", "context", "hint"],
  ...["context", "scroll", "cost", "scroll", "tasks", "approval", "context", "model", "model", "scroll"],
];

export function statusLine(status: Status, width: number): Line {
  const room = width - 2 * edge.length;
  let parts = [...leftSegments, ...rightSegments]
    .map((segment) => ({ segment, forms: segment.forms(status) }))
    .filter(isSaid);
  for (const step of statusSteps) {
    if (widthOf(parts) <= room || parts.length === 1) break;
    parts = parts.map((part) => shortened(part, step)).filter(isSaid);
  }
  const line = assemble(withMoreHints(parts, status.hints, room), room);
  return fillLine([span("status", edge), ...line], width, "status");
}

const edge = safeText` `;
const separator = safeText` · `;
const gap = safeText`  `;

interface Part {
  readonly segment: Segment;
  readonly forms: readonly SafeText[];
}

function isSaid({ forms }: Part): boolean {
  return forms.length > 0;
}

function shortened(part: Part, step: string): Part {
  return part.segment.name === step ? { ...part, forms: part.forms.slice(1) } : part;
}

function widthOf(parts: readonly Part[]): number {
  return lineWidth(assemble(parts, 0));
}

/** The right side stands at the end of a line of `width`, where there is so much room. */
function assemble(parts: readonly Part[], width: number): Line {
  const left = joined(parts, leftSegments, separator);
  const right = joined(parts, rightSegments, gap);
  if (left.length === 0 || right.length === 0) return [...left, ...right];
  const missing = width - lineWidth(left) - lineWidth(right);
  return [...left, span("status", spaces(Math.max(gap.length, missing))), ...right];
}

function joined(parts: readonly Part[], side: readonly Segment[], glue: SafeText): Line {
  const spans = parts
    .filter(({ segment }) => side.includes(segment))
    .map(({ segment, forms }) => span(segment.role, forms[0] ?? noText));
  return spans.flatMap((each, index) => (index === 0 ? [each] : [span("status", glue), each]));
}

/** As many hints in place of the first as there is room for. */
function withMoreHints(parts: readonly Part[], hints: readonly KeyHint[], room: number): readonly Part[] {
  let best = parts;
  for (let count = 2; count <= hints.length; count += 1) {
    const form = hints.slice(0, count).map(hintText).join(gap) as SafeText;
    const more = parts.map((part) => (part.segment === hint ? { ...part, forms: [form] } : part));
    if (widthOf(more) > room) break;
    best = more;
  }
  return best;
}

function hintText({ key, does }: KeyHint): SafeText {
  return safeText`${sanitiseLine(key)} ${sanitiseLine(does)}`;
}

function named(text: string | undefined): readonly SafeText[] {
  return text ? [sanitiseLine(text)] : [];
}

/** The same in three steps. */
function always(text: SafeText): readonly SafeText[] {
  return [text, text, text];
}

const shortestName = 10;

function modelForms({ backend, model }: Status): readonly SafeText[] {
  const name = sanitiseLine(model || backend);
  const short = lineText(clipLine([span("status", name)], shortestName));
  return [model === "" ? name : safeText`${sanitiseLine(backend)} ${name}`, name, short];
}

/** The usual one need not be named. */
function variantForms({ variant }: Status): readonly SafeText[] {
  return variant === "default" ? [] : named(variant);
}

const gaugeColumns = 8;
const nearlyFull = 80;

function guess(estimated: boolean | undefined): SafeText {
  return estimated ? safeText`~` : noText;
}

function contextForms({ context: { used, window, estimated } }: Status): readonly SafeText[] {
  const about = guess(estimated);
  if (window === undefined) return always(safeText`ctx ${about}${shortCount(used)}`);
  const share = percent(used, window);
  const mark = share >= nearlyFull ? safeText`!` : noText;
  const counts = safeText`${about}${shortCount(used)}/${shortCount(window)} ${share}%${mark}`;
  const gauge = bar(used, window, gaugeColumns);
  return [safeText`ctx ${gauge} ${counts}`, safeText`ctx ${counts}`, safeText`ctx ${about}${share}%${mark}`];
}

function tokenForms({ tokens: { input, output, estimated } }: Status): readonly SafeText[] {
  const about = guess(estimated);
  const counts = safeText`${about}${shortCount(input)} in, ${about}${shortCount(output)} out`;
  return [safeText`tokens ${counts}`, counts];
}

function taskForms({ backgroundTasks: count }: Status): readonly SafeText[] {
  if (count === 0) return [];
  return [safeText`${count} in background`, safeText`${count} bg`];
}

const shortApproval: Readonly<Record<ApprovalInForce, SafeText>> = {
  ask: safeText`ask`,
  edits: safeText`edits unasked`,
  all: safeText`unasked`,
  plan: safeText`plan`,
  none: safeText`refused`,
};

function approvalForms({ approval }: Status): readonly SafeText[] {
  return [sanitiseLine(approvalWords[approval]), shortApproval[approval]];
}

function scrollForms({ scroll }: Status): readonly SafeText[] {
  if (!scroll) return [];
  const { percent: place, newLines } = scroll;
  if (newLines === 0) return always(safeText`at ${place}%`);
  const lines = newLines === 1 ? safeText`1 new line below` : safeText`${newLines} new lines below`;
  return [safeText`at ${place}%, ${lines}`, lines, safeText`${newLines} new`];
}
