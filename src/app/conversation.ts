/** The messages and token counts of the running session, gathered from the events that record them. */
import { createUndoStack, type Undoable, type UndoStack } from "../context/undo-stack.ts";
import type { Envelope } from "../model/event.ts";
import { changed, type HistoryChange, indexAfter } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";
import { addUsage, noUsage, type Usage } from "../model/usage.ts";
import type { Kept } from "../sessions/journal-survey.ts";

export interface Conversation {
  /** What is still in the file is read now, however long that takes. */
  history(): readonly Message[];
  /** Reads what is still in the file, while everything else goes on. */
  load(): Promise<void>;
  /** Of the messages; reads nothing. */
  count(): number;
  /** The history without the turn that is running. */
  settled(): readonly Message[];
  usage(): { readonly total: Usage; readonly last: Usage | undefined };
  /** So many messages were written before the last switch. */
  foreign(): number;
  record(envelope: Envelope): void;
  /** What a request took that was made beside the conversation. */
  countAside(usage: Usage): void;
  /** What /undo would take back. */
  undoable(): Undoable | undefined;
  /** Whether the model has still to answer: the last turn came to nothing, and its end was not edited away. */
  unanswered(): boolean;
  /** Another conversation takes its place. */
  adopt(state: Adopted): void;
  state(): Omit<Adopted, "messages">;
  /** Another model answers from now on. */
  switched(): void;
}

export interface Adopted {
  readonly messages: readonly Message[] | Unread;
  readonly foreign: number;
  readonly usage: { readonly total: Usage; readonly last: Usage | undefined };
  readonly undo: Undo;
}

/** Messages that are still in the file. */
export interface Unread {
  readonly count: number;
  /** All at once. */
  read(): Message[];
  /** While everything else goes on. */
  load(): Promise<Message[]>;
}

export interface Undo {
  /** The last one last. */
  readonly entries: readonly Undoable<Kept>[];
  /** What is kept of messages, as messages. */
  readonly read: (kept: readonly Kept[]) => readonly Message[];
}

export const nothingToUndo: Undo = {
  entries: [],
  read: (kept) => kept.filter((each) => typeof each !== "number"),
};

export function createConversation(): Conversation {
  let messages: Message[] = [];
  let unread: Unread | undefined;
  let total = noUsage;
  let last: Usage | undefined;
  let foreign = 0;
  let endOfTurn: Message | undefined;
  /** Where the running turn begins. */
  let startOfTurn: number | undefined;
  let undo: UndoStack<Kept> = createUndoStack();
  let readKept = nothingToUndo.read;

  function history(): Message[] {
    if (unread) messages = unread.read();
    unread = undefined;
    return messages;
  }

  const count = () => unread?.count ?? messages.length;

  function addUp(usage: Usage): void {
    // An estimate is for the eye; only what a provider counted is added up.
    if (!usage.estimated) total = addUsage(total, usage);
  }

  function change(made: HistoryChange): void {
    startOfTurn = startOfTurn === undefined ? undefined : indexAfter(startOfTurn, made);
    undo.note(history(), made);
    messages = changed(messages, made);
    foreign = indexAfter(foreign, made);
  }

  function endTurn(): void {
    endOfTurn = history().at(-1);
    startOfTurn = undefined;
  }

  return {
    history,
    async load() {
      const wanted = unread;
      const loaded = await wanted?.load();
      if (!loaded || unread !== wanted) return;
      messages = loaded;
      unread = undefined;
    },
    settled: () => history().slice(0, startOfTurn),
    count,
    foreign: () => foreign,
    usage: () => ({ total, last }),
    record({ event }) {
      if (event.type === "message-added") history().push(event.message);
      if (event.type === "turn-started") startOfTurn = count();
      if (event.type === "turn-finished") endTurn();
      if (event.type === "history-changed") change(event.change);
      if (event.type !== "usage") return;
      last = event.usage;
      addUp(event.usage);
    },
    countAside: addUp,
    undoable() {
      const entry = undo.last();
      return entry && { ...entry, change: { ...entry.change, inserted: readKept(entry.change.inserted) } };
    },
    unanswered() {
      const end = history().at(-1);
      if (end === undefined || end === endOfTurn) return end !== undefined;
      return end.role !== "assistant" || end.interrupted === true;
    },
    adopt(state) {
      undo = createUndoStack(state.undo.entries);
      readKept = state.undo.read;
      endOfTurn = startOfTurn = undefined;
      unread = "read" in state.messages ? state.messages : undefined;
      messages = "read" in state.messages ? [] : [...state.messages];
      ({ foreign } = state);
      ({ total, last } = state.usage);
    },
    state: () => ({ foreign, usage: { total, last }, undo: { entries: undo.all(), read: readKept } }),
    switched() {
      foreign = count();
    },
  };
}
