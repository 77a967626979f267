/** Writes the session to its journal as it happens. A disk that refuses costs one warning, never the chat. */
import type { Emit } from "../loop/bus.ts";
import type { Envelope } from "../model/event.ts";
import type { Usage } from "../model/usage.ts";
import type { CheckpointEvent } from "../sessions/checkpoint.ts";
import type { Appended, Journal } from "../sessions/journal.ts";
import type { JournalRecord, SettingsRecord, UsageRecord } from "../sessions/record.ts";
import { type Redact, redactTexts } from "../text/redact.ts";

export interface Recorder {
  record(envelope: Envelope): void;
  /** Where the session is being recorded; undefined when it is not, or not yet. */
  path(): string | undefined;
  /** Undefined where nothing is recorded. */
  id(): string | undefined;
  /** What the user calls it. */
  name(): string | undefined;
  /** Kept with the next message, or at once where there is a file or `now` is asked for. */
  rename(name: string, now?: "now"): void;
  /** What a request took that was made beside the conversation. */
  recordAside(at: number, usage: Usage): void;
  /** A file is about to be written, or was. */
  checkpoint(event: CheckpointEvent): void;
  /** What comes from now on belongs to another session. */
  use(recorded: Recorded): void;
  /** Nothing that comes later is recorded. */
  close(): void;
}

/** A session that is there already, or is about to begin. */
export interface Recorded {
  readonly journal: Journal;
  readonly name?: string;
  readonly settings?: RecordedSettings;
}

export type RecordedSettings = Omit<SettingsRecord, "type" | "at">;

export interface RecorderOptions {
  /** A new session. Its file is made with the first message, so that looking around leaves nothing behind. */
  readonly journal: Journal;
  /** For the advice. */
  readonly directory: string;
  readonly now: () => number;
  readonly emit: Emit;
  readonly inUse: () => RecordedSettings;
  /** Takes keys out of what is kept. */
  readonly conceal?: Redact;
  readonly price: (usage: Usage) => Pick<UsageRecord, "model" | "cost">;
}

export function createRecorder(options: RecorderOptions): Recorder {
  const { directory, now, emit, conceal } = options;
  let { journal } = options;
  let name: string | undefined;
  let isNameKept = true;
  let settings: RecordedSettings | undefined;
  let trouble: Exclude<Appended["kind"], "kept"> | undefined;
  let closed = false;
  /** Nobody wants a file for these alone. */
  let asides: readonly UsageRecord[] = [];

  function write(record: JournalRecord): void {
    if (closed || trouble === "lost") return;
    const outcome = journal.append(conceal ? redactTexts(record, conceal) : record);
    if (outcome.kind === "kept") return recovered();
    if (trouble === outcome.kind) return;
    trouble = outcome.kind;
    const text = outcome.kind === "waiting" ? refused(outcome.reason, directory) : lost(outcome.reason);
    emit({ type: "notice", level: "warning", text });
  }

  function recovered(): void {
    if (trouble === undefined) return;
    trouble = undefined;
    emit({
      type: "notice",
      level: "info",
      text: "This session is being saved again; nothing of it is missing.",
    });
  }

  /** What a reader must know before it reads of the first or next message. */
  function writePreface(at: number): void {
    const inUse = options.inUse();
    if (!settings || isAnother(settings, inUse)) write({ type: "settings", at, ...inUse });
    settings = inUse;
    if (!isNameKept) write({ type: "named", at, name: name ?? "" });
    isNameKept = true;
    for (const aside of asides) write(aside);
    asides = [];
  }

  return {
    record({ at, event }) {
      if (event.type === "message-added") {
        writePreface(at);
        write({ type: "message", at, message: event.message });
      }
      if (event.type === "history-changed") write({ type: "changed", at, change: event.change });
      if (event.type === "usage") {
        write({ type: "usage", at, usage: event.usage, ...options.price(event.usage) });
      }
    },
    recordAside(at, usage) {
      const record: UsageRecord = { type: "usage", at, usage, ...options.price(usage), aside: true };
      if (journal.path() === undefined) asides = [...asides, record];
      else write(record);
    },
    path: () => journal.path(),
    id: () => journal.id,
    name: () => name,
    rename(chosen, when) {
      name = chosen === "" ? undefined : chosen;
      isNameKept = when === "now" || journal.path() !== undefined;
      if (isNameKept) write({ type: "named", at: now(), name: chosen });
    },
    checkpoint: (event) => write({ type: "checkpoint", at: now(), event }),
    use(recorded) {
      journal.close();
      ({ journal, name, settings } = { name: undefined, settings: undefined, ...recorded });
      isNameKept = true;
      asides = [];
      trouble = undefined;
    },
    close() {
      closed = true;
      journal.close();
    },
  };
}

function isAnother(a: RecordedSettings, b: RecordedSettings): boolean {
  return a.backend !== b.backend || a.model !== b.model || a.agent !== b.agent;
}

function refused(reason: string, directory: string): string {
  const advice = `Nothing is lost while treadle runs; see that ${directory} can be written and has room, or use --no-session.`;
  return `This session is not being saved: ${reason}. ${advice}`;
}

function lost(reason: string): string {
  return `From here on this session is not saved: ${reason}. /export keeps a copy of it.`;
}

/** What the user knows the session by, once it is recorded. */
export function titleOf(recorder: Recorder | undefined): string | undefined {
  return recorder?.path() === undefined ? undefined : (recorder.name() ?? recorder.id());
}

/** How to come back, in whole lines; nothing where there is nothing to come back to. */
export function resumeHint(recorder: Recorder | undefined): string {
  const path = recorder?.path();
  return path === undefined ? "" : `Session: ${path}\nResume: treadle --resume ${recorder?.id()}\n`;
}

export const noRecorder: Recorder = {
  record() {},
  recordAside() {},
  path: () => undefined,
  id: () => undefined,
  name: () => undefined,
  rename() {},
  checkpoint() {},
  use({ journal }) {
    journal.close();
  },
  close() {},
};
