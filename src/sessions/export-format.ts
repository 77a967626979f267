/** Which formats a conversation can be exported in, and which one the name of a file asks for. */
import { exportHtml } from "./export-html.ts";
import { exportJson } from "./export-json.ts";
import { exportMarkdown } from "./export-markdown.ts";
import { exportText } from "./export-text.ts";
import type { Exported } from "./exported.ts";

export type ExportFormat = "markdown" | "html" | "json" | "text";

/** In pieces, none of which ends within a text. */
export const exporters: Readonly<Record<ExportFormat, (exported: Exported) => Iterable<string>>> = {
  markdown: exportMarkdown,
  html: exportHtml,
  json: exportJson,
  text: exportText,
};

const endings: ReadonlyMap<string, ExportFormat> = new Map([
  ["", "markdown"],
  [".md", "markdown"],
  [".markdown", "markdown"],
  [".html", "html"],
  [".htm", "html"],
  [".json", "json"],
  [".txt", "text"],
  [".text", "text"],
]);

/** Undefined for an ending that is none of ours; a name without one gets Markdown. */
export function exportFormatOf(path: string): ExportFormat | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return endings.get(dot <= 0 ? "" : name.slice(dot).toLowerCase());
}
