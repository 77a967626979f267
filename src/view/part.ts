/**
 * What a block of the history is made of: pieces of bounded size, each laid out by itself. Plain immutable data; a
 * part that changes is replaced by another object.
 */
import type { Line, Role } from "./line.ts";
import type { SafeText } from "./sanitise.ts";
import type { Cut } from "./wrap.ts";

export type Part = ProsePart | CodePart | TablePart | RulePart | TextPart | DiffPart;

interface AnyPart {
  /** An empty line comes before it. */
  readonly gap: boolean;
  /** Before every row. */
  readonly gutter?: Line;
}

/** A paragraph, a heading or an item of a list, with inline Markdown. */
export interface ProsePart extends AnyPart {
  readonly kind: "prose";
  readonly heading: boolean;
  readonly text: SafeText;
  /** Levels of quotation. */
  readonly quote: number;
  /** Columns before the marker. */
  readonly indent: number;
  /** Of a list item. Columns are kept for it in what belongs to the item but has no marker itself. */
  readonly marker?: SafeText;
  /** More may come: emphasis that is still open counts as such. */
  readonly open: boolean;
}

export interface CodePart extends AnyPart {
  readonly kind: "code";
  readonly language: SafeText;
  /** What was open where the part begins, such as a comment. */
  readonly within: CodeContext;
  readonly text: SafeText;
}

/** The text that ends what was begun in an earlier line; empty outside of anything. */
export interface CodeContext {
  readonly until: string;
  readonly role: "code" | "code-comment" | "code-string";
}

export interface TablePart extends AnyPart {
  readonly kind: "table";
  readonly header: readonly SafeText[];
  readonly align: readonly Align[];
  readonly rows: readonly (readonly SafeText[])[];
}

export type Align = "left" | "right" | "centre";

export interface RulePart extends AnyPart {
  readonly kind: "rule";
}

/** Text that stands for itself. */
export interface TextPart extends AnyPart {
  readonly kind: "text";
  readonly role: Role;
  readonly text: SafeText;
  readonly cut: Cut;
  /** At the start of the first line. */
  readonly label?: Line;
  /** Columns before every row. */
  readonly indent?: number;
  readonly tab?: number;
}

/** A unified diff. */
export interface DiffPart extends AnyPart {
  readonly kind: "diff";
  readonly text: SafeText;
  readonly indent: number;
}

/** No part is longer, so that none takes long to lay out. */
export const mostLines = 40;
export const mostChars = 4000;
