/** What /context tells: what the next request carries, part by part, and how much of the window that is. */
import type { ContextPowers, ContextReport } from "../commands/command.ts";
import { isFrame, selectMessages } from "../context/select.ts";
import { estimateText, estimateTokens, estimateTools } from "../context/tokens.ts";
import type { Message } from "../model/message.ts";
import { type ContextManager, rulesOf } from "./context-manager.ts";
import type { Conversation } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import { type SystemPartsOf, systemParts } from "./system-parts.ts";

export interface ContextPowersParts extends SystemPartsOf {
  readonly engine: Engine;
  readonly conversation: Conversation;
  readonly context: ContextManager;
}

export function createContextPowers(parts: ContextPowersParts): ContextPowers {
  const { engine, conversation, context } = parts;

  async function report(): Promise<ContextReport> {
    const { ownTools } = engine.backend();
    const tools = ownTools ? [] : (await engine.toolbox().get()).specs();
    // What there is to say about the files is said when a turn begins.
    const system = await systemParts(parts, () => {});
    const history = conversation.history();
    const carried = carriedOf(history, rulesOf(engine.settings()));
    const corrected = (tokens: number) => Math.ceil(tokens * context.ratio());
    const summaries = carried.filter(isFrame);
    const spoken = carried.filter((message) => !isFrame(message));
    const rows = [
      ...system.map(({ label, text }) => ({ label, tokens: corrected(estimateText(text)) })),
      { label: "tools", count: tools.length, tokens: corrected(estimateTools(tools)) },
      { label: "summary", count: summaries.length, tokens: corrected(estimateTokens(summaries)) },
      { label: "messages", count: spoken.length, tokens: corrected(estimateTokens(spoken)) },
    ];
    const last = context.counted();
    return {
      rows: rows.filter(({ label, tokens }) => tokens > 0 || label === "messages"),
      messages: history.length,
      ...(last && { last }),
      limit: context.limit(),
    };
  }

  return { report };
}

/** Of the next request, whatever it will ask. */
function carriedOf(history: readonly Message[], rules: ReturnType<typeof rulesOf>): readonly Message[] {
  if (["user", "tool"].includes(history.at(-1)?.role ?? "")) return selectMessages(history, rules);
  return selectMessages([...history, { role: "user", text: "" }], rules).slice(0, -1);
}
