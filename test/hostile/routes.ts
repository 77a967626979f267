/** Every way in which a text of others reaches a display: what is told when it holds this. */
import type { AgentEvent } from "../../src/model/event.ts";
import type { Message } from "../../src/model/message.ts";
import { noUsage } from "../../src/model/usage.ts";

export type Route = (text: string, id: string) => readonly AgentEvent[];

const delta = (text: string): AgentEvent => ({ type: "text-delta", text });
const thought = (text: string): AgentEvent => ({ type: "reasoning-delta", text });
const done: AgentEvent = { type: "response-finished", iteration: 1, stop: "end" };
const answered: AgentEvent = {
  type: "turn-finished",
  outcome: { kind: "answered", text: "" },
  usage: noUsage,
};

function toolCall(id: string, name: string, title: string, value: string, output: string) {
  const call = { id, name, input: { command: value } };
  const preview = { title, fields: [{ label: "command", value }] };
  return {
    started: { type: "tool-started", call, preview } as AgentEvent,
    output: { type: "tool-output", callId: id, text: output } as AgentEvent,
    finished: {
      type: "tool-finished",
      result: { callId: id, name, output, isError: false },
      fate: "ran",
    } as AgentEvent,
  };
}

function replayed(message: Message): AgentEvent {
  return { type: "replayed", message };
}

function opened(id: string, name: string): AgentEvent {
  return {
    type: "session-opened",
    how: "resumed",
    id,
    name,
    from: id,
    messages: 2,
    usage: { total: noUsage },
  };
}

export const routes: Readonly<Record<string, Route>> = {
  "an answer": (text) => [delta(text), delta("\n\n"), done],
  "an answer in pieces": (text) => [...text.split("").map(delta), delta("\n\n"), done],
  reasoning: (text) => [thought(text), thought("\n"), done],
  "reasoning in pieces": (text) => [...text.split("").map(thought), done],
  "code in an answer": (text) => [delta("```js\n"), delta(text), delta("\n```\n"), done],
  "a table in an answer": (text) => [delta(`| a | b |\n|---|---|\n| ${text} | x |\n\n`), done],
  prompt: (text) => [{ type: "turn-started", prompt: text }, answered],
  "the name of a tool": (text, id) => {
    const { started, finished } = toolCall(id, text, "t", "v", "o");
    return [started, finished];
  },
  "the title of a call": (text, id) => {
    const { started, finished } = toolCall(id, "bash", text, "v", "o");
    return [started, finished];
  },
  "the arguments of a call": (text, id) => {
    const { started, finished } = toolCall(id, "bash", "t", text, "o");
    return [started, { type: "view", action: { kind: "expand", expanded: true } }, finished];
  },
  "the output of a tool": (text, id) => {
    const { started, output, finished } = toolCall(id, "bash", "t", "v", text);
    return [started, output, finished];
  },
  "the output in pieces": (text, id) => {
    const { started, finished } = toolCall(id, "bash", "t", "v", text);
    const pieces = text.split("").map((text): AgentEvent => ({ type: "tool-output", callId: id, text }));
    return [started, ...pieces, finished];
  },
  "a refused call": (text, id) => [
    {
      type: "tool-finished",
      result: { callId: id, name: text, output: text, isError: true },
      fate: "refused",
    },
  ],
  "a change of a file": (text, id) => {
    const diff = `@@ -1,2 +1,2 @@\n-${text}\n+${text}\n same`;
    const { started, finished } = toolCall(id, "edit", `edit: ${text}`, diff, "o");
    return [started, finished];
  },
  "the body of an error": (text) => [
    { type: "turn-finished", outcome: { kind: "failed", cause: "other", message: text }, usage: noUsage },
  ],
  "the reason of a retry": (text) => [
    { type: "retrying", attempt: 1, of: 5, waitMs: 1000, reason: text },
    answered,
  ],
  "an iteration limit": (text) => [
    {
      type: "turn-finished",
      outcome: { kind: "iteration-limit", iterations: 3, reason: text },
      usage: noUsage,
    },
  ],
  "a notice": (text) => [{ type: "notice", level: "warning", text }],
  "a listing": (text) => [{ type: "notice", level: "info", text: `${text}\nb` }],
  "a command": (text) => [{ type: "command-started", line: `/${text}` }],
  "what waits": (text) => [
    { type: "queue-changed", count: 1, latest: [{ text }], added: { text } },
    { type: "queue-changed", count: 0, latest: [] },
  ],
  "the end of a task": (text) => [
    {
      type: "task-ended",
      id: text,
      title: text,
      outcome: { kind: "failed", cause: "other", message: text },
      ms: 1,
    },
  ],
  "a session": (text, id) => [
    replayed({ role: "user", text }),
    replayed({
      role: "assistant",
      parts: [
        { type: "reasoning", text },
        { type: "text", text },
        { type: "tool-call", call: { id, name: text, input: { [text]: text } } },
      ],
    }),
    replayed({ role: "tool", result: { callId: id, name: text, output: text, isError: true } }),
    opened(text, text),
  ],
  "a question about a tool": (text, id) => [
    {
      type: "approval-requested",
      id,
      question: {
        kind: "tool",
        call: { id: `c${id}`, name: text, input: { command: text } },
        preview: { title: text, fields: [{ label: text.slice(0, 40), value: text }] },
        rule: text,
      },
    },
  ],
  "a pause": (text, id) => [{ type: "approval-requested", id, question: { kind: "pause", reason: text } }],
  "a confirmation": (text, id) => [
    {
      type: "approval-requested",
      id,
      question: { kind: "confirm", title: text, fields: [{ label: text.slice(0, 40), value: text }] },
    },
  ],
};

/** What puts away a question that was asked under this id. */
export function answersTo(events: readonly AgentEvent[]): readonly AgentEvent[] {
  return events.flatMap((event) =>
    event.type === "approval-requested"
      ? [{ type: "approval-answered", id: event.id, answer: { verdict: "deny", reason: "no" } } as const]
      : [],
  );
}
