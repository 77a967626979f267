/** An append display on a sheet of paper, at a keyboard that the test types on, with a clock that it moves. */
import { PassThrough } from "node:stream";
import { type AppendOptions, createAppendDisplay } from "../../../src/display/append/append.ts";
import type { AgentEvent } from "../../../src/model/event.ts";
import type { Intent } from "../../../src/model/intent.ts";
import type { Question } from "../../../src/model/question.ts";
import { createManualClock } from "./manual-clock.ts";

export interface StageOptions {
  readonly chat?: boolean;
  readonly settings?: Partial<AppendOptions["settings"]>;
  readonly input?: "terminal" | "pipe" | "none";
  /** What is shown at once when something is submitted. */
  readonly reactions?: readonly AgentEvent[];
}

export function createStage(options: StageOptions = {}) {
  const { chat = true, settings, input = "terminal", reactions = [] } = options;
  const clock = createManualClock();
  const keyboard = new PassThrough();
  const intents: Intent[] = [];
  const sheets = { answer: "", chrome: "" };
  const sheet = (name: keyof typeof sheets) => ({
    write(text: string) {
      sheets[name] += text;
    },
  });
  const chrome = sheet("chrome");
  const isTty = input === "terminal";
  const display = createAppendDisplay({
    input: input === "none" ? undefined : { stream: keyboard, isTty, echo: !isTty },
    answer: chat ? chrome : sheet("answer"),
    chrome,
    clock,
    directory: "/work",
    settings: { showTokens: true, showReasoning: true, pasteMode: "auto", ...settings },
    chat,
    header: ["[display: append, as asked]"],
  });
  let seq = 0;
  const show = (...events: readonly AgentEvent[]) => {
    for (const event of events) display.show({ seq: seq++, task: "t1", at: 0, event });
  };
  const showAside = (task: string, ...events: readonly AgentEvent[]) => {
    for (const event of events) display.show({ seq: seq++, task, background: true, at: 0, event });
  };
  display.start((intent) => {
    intents.push(intent);
    if (intent.type === "submit") show(...reactions);
  });
  sheets.chrome = "";
  return {
    clock,
    keyboard,
    intents,
    display,
    show,
    /** By a task in the background. */
    showAside,
    /** Types at once, and waits until it is no longer taken for part of a paste. */
    type(text: string) {
      if (isTty) sheets.chrome += text;
      keyboard.emit("data", Buffer.from(text));
      clock.advance(50);
    },
    /** What was written, and what the terminal has echoed, since this was last asked. */
    shown(): string {
      const text = sheets.chrome;
      sheets.chrome = "";
      return text;
    },
    answer: () => sheets.answer,
  };
}

/** Waiting for input. */
export function atPrompt(options?: StageOptions) {
  const stage = createStage(options);
  stage.show(idle);
  stage.shown();
  return stage;
}

/** In the middle of an answer. */
export function streaming(options?: StageOptions) {
  const stage = atPrompt(options);
  stage.show(turn("go"), request(1), text("Some words "));
  stage.shown();
  return stage;
}

export const usage = { input: 42, output: 15, cacheRead: 0, cacheWrite: 0 };
export const idle: AgentEvent = { type: "idle" };
export const answered: AgentEvent = { type: "turn-finished", outcome: { kind: "answered", text: "" }, usage };
export const cancelled: AgentEvent = { type: "turn-finished", outcome: { kind: "cancelled" }, usage };
export const text = (piece: string): AgentEvent => ({ type: "text-delta", text: piece });
export const notice = (said: string): AgentEvent => ({ type: "notice", level: "info", text: said });
export const turn = (prompt: string): AgentEvent => ({ type: "turn-started", prompt });
export const request = (iteration: number): AgentEvent => ({ type: "request-started", iteration });

export function asks(id: string, kind: "tool" | "pause" = "tool"): AgentEvent {
  return { type: "approval-requested", id, question: kind === "tool" ? aboutTool : aboutPause };
}

const aboutPause: Question = { kind: "pause", reason: "Pausing after 2 iterations" };
const aboutTool: Question = {
  kind: "tool",
  call: { id: "c1", name: "bash", input: { command: "ls" } },
  preview: { title: "bash: ls", fields: [{ label: "command", value: "ls" }] },
};
