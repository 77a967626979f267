/** Writes the session to its journal as it happens. A disk that refuses costs one warning, never the chat. */
import type { Emit } from "../loop/bus.ts";
import type { Envelope } from "../model/event.ts";
import { createJournal, type Journal } from "../sessions/journal.ts";

export interface Recorder {
  record(envelope: Envelope): void;
  /** Where the session is being recorded; undefined when it is not. */
  path(): string | undefined;
  /** Nothing that comes later is recorded. */
  close(): void;
}

export interface RecorderOptions {
  readonly directory: string;
  readonly id: string;
  readonly cwd: string;
  readonly now: () => number;
  readonly emit: Emit;
}

/** The file is made with the first message, so that looking around leaves nothing behind. */
export function createRecorder({ directory, id, cwd, now, emit }: RecorderOptions): Recorder {
  let journal: Journal | undefined;
  let stopped = false;

  function stop(): void {
    stopped = true;
    journal?.close();
    journal = undefined;
  }

  function attempt(write: (open: Journal) => void): void {
    if (stopped) return;
    try {
      journal ??= createJournal(directory, id, cwd, now());
      write(journal);
    } catch (error) {
      stop();
      const reason = error instanceof Error ? error.message : String(error);
      const advice = `See that ${directory} can be written, or use --no-session.`;
      emit({
        type: "notice",
        level: "warning",
        text: `This session is not being saved: ${reason}. ${advice}`,
      });
    }
  }

  return {
    record({ at, event }) {
      if (event.type === "message-added") {
        attempt((open) => open.append({ type: "message", at, message: event.message }));
      }
      if (event.type === "history-changed") {
        attempt((open) => open.append({ type: "changed", at, change: event.change }));
      }
    },
    path: () => journal?.path,
    close: stop,
  };
}

export const noRecorder: Recorder = {
  record() {},
  path: () => undefined,
  close() {},
};
