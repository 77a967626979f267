/** Writes messages to the file that is asked for, and says in a sentence what came of it. */
import { absolutePath, shownPath } from "../config/paths.ts";
import type { Message } from "../model/message.ts";
import { exporters, exportFormatOf } from "../sessions/export-format.ts";
import { type ExportRequest, select } from "../sessions/export-range.ts";
import type { SessionFacts } from "../sessions/exported.ts";
import { type Written, writeNewFile } from "../sessions/write-new-file.ts";
import { sanitise } from "../view/sanitise.ts";
import type { Host } from "./host.ts";

export interface ExportOutcome {
  readonly ok: boolean;
  readonly sentence: string;
}

export function exportTo(
  host: Pick<Host, "cwd" | "home" | "now">,
  { file, range, force }: ExportRequest,
  facts: SessionFacts,
  history: readonly Message[],
): ExportOutcome {
  const format = exportFormatOf(file);
  if (format === undefined)
    return refused(`A file ends in .md, .html, .json or .txt, not as ${quoted(file)}.`);
  if (history.length === 0) return refused("There is nothing to export: the conversation is empty.");
  const selected = select(history, range);
  if (selected.kind === "outside") return refused(`Nothing is exported: ${selected.problem}.`);
  const { items: messages, firstNumber } = selected;
  const pieces = exporters[format]({ facts, messages, firstNumber });
  const path = absolutePath(file, host);
  const mark = `${host.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  // What is written for eyes may be shown by a terminal; JSON escapes by itself, and must be read back unchanged.
  const written = writeNewFile(path, format === "json" ? pieces : safely(pieces), { replace: force, mark });
  return told(written, shownPath(path, host.cwd, host.home), messages.length);
}

function* safely(pieces: Iterable<string>): Iterable<string> {
  for (const piece of pieces) yield sanitise(piece);
}

function told(written: Written, name: string, count: number): ExportOutcome {
  if (written.kind === "exists") {
    return refused(`${name} is there already; add --force to replace it.`);
  }
  if (written.kind === "failed") return refused(`Cannot write ${name}: ${written.reason}.`);
  const messages = count === 1 ? "1 message" : `${count} messages`;
  const how = written.replaced ? ", replacing what was there" : "";
  return { ok: true, sentence: `Exported ${messages} to ${name} (${written.bytes} bytes)${how}.` };
}

function refused(sentence: string): ExportOutcome {
  return { ok: false, sentence };
}

function quoted(name: string): string {
  return JSON.stringify(name);
}
