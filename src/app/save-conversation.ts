/** /save: the conversation in a file of its name, in the state directory. Saving it again brings the file up to date. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { shownPath } from "../config/paths.ts";
import { readSourceFile } from "../config/source-file.ts";
import type { Message } from "../model/message.ts";
import { exportJson } from "../sessions/export-json.ts";
import type { SessionFacts } from "../sessions/exported.ts";
import { importJson } from "../sessions/import-json.ts";
import { writeNewFile } from "../sessions/write-new-file.ts";
import type { Host } from "./host.ts";

const mostBytes = 256_000_000;

/** `sessions` is where they are recorded; saved ones lie beside it. Returns a sentence. */
export function saveConversation(
  host: Pick<Host, "cwd" | "home">,
  sessions: string | undefined,
  facts: SessionFacts,
  messages: readonly Message[],
): string {
  if (sessions === undefined) return "There is no home directory to save it in; use /export FILE.json.";
  if (messages.length === 0) return "There is nothing to save yet: the conversation is empty.";
  const path = savedPath(sessions, facts.name ?? facts.id);
  const name = shownPath(path, host.cwd, host.home);
  const before = readSaved(path);
  if (before !== undefined && before.id !== facts.id) {
    return `${name} holds another conversation; choose another name.`;
  }
  const saved = { ...facts, created: before?.created ?? facts.created };
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    return `Cannot save: ${String(error)}.`;
  }
  const counted = messages.length === 1 ? "1 message" : `${messages.length} messages`;
  const pieces = exportJson({ facts: saved, messages, firstNumber: 1 });
  const written = writeNewFile(path, pieces, { replace: before !== undefined, mark: facts.id });
  if (written.kind === "written") return `Saved ${counted} to ${name}.`;
  return written.kind === "exists"
    ? `${name} was just made by another program.`
    : `Cannot save: ${written.reason}.`;
}

/** Names may have any characters, files may not. */
export function savedPath(sessions: string, name: string): string {
  const safe = name.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^\.+/, "");
  return join(dirname(sessions), "saved", `${safe.slice(0, 100) || "conversation"}.json`);
}

/** Undefined where there is no file. What cannot be read is somebody else's. */
function readSaved(path: string): Partial<SessionFacts> | undefined {
  const reading = readSourceFile(path, mostBytes);
  if (reading.kind === "failed") return reading.reason === "there is no such file" ? undefined : {};
  const imported = importJson(reading.file.text, () => undefined);
  return imported.kind === "imported" ? imported.facts : {};
}
