/** The last tool call, kept whole: what is written cannot be expanded later, but it can be written again, in full. */
import type { AgentEvent } from "../../model/event.ts";
import type { ToolPreview } from "../../model/tool.ts";
import type { SafeText } from "../../view/sanitise.ts";
import { wholeCallLines } from "./lines.ts";

export interface LastCall {
  started(event: Extract<AgentEvent, { type: "tool-started" }>): void;
  finished(event: Extract<AgentEvent, { type: "tool-finished" }>): void;
  /** Undefined until there was one. */
  whole(): SafeText | undefined;
}

export function createLastCall(): LastCall {
  const running = new Map<string, ToolPreview>();
  let lines: (() => SafeText) | undefined;
  return {
    started({ call, preview }) {
      running.set(call.id, preview);
      lines = () => wholeCallLines(preview);
    },
    finished({ result }) {
      const preview = running.get(result.callId) ?? { title: result.name, fields: [] };
      running.delete(result.callId);
      lines = () => wholeCallLines(preview, result);
    },
    whole: () => lines?.(),
  };
}
