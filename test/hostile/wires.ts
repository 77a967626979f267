/** The streams of the providers as lists of frames: what a good answer looks like on each wire, before anybody spoils it. */
import {
  blockDelta,
  blockStart,
  blockStop,
  messageEnd,
  messageStart,
  textBlock,
  toolBlock,
} from "../support/mock-anthropic.ts";
import { called, finished, line, said, thought } from "../support/mock-ollama.ts";
import {
  callItem,
  chatCall,
  chatEnd,
  chatStart,
  chunk,
  delta,
  messageItem,
  responsesEnd,
  responsesEvent,
  responsesStart,
} from "../support/mock-openai.ts";

export interface Wire {
  readonly name: string;
  /** Good answers, each as frames that are whole by themselves. */
  readonly answers: readonly (readonly string[])[];
  /** What the provider says when nothing is wrong. */
  readonly ok: readonly string[];
  readonly contentType: string;
}

/** Of every call in every good answer: nothing else may run after a stream that was only cut. */
export const goodInputs = [
  { command: "echo one two three" },
  { command: "printf 'a\nb'", timeout: 5 },
  // Not without any: so are arguments that got lost.
  { command: "" },
  { path: "notes.txt" },
];
const [echo, printf, none, path] = goodInputs.map((input) => JSON.stringify(input)) as [
  string,
  string,
  string,
  string,
];

function frames(...texts: readonly string[]): readonly string[] {
  return texts.join("").split(/(?<=\n\n)/);
}

function halves(text: string): readonly string[] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

const anthropic: Wire = {
  name: "anthropic",
  contentType: "text/event-stream",
  ok: frames(messageStart(), textBlock(0, "ok"), messageEnd("end_turn")),
  answers: [
    frames(
      messageStart(),
      textBlock(0, "Hello, wörld 👩‍💻. "),
      textBlock(1, "More."),
      messageEnd("end_turn"),
    ),
    frames(
      messageStart(),
      blockStart(0, { type: "thinking", thinking: "", signature: "" }),
      blockDelta(0, { type: "thinking_delta", thinking: "Hm." }),
      blockDelta(0, { type: "signature_delta", signature: "c2ln" }),
      blockStop(0),
      textBlock(1, "I run it."),
      toolBlock(2, { id: "toolu_1", name: "bash" }, halves(echo)),
      toolBlock(3, { id: "toolu_2", name: "read" }, halves(path)),
      messageEnd("tool_use"),
    ),
    frames(
      messageStart(),
      toolBlock(0, { id: "toolu_3", name: "bash" }, [...printf]),
      toolBlock(1, { id: "toolu_4", name: "bash" }, [none]),
      messageEnd("tool_use"),
    ),
    frames(
      messageStart(),
      textBlock(0, "cut"),
      toolBlock(1, { id: "toolu_5", name: "bash" }, [echo.slice(0, 9)]),
      messageEnd("max_tokens"),
    ),
    frames(
      messageStart(),
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
    ),
  ],
};

const chat: Wire = {
  name: "openai chat",
  contentType: "text/event-stream",
  ok: frames(chatStart, delta({ content: "ok" }), chatEnd("stop")),
  answers: [
    frames(
      chatStart,
      delta({ content: "Hello, wörld 👩‍💻." }),
      delta({ content: " More." }),
      chatEnd("stop"),
    ),
    frames(
      chatStart,
      delta({ reasoning_content: "Hm.", signature: "x", blocks: [{ index: 0, type: "t", text: "a" }] }),
      delta({ content: "I run it." }),
      chatCall({ id: "call_1", name: "bash", json: halves(echo) }, 0),
      chatCall({ id: "call_2", name: "read", json: halves(path) }, 1),
      chatEnd("tool_calls"),
    ),
    frames(
      chatStart,
      chatCall({ id: "call_3", name: "bash", json: [...printf] }, 0),
      chatCall({ id: "call_3", name: "bash", json: [none] }, 1),
      chatEnd("tool_calls"),
    ),
    frames(
      chatStart,
      delta({ content: '<tool_call>{"name":"bash","arguments":' }),
      delta({ content: `${echo}}</tool_call>` }),
      chatEnd("stop"),
    ),
    frames(
      chatStart,
      chatCall({ id: "call_4", name: "bash", json: [echo.slice(0, 9)] }, 0),
      chatEnd("length"),
    ),
    frames(chatStart, chunk({ error: { message: "Overloaded", type: "server_error", code: 503 } })),
  ],
};

const responses: Wire = {
  name: "openai responses",
  contentType: "text/event-stream",
  ok: frames(responsesStart, ...messageItem(0, ["ok"]), responsesEnd()),
  answers: [
    frames(responsesStart, ...messageItem(0, ["Hello, wörld 👩‍💻.", " More."]), responsesEnd()),
    frames(
      responsesStart,
      responsesEvent("response.output_item.added", {
        output_index: 0,
        item: { id: "rs_1", type: "reasoning", summary: [] },
      }),
      responsesEvent("response.reasoning_summary_text.delta", {
        output_index: 0,
        item_id: "rs_1",
        summary_index: 0,
        delta: "Hm.",
      }),
      responsesEvent("response.output_item.done", {
        output_index: 0,
        item: {
          id: "rs_1",
          type: "reasoning",
          summary: [{ type: "summary_text", text: "Hm." }],
          encrypted_content: "c2Vj",
        },
      }),
      callItem({ id: "call_1", name: "bash", json: halves(echo) }, 1),
      callItem({ id: "call_2", name: "read", json: halves(path) }, 2),
      responsesEnd(),
    ),
    frames(
      responsesStart,
      callItem({ id: "call_3", name: "bash", json: [...printf] }, 0),
      callItem({ id: "call_4", name: "bash", json: [none] }, 1),
      responsesEnd(),
    ),
    frames(
      responsesStart,
      callItem({ id: "call_5", name: "bash", json: [echo.slice(0, 9)] }, 0),
      responsesEnd(undefined, { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }),
    ),
    frames(
      responsesStart,
      responsesEvent("response.failed", {
        response: { status: "failed", error: { code: "server_error", message: "Overloaded" } },
      }),
    ),
    frames(
      responsesStart,
      responsesEvent("error", { code: "rate_limit_exceeded", message: "Slow down", param: null }),
    ),
  ],
};

const ollama: Wire = {
  name: "ollama",
  contentType: "application/x-ndjson",
  ok: [said("ok"), finished()],
  answers: [
    [said("Hello, wörld 👩‍💻."), said(" More."), finished()],
    [
      thought("Hm."),
      said("I run it."),
      called({ name: "bash", arguments: goodInputs[0] }, { name: "read", arguments: goodInputs[3] }),
      finished(),
    ],
    [
      called({ name: "bash", arguments: goodInputs[1] }),
      called({ name: "bash", arguments: goodInputs[2] }),
      finished(),
    ],
    [said('<tool_call>{"name":"bash","arguments":'), said(`${echo}}</tool_call>`), finished()],
    [said("cut"), finished({ done_reason: "length" })],
    [said("cut"), line({ error: "model runner has unexpectedly stopped" })],
  ],
};

export const wires: readonly Wire[] = [anthropic, chat, responses, ollama];
