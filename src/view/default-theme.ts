/**
 * The theme that needs no file, the same as themes/default.json: no background, the terminal's own foreground and
 * its first eight colours, never black or white, so that it can be read on light and dark.
 */
import type { Theme } from "./theme.ts";

export const defaultTheme: Theme = {
  description: "The terminal's own colours, on light and dark",
  roles: {
    text: {},
    muted: { dim: true, italic: true },
    "user-label": { bold: true, fg: "cyan" },
    "user-text": { fg: "cyan" },
    "assistant-label": { bold: true, fg: "green" },
    reasoning: { dim: true, italic: true },
    heading: { bold: true, fg: "magenta" },
    strong: { bold: true },
    emphasis: { italic: true },
    code: { fg: "cyan" },
    "code-keyword": { bold: true, fg: "cyan" },
    "code-string": { fg: "green" },
    "code-number": { fg: "magenta" },
    "code-comment": { dim: true, italic: true },
    link: { underline: true, fg: "cyan" },
    quote: { italic: true, fg: "green" },
    "list-marker": { bold: true, fg: "magenta" },
    rule: {},
    "tool-title": { bold: true, fg: "magenta" },
    "tool-output": {},
    "diff-added": { fg: "green" },
    "diff-removed": { fg: "red" },
    "diff-place": { fg: "cyan" },
    notice: { fg: "cyan" },
    warning: { bold: true, fg: "yellow" },
    error: { bold: true, fg: "red" },
    prompt: { bold: true, fg: "green" },
    input: {},
    completion: {},
    selection: { bold: true, reverse: true },
    "search-match": { underline: true, reverse: true },
    border: {},
    status: { reverse: true },
    "status-strong": { bold: true, reverse: true },
    spinner: { bold: true, fg: "cyan" },
    progress: { fg: "green" },
  },
};
