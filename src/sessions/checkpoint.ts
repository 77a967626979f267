/** What a journal tells of checkpoints, and what they come to: which files a turn changed, and what they were before. */
import { type HistoryChange, indexAfter } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";

export type CheckpointEvent = CheckpointOpened | FileTracked | FileWritten;

/** A turn is about to write its first file. */
export interface CheckpointOpened {
  readonly kind: "opened";
  readonly id: string;
  readonly prompt: string;
  /** Where its first message stands; absent where no turn made it, but a rewind. */
  readonly from?: number;
  /** Paths are relative to it. */
  readonly cwd: string;
  /** The session beside whose journal the contents lie. */
  readonly session: string;
}

export interface FileTracked {
  readonly kind: "tracked";
  readonly id: string;
  readonly path: string;
  readonly tool: string;
  readonly before: FileBefore;
}

/** A tool is done with it. */
export interface FileWritten {
  readonly kind: "written";
  readonly id: string;
  readonly path: string;
  /** Of what is there now; absent where nothing is. */
  readonly hash?: string;
}

export type FileBefore =
  /** Nor were these directories, the outermost first. */
  | { readonly kind: "absent"; readonly directories: readonly string[] }
  | { readonly kind: "file"; readonly hash: string; readonly mode: number }
  | { readonly kind: "unkept"; readonly reason: string };

export interface Checkpoint extends Omit<CheckpointOpened, "kind" | "from"> {
  /** The first has 1. */
  readonly number: number;
  /** In milliseconds since the epoch. */
  readonly created: number;
  readonly files: readonly TrackedFile[];
}

export interface TrackedFile {
  readonly path: string;
  readonly tool: string;
  readonly before: FileBefore;
  readonly written?: string;
}

export interface CheckpointFold {
  /** `history` as it is at this moment; empty where only the places in it are known. */
  take(event: CheckpointEvent, at: number, history: readonly Message[]): void;
  changed(change: HistoryChange<unknown>): void;
  /** The oldest first. */
  list(): readonly Checkpoint[];
  /** Where the first message of its turn stands in `history`, or what was there instead; undefined without a turn. */
  placeOf(checkpoint: Checkpoint, history: readonly Message[]): number | undefined;
}

interface Place {
  readonly message: Message | undefined;
  readonly index: number;
}

export function createCheckpointFold(): CheckpointFold {
  const checkpoints = new Map<string, Checkpoint>();
  const places = new Map<string, Place>();

  function takeOpened(
    { kind: _, from, ...opened }: CheckpointOpened,
    created: number,
    history: readonly Message[],
  ) {
    if (checkpoints.has(opened.id)) return;
    checkpoints.set(opened.id, { ...opened, number: checkpoints.size + 1, created, files: [] });
    if (from !== undefined) places.set(opened.id, { message: history[from], index: from });
  }

  function takeFile(event: FileTracked | FileWritten): void {
    const checkpoint = checkpoints.get(event.id);
    if (!checkpoint) return;
    const { files } = checkpoint;
    const known = files.some(({ path }) => path === event.path);
    if (event.kind === "tracked" && !known) {
      const { path, tool, before } = event;
      checkpoints.set(event.id, { ...checkpoint, files: [...files, { path, tool, before }] });
    }
    if (event.kind !== "written") return;
    const written = (file: TrackedFile) =>
      file.path === event.path ? { ...file, written: event.hash } : file;
    checkpoints.set(event.id, { ...checkpoint, files: files.map(written) });
  }

  return {
    take(event, at, history) {
      if (event.kind === "opened") takeOpened(event, at, history);
      else takeFile(event);
    },
    changed(change) {
      for (const [id, { message, index }] of places)
        places.set(id, { message, index: indexAfter(index, change) });
    },
    list: () => [...checkpoints.values()],
    placeOf({ id }, history) {
      const place = places.get(id);
      if (!place) return undefined;
      const found = place.message === undefined ? -1 : history.indexOf(place.message);
      return found < 0 ? Math.min(place.index, history.length) : found;
    },
  };
}

/** The directory beside a journal that holds what files were; it goes when the journal goes. */
export function checkpointDirectory(session: string): string {
  return `${session.replaceAll(/[^\w.-]/g, "_").replace(/^\.+/, "_")}.checkpoints`;
}
