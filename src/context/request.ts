/** Builds what a backend is sent: the system prompt, the part of the history that goes along, the tools. */
import type { BackendRequest } from "../model/backend.ts";
import type { AssistantPart, Message } from "../model/message.ts";
import type { Settings } from "../model/settings.ts";
import type { ToolSpec } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import { joinSummaries } from "./compaction/with-summary.ts";
import { estimateTokens } from "./tokens.ts";

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

export function estimateUsage(request: BackendRequest, answer: readonly AssistantPart[]): Usage {
  const system: Message[] = request.system ? [{ role: "system", text: request.system }] : [];
  return {
    input: estimateTokens([...system, ...request.messages]),
    output: estimateTokens([{ role: "assistant", parts: answer }]),
    cacheRead: 0,
    cacheWrite: 0,
    estimated: true,
  };
}
