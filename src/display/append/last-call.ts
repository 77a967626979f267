/** The last tool call, kept whole: what is written cannot be expanded later, but it can be written again, in full. */
import type { AgentEvent } from "../../model/event.ts";
import type { ToolPreview } from "../../model/tool.ts";
import type { SafeText } from "../../view/sanitise.ts";
import { wholeCallLines } from "./lines.ts";

export interface LastCall {
  started(event: Extract<AgentEvent, { type: "tool-started" }>, task: string): void;
  finished(event: Extract<AgentEvent, { type: "tool-finished" }>, task: string): void;
  /** Undefined until there was one. */
  whole(): SafeText | undefined;
}

export function createLastCall(): LastCall {
  const running = new Map<string, ToolPreview>();
  let lines: (() => SafeText) | undefined;
  return {
    started({ call, preview }, task) {
      running.set(keyOf(task, call.id), preview);
      lines = () => wholeCallLines(preview);
    },
    finished({ result }, task) {
      const key = keyOf(task, result.callId);
      const preview = running.get(key) ?? { title: result.name, fields: [] };
      running.delete(key);
      lines = () => wholeCallLines(preview, result);
    },
    whole: () => lines?.(),
  };
}

/** Two tasks may name their calls alike. */
function keyOf(task: string, call: string): string {
  return `${task} ${call}`;
}
