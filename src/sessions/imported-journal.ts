/** A conversation that was read from elsewhere, as the lines of a new session. */
import type { Imported } from "./import-json.ts";
import { type JournalRecord, journalVersion } from "./record.ts";

type Conversation = Extract<Imported, { kind: "imported" }>;

export interface ImportHead {
  readonly id: string;
  readonly cwd: string;
  readonly now: number;
}

export function* importedJournal(
  { facts, messages, isOurs }: Conversation,
  { id, cwd, now }: ImportHead,
): Iterable<string> {
  const created = createdAt(facts.created, now);
  yield lineOf({ type: "session", version: journalVersion, id, created, cwd });
  const { backend, model, name } = facts;
  // The names that others have for what answered mean nothing here.
  if (isOurs && backend !== undefined && model !== undefined) {
    yield lineOf({ type: "settings", at: now, backend, model, agent: "default" });
  }
  for (const message of messages) yield lineOf({ type: "message", at: now, message });
  if (name !== undefined) yield lineOf({ type: "named", at: now, name });
}

function createdAt(given: string | undefined, now: number): string {
  const time = Date.parse(given ?? "");
  return new Date(Number.isNaN(time) ? now : time).toISOString();
}

function lineOf(record: JournalRecord): string {
  return `${JSON.stringify(record)}\n`;
}
