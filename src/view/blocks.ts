/** What the loop tells, as blocks of the history. It must not know how they look. */
import type { AgentEvent, Envelope } from "../model/event.ts";
import { type AssistantMessage, callsOf, type Message } from "../model/message.ts";
import type { Question } from "../model/question.ts";
import type { Settings } from "../model/settings.ts";
import type { ToolPreview } from "../model/tool.ts";
import type { BlockKind, NoteSource } from "./block.ts";
import type { HistoryWriter } from "./history.ts";
import { createLiveTool, type LiveTool, unstartedTool } from "./live-tool.ts";
import {
  answeredNote,
  compactedText,
  interruptedNote,
  note,
  noticeNote,
  openedNote,
  outcomeNote,
  retryNote,
  tokenNote,
} from "./notes.ts";
import { addPassage, createAnswer, createReasoning, type Passage } from "./passage.ts";
import { replayedPreview } from "./replayed-call.ts";
import { sanitise } from "./sanitise.ts";

export interface Blocks {
  show(envelope: Envelope): void;
}

export type BlocksSettings = Pick<Settings, "showTokens" | "showReasoning">;

const kinds = { text: "answer", reasoning: "reasoning" } as const;

type Shows = {
  readonly [K in AgentEvent["type"]]?: (event: Extract<AgentEvent, { type: K }>, task: string) => void;
};

/** `last`: what is above. */
export function createBlocks(history: HistoryWriter, settings: BlocksSettings, last?: BlockKind): Blocks {
  const passages = new Map<string, Passage>();
  const tools = new Map<string, { readonly index: number; readonly tool: LiveTool }>();
  const questions = new Map<string, Question>();
  const previews = new Map<string, ToolPreview>();

  function endPassage(task: string): void {
    passages.get(task)?.end();
    passages.delete(task);
  }

  function write(task: string, kind: Passage["kind"], text: string): void {
    if (text === "") return;
    if (passages.get(task)?.kind !== kind) endPassage(task);
    const passage =
      passages.get(task) ?? (kind === "answer" ? createAnswer(history) : createReasoning(history));
    passages.set(task, passage);
    last = kind;
    passage.push(text);
  }

  function addWhole({ kind, text }: WholePassage): void {
    addPassage(history, kind, text);
    last = kind;
  }

  function addNote(source: NoteSource): void {
    history.add(source);
    last = "note";
  }

  function addPrompt(text: string): void {
    history.add({ kind: "prompt", text: sanitise(text), gap: last !== undefined });
    last = "prompt";
  }

  /** Calls in a row stand together. */
  function gapBeforeTool(): boolean {
    const gap = last !== "tool";
    last = "tool";
    return gap;
  }

  /** What was said in an earlier run. */
  function replay(message: Message): void {
    switch (message.role) {
      case "user":
        if (!message.synthetic) addPrompt(message.text);
        return;
      case "assistant":
        for (const call of callsOf(message)) previews.set(call.id, replayedPreview(call));
        for (const passage of passagesOf(message, settings)) addWhole(passage);
        return;
      case "tool": {
        const { result } = message;
        history.add(unstartedTool(result, "ran", gapBeforeTool(), previews.get(result.callId)));
        previews.delete(result.callId);
      }
    }
  }

  const shows: Shows = {
    "turn-started"({ prompt, again }) {
      if (!again) addPrompt(prompt);
    },
    "command-started"({ line, quiet }) {
      if (!quiet) addPrompt(line);
    },
    "text-delta": ({ text }, task) => write(task, "answer", text),
    "reasoning-delta"({ text }, task) {
      if (settings.showReasoning) write(task, "reasoning", text);
    },
    "response-finished": (_, task) => endPassage(task),
    retrying(event, task) {
      endPassage(task);
      addNote(retryNote(event));
    },
    compacted: (event) => addNote(note("notice", compactedText(event))),
    "approval-requested"({ id, question }, task) {
      endPassage(task);
      if (question.kind === "tool") previews.set(question.call.id, question.preview);
      questions.set(id, question);
    },
    // While it is open the question stands in a box of its own; the history has what became of it.
    "approval-answered"({ id, answer }) {
      const asked = questions.get(id);
      questions.delete(id);
      if (asked) addNote(answeredNote(asked, answer));
    },
    "tool-started"({ call, preview }, task) {
      endPassage(task);
      previews.delete(call.id);
      const tool = createLiveTool(preview, gapBeforeTool());
      tools.set(call.id, { tool, index: history.open(tool) });
    },
    "tool-output": ({ callId, text }) => tools.get(callId)?.tool.write(text),
    "tool-finished"({ result, fate }, task) {
      endPassage(task);
      const running = tools.get(result.callId);
      const preview = previews.get(result.callId);
      tools.delete(result.callId);
      previews.delete(result.callId);
      if (running) history.settle(running.index, running.tool.finished(result, fate));
      else history.add(unstartedTool(result, fate, gapBeforeTool(), preview));
    },
    replayed: ({ message }) => replay(message),
    "session-opened": (event) => addNote(openedNote(event)),
    usage({ usage }, task) {
      endPassage(task);
      if (settings.showTokens) addNote(tokenNote(usage));
    },
    // It may come in the midst of an answer, which then goes on below it.
    notice: (event) => addNote(noticeNote(event)),
    interrupted: () => addNote(interruptedNote),
    "turn-finished"({ outcome }, task) {
      endPassage(task);
      const source = outcomeNote(outcome);
      if (source) addNote(source);
    },
  };

  return {
    show({ event, task }) {
      const show = shows[event.type] as ((event: AgentEvent, task: string) => void) | undefined;
      show?.(event, task);
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
