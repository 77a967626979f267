/** The checkpoints of a session: before a turn first writes a file, what the file was is kept. Looks at no file itself. */
import type { CommandHost } from "../commands/command.ts";
import type { Emit } from "../loop/bus.ts";
import type { Envelope } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import type { Checkpoint, CheckpointEvent, CheckpointFold } from "../sessions/checkpoint.ts";
import { createCheckpointFold } from "../sessions/checkpoint.ts";
import type { WriteWatcher } from "../tools/tool.ts";
import type { Controller } from "./controller.ts";
import type { Conversation } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import type { Recorder } from "./recorder.ts";

export interface CheckpointParts {
  /** Absent where no session is kept. */
  readonly place: { readonly directory: string; readonly cwd: string } | undefined;
  readonly conversation: Conversation;
  readonly recorder: Pick<Recorder, "id" | "checkpoint">;
  readonly emit: Emit;
  readonly now: () => number;
}

export interface Checkpoints {
  /** To be told of events before the conversation is. */
  record(envelope: Envelope): void;
  readonly watcher: WriteWatcher;
  /** For a turn of another history: its files can be brought back, but it has no place in this conversation. */
  watcherAside(prompt: string): WriteWatcher;
  /** The oldest first; undefined where none can be made. */
  list(): readonly Checkpoint[] | undefined;
  /** Another session goes on, with its own. */
  use(checkpoints: CheckpointFold): void;
  /** For whoever makes them and goes back to them. */
  readonly book: CheckpointBook;
}

/** Where they are written down. */
export interface CheckpointBook {
  place(): NonNullable<CheckpointParts["place"]> & { readonly session: string };
  /** The one of this turn; undefined until it is opened. */
  current(): Checkpoint | undefined;
  /** What the turn began with. */
  turn(): Pick<Turn, "prompt" | "message" | "aside">;
  note(event: CheckpointEvent): void;
  placeOf(checkpoint: Checkpoint): number | undefined;
  warn(text: string): void;
}

interface Turn {
  readonly prompt: string;
  /** It belongs to another history. */
  readonly aside?: true;
  message?: Message;
  id?: string;
}

export function createCheckpoints({
  place,
  conversation,
  recorder,
  emit,
  now,
}: CheckpointParts): Checkpoints {
  let fold = createCheckpointFold();
  let turn: Turn | undefined;
  const warned = new Set<string>();

  function warn(text: string): void {
    if (warned.has(text)) return;
    warned.add(text);
    emit({ type: "notice", level: "warning", text });
  }

  const bookOf = (turnNow: () => Turn | undefined): CheckpointBook => ({
    place() {
      if (!place) throw new Error("no session is kept");
      return { ...place, session: recorder.id() ?? "" };
    },
    current: () => fold.list().find(({ id }) => id === turnNow()?.id),
    turn: () => turnNow() ?? { prompt: "" },
    note(event) {
      const writing = turnNow();
      if (event.kind === "opened" && writing && (event.from !== undefined || writing.aside))
        writing.id = event.id;
      fold.take(event, now(), conversation.history());
      recorder.checkpoint(event);
    },
    placeOf: (checkpoint) => fold.placeOf(checkpoint, conversation.history()),
    warn,
  });

  const book = bookOf(() => turn);

  function watcherOf(kept: CheckpointBook): WriteWatcher {
    async function tracking(work: (tracker: WriteWatcher) => Promise<void>): Promise<void> {
      if (!place) return;
      try {
        const { trackWrites } = await import("./track-writes.ts");
        await work(trackWrites(kept, conversation));
      } catch (error) {
        warn(`No checkpoint is kept of what is written now: ${String(error)}`);
      }
    }
    return {
      before: (file, tool) => tracking((tracker) => tracker.before(file, tool)),
      after: (file) => tracking((tracker) => tracker.after(file)),
    };
  }

  return {
    book,
    list: () => (place ? fold.list() : undefined),
    use(checkpoints) {
      fold = checkpoints;
      turn = undefined;
    },
    record({ event }) {
      // A turn that is taken up again is the same turn.
      if (event.type === "turn-started" && !(event.again && turn))
        turn = begin(event, conversation.history());
      if (event.type === "message-added" && turn && event.message.role === "user")
        turn.message ??= event.message;
      if (event.type === "history-changed") fold.changed(event.change);
    },
    watcher: watcherOf(book),
    watcherAside(prompt) {
      const aside: Turn = { prompt, aside: true };
      return watcherOf(bookOf(() => aside));
    },
  };
}

function begin(
  { prompt, again }: { readonly prompt: string; readonly again?: true },
  history: readonly Message[],
): Turn {
  const asked = history.findLast((message) => message.role === "user" && !message.synthetic);
  return again && asked ? { prompt, message: asked } : { prompt };
}

export interface RewinderParts {
  readonly checkpoints: Checkpoints;
  readonly conversation: Conversation;
  readonly engine: Engine;
  readonly emit: Emit;
}

export function rewinder(
  { checkpoints, conversation, engine, emit }: RewinderParts,
  { ask }: Pick<Controller, "ask">,
): CommandHost["checkpoints"]["rewind"] {
  return async (checkpoint, scope, signal) => {
    const { guard } = await engine.toolbox().get();
    if (!guard) return "No tool here writes files.";
    const { rewind } = await import("./rewind.ts");
    const list = checkpoints.list() ?? [];
    const deps = { list, book: checkpoints.book, guard, conversation, ask, emit };
    return rewind(checkpoint, scope, deps, signal);
  };
}
