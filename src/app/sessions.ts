/** What commands and flags do with sessions: which is open, which there are, and how another one takes its place. */
import type { SessionPowers } from "../commands/command.ts";
import type { Emit } from "../loop/bus.ts";
import type { Message } from "../model/message.ts";
import { noUsage } from "../model/usage.ts";
import { type CheckpointFold, createCheckpointFold } from "../sessions/checkpoint.ts";
import type { FoundSession } from "../sessions/find-session.ts";
import type { SessionFile } from "../sessions/session-files.ts";
import type { SessionState } from "../sessions/session-state.ts";
import type { EarlierPages } from "../view/earlier.ts";
import { type Adopted, type Conversation, nothingToUndo } from "./conversation.ts";
import type { Meter } from "./meter.ts";
import type { Pace } from "./pace.ts";
import type { Recorder } from "./recorder.ts";
import type { Earlier } from "./replay.ts";
import type { RestoreSettings } from "./restore-settings.ts";
import type { SessionStore } from "./session-store.ts";

export interface SessionsOptions {
  /** Undefined where nothing is recorded. */
  readonly store: SessionStore | undefined;
  readonly recorder: Recorder;
  readonly conversation: Conversation;
  readonly meter: Meter;
  readonly emit: Emit;
  readonly cwd: string;
  readonly now: () => number;
  /** How much of what was said earlier the display shows. */
  readonly earlier: Earlier;
  readonly restoreSettings: RestoreSettings;
  readonly useCheckpoints: (checkpoints: CheckpointFold) => void;
  /** Makes room for what comes before all that is shown from now on: it can be read when it is looked at. */
  readonly makeRoom?: (() => (pages: EarlierPages) => void) | undefined;
  readonly pace: Pace;
  /** A long session is about to be gone through: memory is to be spared. */
  readonly spareMemory: () => Promise<void>;
}

export interface Sessions extends SessionPowers {
  /**
   * What was found, in place of the session that is open. Resolves with what went wrong. `onTail`: its end is shown, but
   * it takes a while to go through the rest.
   */
  open(file: SessionFile, onTail?: () => void): Promise<string | undefined>;
  /** What a very long session holds is read by now, and fit to be sent. */
  settle(): Promise<void>;
}

/** In bytes: a shorter one is gone through before anybody could type a word. */
const longSession = 4_000_000;

export const memoryOff =
  "This session is not recorded (--no-session, or there is no home directory), so there is nothing to resume, fork or name; start treadle without --no-session.";

export function createSessions(options: SessionsOptions): Sessions {
  const { store, recorder, conversation, meter, emit } = options;

  /** What was resumed may end with a call that was running. */
  let unsettled = false;

  const say = (level: "info" | "warning", text: string) => emit({ type: "notice", level, text });

  function adopt(how: "new" | "resumed" | "forked", { usage, name, ...state }: Opened, from?: string): void {
    conversation.adopt({ ...state, usage });
    meter.adopt(usage.rows);
    emit({
      type: "session-opened",
      how,
      id: recorder.id() ?? "",
      ...(name !== undefined && { name }),
      ...(from !== undefined && { from }),
      messages: conversation.count(),
      usage: { total: usage.total, ...(usage.last && { last: usage.last }) },
    });
  }

  async function open(file: SessionFile, onTail?: () => void): Promise<string | undefined> {
    if (!store) return memoryOff;
    if (file.path === recorder.path()) return "This session is open already.";
    const { openSession } = await import("./open-session.ts");
    const isLong = file.size >= longSession;
    if (isLong) await options.spareMemory();
    const { createTail } = await import("./replay.ts");
    const onShown = () => isLong && onTail?.();
    const { tail, fill } = createTail({ ...options, onShown });
    const opened = await openSession(file, { store, pace: options.pace, ...(tail && { tail }) });
    if (opened.kind === "refused") return opened.problem;
    const { state, journal, messages, undo, earlier } = opened;
    fill(earlier);
    recorder.use({ journal, name: state.name, settings: state.settings });
    options.useCheckpoints(state.checkpoints);
    adopt("resumed", { ...state, messages, undo });
    for (const text of opened.notices) say("warning", text);
    unsettled = true;
    if (!("read" in messages)) await settle();
    await restore(state.settings);
    return undefined;
  }

  async function settle(): Promise<void> {
    if (!unsettled) return;
    const { repairOf } = await import("./open-session.ts");
    await conversation.load();
    unsettled = false;
    const repair = repairOf(conversation.history());
    if (repair) emit({ type: "history-changed", change: repair });
  }

  async function restore(settings: SessionState["settings"]): Promise<void> {
    if (!settings) return;
    const { problems, isAnother } = await options.restoreSettings(settings);
    for (const text of problems) say("warning", text);
    if (isAnother) conversation.switched();
  }

  async function find(wanted: string): Promise<FoundSession> {
    if (!store) return { kind: "none", problem: memoryOff };
    const { findSession } = await import("../sessions/find-session.ts");
    return findSession(store.directory, wanted, recorder.path() && recorder.id());
  }

  return {
    open,
    settle,
    async resume(wanted) {
      const found = await find(wanted);
      return found.kind === "none" ? found.problem : open(found.file);
    },
    begin() {
      if (!store) return memoryOff;
      recorder.use({ journal: store.fresh() });
      options.useCheckpoints(createCheckpointFold());
      adopt("new", emptySession);
      return undefined;
    },
    async fork(name) {
      const path = recorder.path();
      const id = recorder.id();
      if (!store) return memoryOff;
      if (path === undefined || id === undefined) return "There is nothing to fork yet: say something first.";
      const { forkSession } = await import("./open-session.ts");
      const title = name === "" ? `Fork of ${recorder.name() ?? id}` : name;
      const messages = conversation.history();
      const { usage, foreign, undo } = conversation.state();
      recorder.use({ journal: forkSession(store, { id, path }) });
      recorder.rename(title, "now");
      const state = { name: title, messages, foreign, undo };
      adopt("forked", { ...state, usage: { ...usage, rows: meter.rows() } }, id);
      return undefined;
    },
    rename(name) {
      if (!store) return memoryOff;
      recorder.rename(name);
      return undefined;
    },
    async list(most) {
      if (!store) return memoryOff;
      const { sessionList } = await import("./session-list.ts");
      return sessionList(store.directory, { most, now: options.now(), open: recorder.path() });
    },
    describe() {
      if (!store) return memoryOff;
      return describeSession(recorder, conversation.history());
    },
  };
}

/** What counts of a session that takes the place of another. */
type Opened = Omit<Adopted, "usage"> & Pick<SessionState, "name" | "usage">;

const emptySession: Opened = {
  messages: [],
  foreign: 0,
  name: undefined,
  undo: nothingToUndo,
  usage: { total: noUsage, last: undefined, rows: [] },
};

function describeSession(recorder: Recorder, history: readonly Message[]): string {
  const of = (role: Message["role"]) => history.filter((message) => message.role === role).length;
  return [
    `Session: ${recorder.id() ?? ""}${recorder.path() === undefined ? " (nothing recorded yet)" : ""}`,
    `Name: ${recorder.name() ?? "none"}`,
    `Messages: ${history.length} (${of("user")} of yours, ${of("assistant")} answers)`,
    `File: ${recorder.path() ?? "none"}`,
  ].join("\n");
}
