/** What is shown, before any terminal: lines of spans, each with a role that a theme turns into attributes. */
import type { SafeText } from "./sanitise.ts";

/** Named after what the text is, never after how it looks. */
export const roles = [
  "text",
  "muted",
  "user-label",
  "user-text",
  "assistant-label",
  "reasoning",
  "heading",
  "strong",
  "emphasis",
  "code",
  "code-keyword",
  "code-string",
  "code-number",
  "code-comment",
  "link",
  "quote",
  "list-marker",
  "rule",
  "tool-title",
  "tool-output",
  "diff-added",
  "diff-removed",
  "diff-place",
  "notice",
  "warning",
  "error",
  "prompt",
  "input",
  "completion",
  "selection",
  "search-match",
  "border",
  "status",
  "status-strong",
  "spinner",
  "progress",
] as const;

export type Role = (typeof roles)[number];

export interface Span {
  readonly role: Role;
  /** Without line breaks and tabs. */
  readonly text: SafeText;
}

export type Line = readonly Span[];

export function span(role: Role, text: SafeText): Span {
  return { role, text };
}
