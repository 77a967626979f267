/** Makes the requests of a session: chooses what goes along and has the history shortened when it does not fit. */
import { type Compact, type CompactOptions, noCompaction } from "../context/compaction.ts";
import { withoutForeignReasoning } from "../context/foreign.ts";
import { buildRequest } from "../context/request.ts";
import { joinParts, type SystemPart } from "../context/system-parts.ts";
import { estimateTokens } from "../context/tokens.ts";
import type { Backend, BackendRequest } from "../model/backend.ts";
import { changed, type HistoryChange, indexAfter } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";
import type { PrepareRequest } from "../model/prepared.ts";
import type { Toolbox } from "../model/tool.ts";
import type { Conversation } from "./conversation.ts";
import type { Engine } from "./engine.ts";

export interface ContextManager {
  /** For a turn that works with these. */
  preparer(backend: Backend, toolbox: Toolbox, system: readonly SystemPart[]): PrepareRequest;
}

export interface ContextManagerParts {
  readonly engine: Engine;
  readonly conversation: Conversation;
  readonly compact?: Compact;
}

/** Of what the provider found too long. */
const overflowTarget = 0.6;

export function createContextManager(parts: ContextManagerParts): ContextManager {
  const { engine, conversation, compact = noCompaction } = parts;

  function requestOf(
    history: readonly Message[],
    changes: readonly HistoryChange[],
    [{ ownTools }, toolbox, system]: Parameters<ContextManager["preparer"]>,
  ): BackendRequest {
    const maxOutputTokens = engine.maxOutputTokens();
    const settings = { ...engine.settings(), systemPrompt: joinParts(system), maxOutputTokens };
    const foreign = changes.reduce(indexAfter, conversation.foreign());
    return buildRequest(settings, ownTools ? [] : toolbox.specs(), withoutForeignReasoning(history, foreign));
  }

  return {
    preparer:
      (...turn) =>
      async (history, { signal, overflowed }) => {
        if (!overflowed) {
          return { kind: "ready", changes: [], request: requestOf(history, [], turn) };
        }
        const outcome = await compact(history, afterOverflow(history, signal));
        if (outcome.kind === "unchanged") {
          const message = outcome.problem ?? "Nothing of the conversation can be left out.";
          return { kind: "failed", changes: [], cause: "context-overflow", message };
        }
        const changes = [outcome.change];
        const request = requestOf(changed(history, outcome.change), changes, turn);
        return { kind: "ready", changes, request };
      },
  };
}

function afterOverflow(history: readonly Message[], signal: AbortSignal): CompactOptions {
  const target = Math.floor(estimateTokens(history) * overflowTarget);
  return { target, estimate: estimateTokens, reason: "overflow", signal };
}
