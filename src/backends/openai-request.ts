/** What the requests of both of OpenAI's formats have in common. Knows neither of them. */
import { imagesOf, wordsOf } from "../model/attachment.ts";
import type { BackendRequest } from "../model/backend.ts";
import type { ToolMessage, UserMessage } from "../model/message.ts";
import type { BackendSettings, ThinkingLevel } from "../model/settings.ts";
import type { ToolCall } from "../model/tool.ts";
import type { Concessions } from "./openai-concessions.ts";
import { orElse } from "./openai-history.ts";

export interface RequestOptions {
  readonly model: string;
  readonly thinking?: ThinkingLevel;
  readonly replayReasoning?: BackendSettings["replayReasoning"];
  readonly concessions: Concessions;
}

/** How words are chosen: only what was set. */
export function samplingOf({ temperature, topP }: BackendRequest) {
  return { ...(temperature !== undefined && { temperature }), ...(topP !== undefined && { top_p: topP }) };
}

export function effortOf(thinking: ThinkingLevel): "none" | "low" | "medium" | "high" {
  return thinking === "off" ? "none" : thinking;
}

/** What cannot be parsed goes back as nothing: the result says what was wrong. */
export function argumentsOf({ input, malformed }: ToolCall): string {
  return JSON.stringify(malformed ? {} : input);
}

/** What is said; an empty text would be refused. */
export function saidText(message: UserMessage, sees: boolean): string {
  return orElse(wordsOf(message, sees ? "beside" : "unseen"), "(empty message)");
}

/** The pictures that go along with it, as addresses that hold them. */
export function imageUrls(message: UserMessage, sees: boolean): readonly string[] {
  return sees ? imagesOf(message).map(({ mediaType, data }) => `data:${mediaType};base64,${data}`) : [];
}

export function resultText({ result }: ToolMessage): string {
  return orElse(result.output, "(no output)");
}

/** Nothing was said against it, by the server or by what is known of the model. */
export function seesImages({ model, concessions }: Pick<RequestOptions, "model" | "concessions">): boolean {
  return !concessions.has("no-images") && !blind.test(model);
}

/** Models of OpenAI without eyes. */
const blind = /^(?:gpt-3\.5|gpt-4(?:-0\d{3}|-32k.*|-1106.*)?$|o1-mini|o1-preview|o3-mini|davinci|babbage)/i;
