/** What the requests of both of OpenAI's formats have in common. Knows neither of them. */
import type { BackendRequest } from "../model/backend.ts";
import type { BackendSettings, ThinkingLevel } from "../model/settings.ts";
import type { ToolCall } from "../model/tool.ts";
import type { Concessions } from "./openai-concessions.ts";
import { orElse, type SpokenMessage } from "./openai-history.ts";

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

/** What is said or came out; an empty text would be refused. */
export function contentOf(message: Exclude<SpokenMessage, { role: "assistant" }>): string {
  if (message.role === "user") return orElse(message.text, "(empty message)");
  return orElse(message.result.output, "(no output)");
}
