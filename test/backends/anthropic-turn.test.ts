/** The loop and the Anthropic backend together, against a server that refuses invalid histories. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAnthropic } from "../../src/backends/anthropic.ts";
import { runTurn } from "../../src/loop/turn.ts";
import type { Backend } from "../../src/model/backend.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import type { Message } from "../../src/model/message.ts";
import { fakeToolbox } from "../support/fake-toolbox.ts";
import {
  type MockAnthropic,
  messageEnd,
  messageStart,
  startMockAnthropic,
  textReply,
  toolBlock,
  toolReply,
} from "../support/mock-anthropic.ts";
import { rawReply } from "../support/mock-server.ts";
import { turnDeps } from "../support/turn.ts";

let mock: MockAnthropic;
let backend: Backend;
beforeEach(async () => {
  mock = await startMockAnthropic();
  backend = await createAnthropic({ apiKey: "sk-test", baseUrl: mock.url });
});
afterEach(() => mock.close());

async function play(
  history: Message[],
  onEvent: (event: AgentEvent) => void = () => {},
  signal?: AbortSignal,
) {
  const toolbox = fakeToolbox({ bash: ({ signal: stop }) => untilAborted(stop), read: "contents" });
  const emit = (event: AgentEvent) => {
    if (event.type === "message-added") history.push(event.message);
    onEvent(event);
  };
  const deps = turnDeps({ backend, toolbox });
  return runTurn({ text: "go" }, [...history], deps, emit, signal ?? new AbortController().signal);
}

function untilAborted(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve("late")));
}

const reads = ["c1", "c2"].map((id) => ({ id, name: "read", input: { path: id } }));

test("calls are run and their results go back in one message, in order", async () => {
  mock.enqueue(toolReply(reads, { text: "Look." }), textReply("Done."));
  expect(await play([])).toEqual({ kind: "answered", text: "Done." });
  expect(mock.requests[1]?.body?.messages?.at(-1)).toMatchObject({
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "c1", content: "contents" },
      { type: "tool_result", tool_use_id: "c2", content: "contents" },
    ],
  });
});

test("broken arguments are answered with an error, and nothing is run", async () => {
  const broken = toolBlock(0, { id: "c1", name: "read" }, ['{"path":"a" /* x */}']);
  mock.enqueue(rawReply([messageStart(), broken, messageEnd("tool_use")]), textReply("Sorry."));
  const started: AgentEvent[] = [];
  const outcome = await play([], (event) => event.type === "tool-started" && started.push(event));
  expect(outcome).toEqual({ kind: "answered", text: "Sorry." });
  expect(started).toEqual([]);
  expect(mock.requests[1]?.body?.messages?.at(-1)).toMatchObject({ content: [{ is_error: true }] });
});

test("after a call was cancelled, the server accepts the history", async () => {
  const controller = new AbortController();
  mock.enqueue(toolReply([...reads, { id: "c3", name: "bash", input: {} }]), textReply("Fine."));
  const history: Message[] = [];
  const cancel = (event: AgentEvent) => {
    if (event.type === "tool-started" && event.call.id === "c3") controller.abort();
  };
  expect(await play(history, cancel, controller.signal)).toEqual({ kind: "cancelled" });
  expect(await play(history)).toEqual({ kind: "answered", text: "Fine." });
  expect(mock.requests.map(({ rejected }) => rejected)).toEqual([undefined, undefined]);
});

test("an empty answer and cut ones end the turn with their causes", async () => {
  const cut = rawReply([messageStart()], { cut: true });
  mock.enqueue(rawReply([messageStart(), messageEnd("end_turn")]), cut, cut, cut, cut, cut, cut);
  const history: Message[] = [];
  expect(await play(history)).toMatchObject({ kind: "failed", cause: "empty-response" });
  expect(await play(history)).toMatchObject({ kind: "failed", cause: "network" });
  expect(await play(history)).toEqual({ kind: "answered", text: "ok" });
});
