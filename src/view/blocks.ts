/** What the loop tells, as blocks of the history. It must not know how they look. */
import type { AgentEvent, Envelope } from "../model/event.ts";
import { type AssistantMessage, callsOf, type Message, type UserMessage } from "../model/message.ts";
import type { Question } from "../model/question.ts";
import type { Settings } from "../model/settings.ts";
import type { ToolPreview } from "../model/tool.ts";
import type { BlockKind, NoteSource } from "./block.ts";
import type { HistoryWriter } from "./history.ts";
import { createLiveTool, type LiveTool, unstartedTool } from "./live-tool.ts";
import {
  answeredNote,
  attachedTexts,
  compactedText,
  interruptedNote,
  note,
  noticeNote,
  openedNote,
  outcomeNote,
  retryNote,
  taskEndedNote,
  tokenNote,
} from "./notes.ts";
import { addPassage, createAnswer, createReasoning, type Passage } from "./passage.ts";
import { replayedPreview } from "./replayed-call.ts";
import { sanitise, sanitiseLine } from "./sanitise.ts";
import { labelledWriter } from "./task-label.ts";

export interface Blocks {
  show(envelope: Envelope): void;
}

export type BlocksSettings = Pick<Settings, "showTokens" | "showReasoning">;

/** Stands for the task of what is replayed. */
const replaying = "replay";
const kinds = { text: "answer", reasoning: "reasoning" } as const;

/** Who says it, and where what it says is written. */
interface Speaker {
  readonly task: string;
  readonly background: boolean;
  readonly history: HistoryWriter;
}

type Shows = {
  readonly [K in AgentEvent["type"]]?: (event: Extract<AgentEvent, { type: K }>, by: Speaker) => void;
};

/** `above`: what is above. */
export function createBlocks(history: HistoryWriter, settings: BlocksSettings, above?: BlockKind): Blocks {
  const speakers = new Map<string, Speaker>();
  const passages = new Map<string, Passage>();
  const tools = new Map<string, { readonly index: number; readonly tool: LiveTool }>();
  const questions = new Map<string, Question>();
  const previews = new Map<string, ToolPreview>();
  let last = above && { kind: above, task: replaying };

  function speakerOf({ task, background }: Envelope): Speaker {
    const known = speakers.get(task);
    if (known) return known;
    if (!background) return { task, background: false, history };
    const speaker = { task, background, history: labelledWriter(history, sanitiseLine(task)) };
    speakers.set(task, speaker);
    return speaker;
  }

  /** Two tasks may name their calls alike. */
  const keyOf = ({ task }: Speaker, callId: string) => `${task} ${callId}`;

  function endPassage({ task }: Speaker): void {
    passages.get(task)?.end();
    passages.delete(task);
  }

  function write(by: Speaker, kind: Passage["kind"], text: string): void {
    if (text === "") return;
    if (passages.get(by.task)?.kind !== kind) endPassage(by);
    const create = kind === "answer" ? createAnswer : createReasoning;
    const passage = passages.get(by.task) ?? create(by.history);
    passages.set(by.task, passage);
    last = { kind, task: by.task };
    passage.push(text);
  }

  function addWhole({ kind, text }: WholePassage, by: Speaker): void {
    addPassage(by.history, kind, text);
    last = { kind, task: by.task };
  }

  function addNote(source: NoteSource, by: Speaker): void {
    by.history.add(source);
    last = { kind: "note", task: by.task };
  }

  function addPrompt(text: string, by: Speaker): void {
    by.history.add({ kind: "prompt", text: sanitise(text), gap: last !== undefined });
    last = { kind: "prompt", task: by.task };
  }

  function addAttached(message: UserMessage, by: Speaker): void {
    for (const text of attachedTexts(message)) addNote(note("notice", text), by);
  }

  /** Calls in a row stand together. */
  function gapBeforeTool({ task }: Speaker): boolean {
    const gap = last?.kind !== "tool" || last.task !== task;
    last = { kind: "tool", task };
    return gap;
  }

  /** What was said in an earlier run. */
  function replay(message: Message, by: Speaker): void {
    switch (message.role) {
      case "user":
        if (message.synthetic) return;
        addPrompt(message.text, by);
        return addAttached(message, by);
      case "assistant":
        for (const call of callsOf(message)) previews.set(keyOf(by, call.id), replayedPreview(call));
        for (const passage of passagesOf(message, settings)) addWhole(passage, by);
        return;
      case "tool": {
        const { result } = message;
        const key = keyOf(by, result.callId);
        by.history.add(unstartedTool(result, "ran", gapBeforeTool(by), previews.get(key)));
        previews.delete(key);
      }
    }
  }

  const shows: Shows = {
    "turn-started"({ prompt, again }, by) {
      if (!again) addPrompt(prompt, by);
    },
    "command-started"({ line, quiet }, by) {
      if (!quiet) addPrompt(line, by);
    },
    "message-added"({ message }, by) {
      if (message.role === "user" && !message.synthetic) addAttached(message, by);
    },
    "text-delta": ({ text }, by) => write(by, "answer", text),
    "reasoning-delta"({ text }, by) {
      if (settings.showReasoning) write(by, "reasoning", text);
    },
    "response-finished": (_, by) => endPassage(by),
    retrying(event, by) {
      endPassage(by);
      addNote(retryNote(event), by);
    },
    compacted: (event, by) => addNote(note("notice", compactedText(event)), by),
    "approval-requested"({ id, question }, by) {
      endPassage(by);
      if (question.kind === "tool") previews.set(keyOf(by, question.call.id), question.preview);
      questions.set(id, question);
    },
    // While it is open the question stands in a box of its own; the history has what became of it.
    "approval-answered"({ id, answer }, by) {
      const asked = questions.get(id);
      questions.delete(id);
      if (asked) addNote(answeredNote(asked, answer), by);
    },
    "tool-started"({ call, preview, own }, by) {
      endPassage(by);
      const key = keyOf(by, call.id);
      previews.delete(key);
      const tool = createLiveTool(preview, gapBeforeTool(by));
      const index = by.history.open(tool);
      tools.set(key, { tool, index });
      if (own) history.expand(index);
    },
    "tool-output": ({ callId, text }, by) => tools.get(keyOf(by, callId))?.tool.write(text),
    "tool-finished"({ result, fate }, by) {
      endPassage(by);
      const key = keyOf(by, result.callId);
      const running = tools.get(key);
      const preview = previews.get(key);
      tools.delete(key);
      previews.delete(key);
      if (running) by.history.settle(running.index, running.tool.finished(result, fate));
      else by.history.add(unstartedTool(result, fate, gapBeforeTool(by), preview));
    },
    replayed: ({ message }) => replay(message, { task: replaying, background: false, history }),
    "session-opened": (event, by) => addNote(openedNote(event), by),
    usage({ usage }, by) {
      endPassage(by);
      if (settings.showTokens) addNote(tokenNote(usage), by);
    },
    // It may come in the midst of an answer, which then goes on below it.
    notice: (event, by) => addNote(noticeNote(event), by),
    interrupted: (_, by) => addNote(interruptedNote, by),
    "turn-finished"({ outcome }, by) {
      endPassage(by);
      // Of a task in the background there is more to say when it has ended.
      const source = by.background ? undefined : outcomeNote(outcome);
      if (source) addNote(source, by);
    },
    "task-ended"(event, by) {
      speakers.delete(event.id);
      addNote(taskEndedNote(event), by);
    },
  };

  return {
    show(envelope) {
      const { event } = envelope;
      const show = shows[event.type] as ((event: AgentEvent, by: Speaker) => void) | undefined;
      show?.(event, speakerOf(envelope));
    },
  };
}

interface WholePassage {
  readonly kind: Passage["kind"];
  readonly text: string;
}

/** What is shown of it: what follows upon another of its kind is one with it. */
function passagesOf({ parts }: AssistantMessage, { showReasoning }: BlocksSettings): readonly WholePassage[] {
  const passages: { readonly kind: Passage["kind"]; text: string }[] = [];
  for (const part of parts) {
    if (part.type === "tool-call" || part.text === "") continue;
    if (part.type === "reasoning" && !showReasoning) continue;
    const kind = kinds[part.type];
    const last = passages.at(-1);
    if (last?.kind === kind) last.text += part.text;
    else passages.push({ kind, text: part.text });
  }
  return passages;
}
