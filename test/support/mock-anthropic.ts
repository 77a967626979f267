/** A loopback Messages API: real HTTP, real SSE, as strict as the real one. Shares no code with the backend. */
import { type Json, type MockBody, refuse } from "../contract/messages-api-rules.ts";
import {
  framed,
  type MockReply,
  type MockRequest,
  type MockServer,
  rawReply,
  startMockServer,
  statusReply,
} from "./mock-server.ts";

export type MockAnthropic = MockServer<MockBody>;
export type AnthropicRequest = MockRequest<MockBody>;

interface Usage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly cache_read_input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
}

export function sse(event: Json & { type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

export function messageStart(usage: Usage = {}): string {
  const { output_tokens: _, ...input } = usage;
  const message = { id: "msg_1", type: "message", role: "assistant", model: "mock", content: [] };
  const counts = { input_tokens: 10, output_tokens: 1, ...input };
  return sse({ type: "message_start", message: { ...message, stop_reason: null, usage: counts } });
}

export function messageEnd(stopReason: string, usage: Usage = {}): string {
  const delta = { stop_reason: stopReason, stop_sequence: null };
  const counts = { output_tokens: usage.output_tokens ?? 5 };
  return sse({ type: "message_delta", delta, usage: counts }) + sse({ type: "message_stop" });
}

export function textReply(
  text: string,
  options: { deltas?: readonly string[]; usage?: Usage; delayMs?: number; stop?: string } = {},
): MockReply {
  const deltas = options.deltas ?? [text];
  const chunks = deltas.map((piece) => blockDelta(0, { type: "text_delta", text: piece }));
  const head = messageStart(options.usage) + blockStart(0, { type: "text", text: "" });
  const tail = blockStop(0) + messageEnd(options.stop ?? "end_turn", options.usage);
  return rawReply(framed(head, chunks, tail), { delayMs: options.delayMs });
}

export function toolReply(
  calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[],
  options: { text?: string; usage?: Usage; delayMs?: number; stop?: string } = {},
): MockReply {
  const text = options.text ? textBlock(0, options.text) : "";
  const first = options.text ? 1 : 0;
  const chunks = calls.map(({ id, name, input }, at) =>
    toolBlock(first + at, { id, name }, [JSON.stringify(input)]),
  );
  const tail = messageEnd(options.stop ?? "tool_use", options.usage);
  return rawReply(framed(messageStart(options.usage) + text, chunks, tail), { delayMs: options.delayMs });
}

/** The error body of the real API. */
export function errorBody(type: string, message: string): Json {
  return { type: "error", error: { type, message }, request_id: "req_mock" };
}

export function textBlock(index: number, text: string): string {
  return (
    blockStart(index, { type: "text", text: "" }) +
    blockDelta(index, { type: "text_delta", text }) +
    blockStop(index)
  );
}

export function toolBlock(
  index: number,
  tool: { id: string; name: string },
  json: readonly string[],
): string {
  const deltas = json.map((partial_json) => blockDelta(index, { type: "input_json_delta", partial_json }));
  return blockStart(index, { type: "tool_use", ...tool, input: {} }) + deltas.join("") + blockStop(index);
}

export function blockStart(index: number, content_block: Json): string {
  return sse({ type: "content_block_start", index, content_block });
}

export function blockDelta(index: number, delta: Json): string {
  return sse({ type: "content_block_delta", index, delta });
}

export function blockStop(index: number): string {
  return sse({ type: "content_block_stop", index });
}

export function startMockAnthropic(): Promise<MockAnthropic> {
  return startMockServer<MockBody>({
    refuse(incoming, body) {
      const refusal = refuse(incoming, body);
      if (!refusal) return undefined;
      const { status, type, message } = refusal;
      return { message, reply: statusReply(status, errorBody(type, message)) };
    },
    fallback: () => textReply("ok"),
  });
}
