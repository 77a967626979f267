/** Builds what a backend is sent: the system prompt, the part of the history that goes along, the tools. */
import type { BackendRequest } from "../model/backend.ts";
import type { AssistantPart, Message } from "../model/message.ts";
import type { Settings } from "../model/settings.ts";
import type { ToolSpec } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import { joinSummaries } from "./compaction/with-summary.ts";
import { estimateTokens, estimateTools } from "./tokens.ts";

export function buildRequest(
  settings: Pick<Settings, "systemPrompt" | "maxOutputTokens" | "temperature" | "topP">,
  tools: readonly ToolSpec[],
  history: readonly Message[],
): BackendRequest {
  return {
    system: settings.systemPrompt,
    messages: joinSummaries(history),
    tools,
    maxTokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    topP: settings.topP,
  };
}

/** Of all that the provider reads. */
export function estimateRequest({
  system,
  messages,
  tools,
}: Pick<BackendRequest, "system" | "messages" | "tools">): number {
  const spoken: readonly Message[] = system ? [{ role: "system", text: system }, ...messages] : messages;
  return estimateTokens(spoken) + estimateTools(tools);
}

export function estimateUsage(request: BackendRequest, answer: readonly AssistantPart[]): Usage {
  return {
    input: estimateRequest(request),
    output: estimateTokens([{ role: "assistant", parts: answer }]),
    cacheRead: 0,
    cacheWrite: 0,
    estimated: true,
  };
}
