/**
 * Writes a journal. A record is on the disk when `append` returns without a complaint; one that only goes with others
 * is in the file, and on the disk with the next. Nothing that was written is ever changed: where the disk refuses in the
 * midst of a line, the rest of that line is what is written next.
 */
import type { JournalFile } from "./journal-file.ts";
import type { JournalRecord } from "./record.ts";

export interface Journal {
  readonly id: string;
  /** Undefined until there is a file. */
  path(): string | undefined;
  append(record: JournalRecord): Appended;
  close(): void;
}

export type Appended =
  | { readonly kind: "kept" }
  /** It waits in memory: the next call tries again. */
  | { readonly kind: "waiting"; readonly reason: string }
  /** Nothing is written from now on. */
  | { readonly kind: "lost"; readonly reason: string };

export interface JournalOptions {
  readonly id: string;
  /** Of a file that is there already. */
  readonly path?: string;
  /** Makes or opens the file, once there is something to write. May throw. */
  readonly open: () => OpenedJournal;
  /** Called when the file is closed, or never was opened. */
  readonly onClose?: () => void;
  /** Bytes that may wait while the disk refuses. */
  readonly mostWaiting?: number;
}

export interface OpenedJournal {
  readonly path: string;
  readonly file: JournalFile;
  /** To be written before anything else. */
  readonly lead: string;
}

/** A message comes right after each of them. Waiting for the disk holds up the keys of the user. */
const accompanying: ReadonlySet<JournalRecord["type"]> = new Set(["settings", "usage"]);

export function createJournal(options: JournalOptions): Journal {
  const { id, open, onClose, mostWaiting = 32_000_000 } = options;
  let opened: OpenedJournal | undefined;
  let waiting = Buffer.alloc(0);
  /** What the file holds when nobody but us writes to it. */
  let size = 0;
  /** Something was promised to be on the disk. */
  let owed = false;
  let lost: string | undefined;
  let closed = false;

  function ensureOpen(): OpenedJournal {
    if (opened) return opened;
    opened = open();
    size = opened.file.size();
    waiting = Buffer.concat([Buffer.from(opened.lead), waiting]);
    return opened;
  }

  function write(): void {
    const { file } = ensureOpen();
    if (file.size() !== size) {
      lost = "another treadle has written to its file";
      return;
    }
    while (waiting.length > 0) {
      const count = file.write(waiting);
      if (count === 0) throw new Error("nothing more can be written");
      size += count;
      waiting = waiting.subarray(count);
    }
    if (!owed) return;
    file.sync();
    owed = false;
  }

  function close(): void {
    if (closed) return;
    closed = true;
    opened?.file.close();
    onClose?.();
  }

  return {
    id,
    path: () => (closed ? undefined : (opened?.path ?? options.path)),
    append(record) {
      if (closed) return { kind: "lost", reason: "it is closed" };
      const line = Buffer.from(`${JSON.stringify(record)}\n`);
      waiting = waiting.length === 0 ? line : Buffer.concat([waiting, line]);
      owed ||= !accompanying.has(record.type);
      try {
        write();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (waiting.length <= mostWaiting) return { kind: "waiting", reason };
        lost = reason;
      }
      if (lost === undefined) return { kind: "kept" };
      close();
      return { kind: "lost", reason: lost };
    },
    close,
  };
}
