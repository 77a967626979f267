/**
 * Where a task in the background plays: a copy of the conversation as it was, which grows by itself, and a journal of its
 * own, so that the records of two turns never mix and a crash loses neither.
 */
import type { Emit, Listener } from "../loop/bus.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { type ContextManagerParts, createContextManager } from "./context-manager.ts";
import { type Conversation, createConversation, nothingToUndo } from "./conversation.ts";
import type { Recorder } from "./recorder.ts";
import type { Scene } from "./turn-player.ts";

export interface TaskScene extends Scene {
  /** To be told of the events of this task. */
  readonly observe: Listener;
  /** The session that the task is recorded as; undefined where nothing is recorded. */
  session(): string | undefined;
  close(): void;
}

export interface TaskSceneParts extends Omit<ContextManagerParts, "conversation"> {
  readonly conversation: Conversation;
  readonly checkpoints: Pick<Checkpoints, "watcherAside">;
  readonly makeRecorder: (emit: Emit) => Recorder;
}

export type OpenScene = (title: string, emit: Emit) => TaskScene;

export function taskScenes({ checkpoints, makeRecorder, ...parts }: TaskSceneParts): OpenScene {
  return (title, emit) => {
    const conversation = copyOf(parts.conversation);
    const context = createContextManager({ ...parts, conversation });
    const recorder = makeRecorder(emit);
    const session = () => (recorder.path() === undefined ? undefined : recorder.id());
    let recorded: string | undefined;
    return {
      where: "background",
      history: conversation.history,
      context,
      watcher: checkpoints.watcherAside(title),
      observe(envelope) {
        conversation.record(envelope);
        context.observe(envelope);
        recorder.record(envelope);
      },
      session: () => recorded ?? session(),
      close() {
        recorded = session();
        recorder.close();
      },
    };
  };
}

/** What a turn that is running has said so far is left out: nobody knows yet what will come of it. */
function copyOf(original: Conversation): Conversation {
  const messages = original.settled();
  const { foreign, usage } = original.state();
  const copy = createConversation();
  copy.adopt({ messages, foreign: Math.min(foreign, messages.length), usage, undo: nothingToUndo });
  return copy;
}
