/**
 * The blocks of the history: what was said, thought, run and reported, each as plain data from which its parts are
 * made anew whenever they are needed. It must not know events, widths or positions.
 */
import type { Role } from "./line.ts";
import { markdownReader } from "./markdown/reader.ts";
import type { ReaderState } from "./markdown/reader-state.ts";
import type { Part, TextPart } from "./part.ts";
import { readParts } from "./part-stream.ts";
import { type PlainState, pieces, plainReader } from "./plain-text.ts";
import { type SafeText, safeText } from "./sanitise.ts";
import { labelled } from "./task-label.ts";
import { type ToolSource, toolParts } from "./tool-block.ts";

export type BlockSource = PromptSource | AnswerSource | ReasoningSource | ToolSource | NoteSource;

export type BlockKind = BlockSource["kind"];

export interface AnySource {
  /** An empty line comes before it. */
  readonly gap: boolean;
  /** Which task in the background it belongs to; absent in the conversation. */
  readonly task?: SafeText;
}

/** What the user entered. */
export interface PromptSource extends AnySource {
  readonly kind: "prompt";
  readonly text: SafeText;
}

/** Markdown. A long answer is several blocks; all but the first have no label. */
export interface AnswerSource extends AnySource {
  readonly kind: "answer";
  readonly text: SafeText;
  readonly from: ReaderState;
  readonly label: boolean;
}

export interface ReasoningSource extends AnySource {
  readonly kind: "reasoning";
  readonly text: SafeText;
  readonly from: PlainState;
  /** The block with the first piece of the same thought: they are collapsed together. */
  readonly owner?: number;
}

/** Something we say ourselves. */
export interface NoteSource extends AnySource {
  readonly kind: "note";
  readonly role: Role;
  readonly text: SafeText;
}

/** Which kinds can be collapsed, and are at first. */
export const collapsible: Readonly<Partial<Record<BlockKind, { readonly collapsed: boolean }>>> = {
  tool: { collapsed: true },
  reasoning: { collapsed: false },
};

export function partsOf(source: BlockSource, expanded: boolean): readonly Part[] {
  const parts = unlabelledParts(source, expanded);
  return source.task === undefined ? parts : labelled(parts, source.task);
}

function unlabelledParts(source: BlockSource, expanded: boolean): readonly Part[] {
  switch (source.kind) {
    case "prompt":
      return promptParts(source);
    case "answer":
      return answerParts(source, readParts(markdownReader, source.text, source.from));
    case "reasoning":
      return reasoningParts(source, readParts(reasoningReader(source), source.text, source.from), expanded);
    case "tool":
      return toolParts(source, expanded);
    case "note":
      return textParts(source.text, { role: source.role, cut: "words", gap: source.gap });
  }
}

function promptParts({ text, gap }: PromptSource): readonly Part[] {
  const label = [{ role: "user-label", text: safeText`You: ` }] as const;
  return textParts(text, { role: "user-text", cut: "words", label, gap });
}

const answerLabel: Omit<TextPart, "gap"> = {
  kind: "text",
  role: "assistant-label",
  text: safeText`Assistant:`,
  cut: "words",
};

export function answerParts(
  { label, gap }: Pick<AnswerSource, "label" | "gap">,
  parts: readonly Part[],
): readonly Part[] {
  return label ? [{ ...answerLabel, gap }, ...parts] : parts;
}

const reasoningLabel = [{ role: "reasoning", text: safeText`Thinking: ` }] as const;

export function reasoningReader({ gap }: AnySource) {
  return plainReader((text, first) => {
    const start = first ? { label: reasoningLabel, gap } : { gap: false };
    return { kind: "text", role: "reasoning", text, cut: "words", ...start };
  });
}

/** Collapsed, a thought is one line; what goes on with an earlier block is none. */
export function reasoningParts(
  { owner }: Pick<ReasoningSource, "owner">,
  parts: readonly Part[],
  expanded: boolean,
): readonly Part[] {
  if (expanded) return parts;
  const [first] = parts;
  if (owner !== undefined || first?.kind !== "text") return [];
  const [line = ""] = first.text.trimStart().split("\n");
  return [{ ...first, text: safeText`${line as SafeText} [...]`, cut: "clip" }];
}

/** The look is that of all parts; label and gap are only before the first. */
export function textParts(
  text: SafeText,
  { label, gap, ...look }: Omit<TextPart, "kind" | "text">,
): readonly Part[] {
  return pieces(text).map((piece, index) => {
    const start = index === 0 ? { label, gap } : { gap: false };
    return { kind: "text", ...look, text: piece, ...start };
  });
}
