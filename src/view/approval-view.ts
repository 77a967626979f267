/** The box that asks: everything that would be run, complete, of which a part is seen. It must not know keys. */

import type { Question } from "../model/question.ts";
import type { PreviewField } from "../model/tool.ts";
import { textWidth } from "../text/clusters.ts";
import { type Choice, choicesFor } from "./approval-choices.ts";
import { fillLine } from "./fit.ts";
import { type Line, type Role, type Span, span } from "./line.ts";
import { previewText, withDirectory, withRule } from "./preview.ts";
import { noText, spaces } from "./safe-text.ts";
import { type SafeText, safeText, sanitiseLine } from "./sanitise.ts";
import { clipLine, lineWidth, wrap } from "./wrap.ts";

/** Made once for a question and a width; may have very many lines. */
export interface ApprovalText {
  readonly title: Line;
  readonly body: readonly Line[];
  readonly choices: readonly Choice[];
  readonly width: number;
}

export interface ApprovalOptions {
  readonly width: number;
  /** Where tools run. */
  readonly directory: string;
  /** Whom the question is from, where that is not the turn the user sees. */
  readonly asker?: SafeText | undefined;
}

export function approvalText(question: Question, options: ApprovalOptions): ApprovalText {
  const { width, asker } = options;
  const title = (text: SafeText) =>
    titleLine(asker === undefined ? text : safeText`${asker}: ${text}`, width);
  const choices = choicesFor(question);
  if (question.kind === "pause") {
    const reason = [span("text", sanitiseLine(question.reason))];
    return {
      title: title(safeText`Paused`),
      body: wrap({ body: reason, cut: "words" }, width),
      choices,
      width,
    };
  }
  if (question.kind === "confirm") {
    const body = question.fields.flatMap((field) => fieldLines(field, width));
    return { title: title(sanitiseLine(question.title)), body, choices, width };
  }
  const name = sanitiseLine(question.preview.title);
  const fields = withRule(question, withDirectory(question.preview.fields, options.directory));
  const body = fields.flatMap((field) => fieldLines(field, width));
  return { title: title(safeText`Approval needed: ${name}`), body, choices, width };
}

function titleLine(text: SafeText, width: number): Line {
  return clipLine([span("warning", text)], width);
}

/** In a column of its own, so that no text can pass for it: this row goes on with the line above. */
const goesOn: Line = [span("muted", safeText`» `)];
const begins: Line = [span("muted", safeText`  `)];

function fieldLines(field: PreviewField, width: number): readonly Line[] {
  const text = previewText(field);
  if (text.kind === "quoted") {
    const body = [span("muted", safeText`${text.label}: `), span("code", text.value)];
    return wrap({ body, first: begins, rest: goesOn, cut: "cells" }, width);
  }
  const head = [span("muted", safeText`${text.label} (${text.lines.length} lines):`)];
  const roleOf = isDiff(field.value) ? diffRole : () => "code" as const;
  return [
    ...wrap({ body: head, first: begins, rest: goesOn, cut: "cells" }, width),
    ...text.lines.flatMap((line) =>
      wrap({ body: withTabs(line, roleOf(line)), first: begins, rest: goesOn, cut: "cells" }, width),
    ),
  ];
}

function isDiff(value: string): boolean {
  return value.startsWith("@@ -");
}

const diffRoles: Readonly<Record<string, Role>> = {
  "+": "diff-added",
  "-": "diff-removed",
  "@": "diff-place",
};

function diffRole(line: string): Role {
  return diffRoles[line.charAt(0)] ?? "code";
}

const tabColumns = 8;

/** A tab is seen as one: as spaces it could not be told from them. */
function withTabs(text: SafeText, role: Role): Line {
  const spans: Span[] = [];
  let column = 0;
  for (const [index, piece] of (text.split("\t") as SafeText[]).entries()) {
    if (index > 0) {
      const columns = tabColumns - (column % tabColumns);
      spans.push(span("muted", safeText`→${spaces(columns - 1)}`));
      column += columns;
    }
    if (piece !== "") spans.push(span(role, piece));
    column += textWidth(piece);
  }
  return spans;
}

export interface ApprovalView {
  readonly lines: readonly Line[];
  /** The first line of the body that is seen: what was asked for, or the nearest there is. */
  readonly top: number;
  /** How many lines of the body are seen, so that pages can be turned. */
  readonly page: number;
}

export interface ApprovalPlace {
  readonly height: number;
  readonly top: number;
  /** The place of the selected choice. */
  readonly selected: number;
  /** What the keys are called that turn the pages. */
  readonly keys: PageKeys;
}

export interface PageKeys {
  readonly back: SafeText;
  readonly on: SafeText;
}

/** Title, a part of the body, which part that is where it is not all, and the choices. */
export function approvalView(text: ApprovalText, place: ApprovalPlace): ApprovalView {
  const { body, width } = text;
  const { height, top, selected, keys } = place;
  const choices = choiceLines(text, selected, height);
  const room = Math.max(1, height - 1 - choices.length);
  const whole = body.length <= room;
  const page = whole ? body.length : Math.max(1, room - 1);
  const first = Math.max(0, Math.min(top, body.length - page));
  const seen = body.slice(first, first + page);
  const part = { first: first + 1, last: first + page, count: body.length };
  const where = whole ? [] : [placeLine(part, keys, width)];
  const lines = [text.title, ...seen, ...where, ...choices];
  // Where there is no room at all, that there is more and how to answer matter most.
  return { lines: lines.slice(-Math.max(1, height)), top: first, page };
}

interface Part {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** In the most words that fit: where this is, and then which key shows the rest, are the last to go. */
function placeLine({ first, last, count }: Part, keys: PageKeys, width: number): Line {
  const below = count - last;
  const key = below === 0 ? keys.back : keys.on;
  const role = below === 0 ? "muted" : "warning";
  const more = below === 0 ? [] : [span("warning", safeText`-- ${below} more below `)];
  const few = first === last ? safeText`${last}/${count}` : safeText`${first}-${last}/${count}`;
  const wordings: readonly Line[] = [
    [...more, span("muted", safeText`-- lines ${first} to ${last} of ${count}; ${key} --`)],
    [...more, span("muted", safeText`-- ${few}; ${key} --`)],
    [span(role, below === 0 ? safeText`-- ${few}; ${key} --` : safeText`${few}, more: ${key}`)],
    [span(role, safeText`${few} ${key}`)],
  ];
  return wordings.find((line) => lineWidth(line) <= width) ?? clipLine([span(role, few)], width);
}

/** How many rows show all of it. */
export function approvalRows({ body, choices }: ApprovalText): number {
  const roomy = 1 + body.length + choices.length;
  return roomy >= roomyHeight ? roomy : body.length + 2;
}

/** Under this a line for each choice would leave too little for what is asked about. */
const roomyHeight = 12;

function choiceLines({ choices, width }: ApprovalText, selected: number, height: number): readonly Line[] {
  if (height >= roomyHeight) {
    return choices.map((choice, index) => choiceLine(choice, index === selected, width));
  }
  const keyOf = ({ key }: Choice) => sanitiseLine(key);
  const wordings = [
    choiceRow(choices, selected, (choice) => safeText`${keyOf(choice)} ${choice.short}`),
    choiceRow(choices, selected, keyOf),
    tightRow(choices, selected),
  ];
  const fitting = wordings.find((line) => lineWidth(line) <= width);
  return [fitting ?? clipLine(tightRow(choices, selected), width)];
}

/** The mark tells without colours which one is selected. */
function choiceLine({ key, label, short }: Choice, isSelected: boolean, width: number): Line {
  const mark = isSelected ? safeText`> ` : safeText`  `;
  const say = (words: SafeText) => safeText`${mark}${sanitiseLine(key)}  ${words}`;
  const text = textWidth(say(label)) <= width ? say(label) : say(short);
  const line = [span(isSelected ? "selection" : "text", text)];
  return isSelected ? fillLine(line, width, "selection") : clipLine(line, width);
}

function choiceRow(choices: readonly Choice[], selected: number, say: (choice: Choice) => SafeText): Line {
  return choices.map((choice, index) =>
    index === selected
      ? span("selection", safeText`>${say(choice)} `)
      : span("text", safeText` ${say(choice)} `),
  );
}

/** The keys alone, as close as they can be told apart. */
function tightRow(choices: readonly Choice[], selected: number): Line {
  return choices.map(({ key }, index) => {
    const gap = index === 0 || index === selected ? noText : safeText` `;
    const mark = index === selected ? safeText`>` : gap;
    return span(index === selected ? "selection" : "text", safeText`${mark}${sanitiseLine(key)}`);
  });
}
