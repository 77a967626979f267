/** A loopback OpenAI: chat completions and Responses, as strict as the real ones. Shares no code with the backend. */
import { type ChatBody, type Json, refuse } from "../contract/openai-api-rules.ts";
import {
  framed,
  type MockReply,
  type MockServer,
  rawReply,
  startMockServer,
  statusReply,
} from "./mock-server.ts";

export type MockOpenAi = MockServer<ChatBody>;

/** `needsKey`: as api.openai.com. */
export function startMockOpenAi(needsKey = false): Promise<MockOpenAi> {
  return startMockServer<ChatBody>({
    refuse(incoming, body) {
      const refusal = refuse(incoming, body, needsKey);
      if (!refusal) return undefined;
      const { status, message, code } = refusal;
      return { message, reply: statusReply(status, openAiError(message, "invalid_request_error", code)) };
    },
    fallback: ({ url = "" }) => (url.endsWith("/responses") ? responsesText(["ok"]) : chatText(["ok"])),
  });
}

export function openAiError(
  message: string,
  type = "invalid_request_error",
  code: string | null = null,
): Json {
  return { error: { message, type, param: null, code } };
}

/** One event of a stream that has only data. */
export function chunk(body: Json): string {
  return `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", ...body })}\n\n`;
}

export function delta(fields: Json, finish: string | null = null): string {
  return chunk({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });
}

export interface WireUsage {
  readonly all: number;
  readonly output: number;
  readonly cached?: number;
  readonly written?: number;
}

export function chatEnd(finish: string, usage: WireUsage = { all: 10, output: 5 }): string {
  const counts = {
    prompt_tokens: usage.all,
    completion_tokens: usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached ?? 0, cache_write_tokens: usage.written ?? 0 },
  };
  return `${delta({}, finish)}${chunk({ choices: [], usage: counts })}data: [DONE]\n\n`;
}

export const chatStart = delta({ role: "assistant", content: "" });

export function chatText(pieces: readonly string[], usage?: WireUsage): MockReply {
  const deltas = pieces.map((content) => delta({ content }));
  return rawReply(framed(chatStart, deltas, chatEnd("stop", usage)));
}

export interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly json: readonly string[];
}

/** As OpenAI sends calls: the head first, then the arguments. */
export function chatCall({ id, name, json }: WireCall, index: number): string {
  const head = { index, id, type: "function", function: { name, arguments: "" } };
  const rest = json.map((piece) => ({ index, function: { arguments: piece } }));
  return [head, ...rest].map((call) => delta({ tool_calls: [call] })).join("");
}

export function chatCalls(...calls: readonly WireCall[]): MockReply {
  return rawReply([chatStart, ...calls.map(chatCall), chatEnd("tool_calls")]);
}

/** One named event of a Responses stream. */
export function responsesEvent(type: string, fields: Json = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

export const responsesStart =
  responsesEvent("response.created", { response: { id: "resp_1", status: "in_progress", output: [] } }) +
  responsesEvent("response.in_progress", { response: { id: "resp_1", status: "in_progress", output: [] } });

export function responsesEnd(usage: WireUsage = { all: 10, output: 5 }, response: Json = {}): string {
  const counts = {
    input_tokens: usage.all,
    output_tokens: usage.output,
    input_tokens_details: { cached_tokens: usage.cached ?? 0, cache_write_tokens: usage.written ?? 0 },
  };
  const status = String(response.status ?? "completed");
  return responsesEvent(`response.${status}`, {
    response: { id: "resp_1", usage: counts, ...response, status },
  });
}

export function messageItem(at: number, pieces: readonly string[], extra: Json = {}): readonly string[] {
  const item = { id: `msg_${at}`, type: "message", role: "assistant", ...extra };
  const place = { output_index: at, item_id: item.id, content_index: 0 };
  const part = { type: "output_text", text: pieces.join(""), annotations: [] };
  return [
    responsesEvent("response.output_item.added", { output_index: at, item: { ...item, content: [] } }) +
      responsesEvent("response.content_part.added", { ...place, part: { ...part, text: "" } }),
    ...pieces.map((text) => responsesEvent("response.output_text.delta", { ...place, delta: text })),
    responsesEvent("response.output_text.done", { ...place, text: part.text }) +
      responsesEvent("response.output_item.done", { output_index: at, item: { ...item, content: [part] } }),
  ];
}

export function responsesText(pieces: readonly string[], usage?: WireUsage): MockReply {
  return rawReply([responsesStart, ...messageItem(0, pieces), responsesEnd(usage)]);
}

export function callItem({ id, name, json }: WireCall, at: number): string {
  const item = { id: `fc_${at}`, type: "function_call", call_id: id, name };
  const place = { output_index: at, item_id: item.id };
  const whole = json.join("");
  return [
    responsesEvent("response.output_item.added", { output_index: at, item: { ...item, arguments: "" } }),
    ...json.map((piece) =>
      responsesEvent("response.function_call_arguments.delta", { ...place, delta: piece }),
    ),
    responsesEvent("response.function_call_arguments.done", { ...place, arguments: whole }),
    responsesEvent("response.output_item.done", {
      output_index: at,
      item: { ...item, arguments: whole, status: "completed" },
    }),
  ].join("");
}

export function responsesCalls(...calls: readonly WireCall[]): MockReply {
  return rawReply([responsesStart, ...calls.map(callItem), responsesEnd()]);
}
