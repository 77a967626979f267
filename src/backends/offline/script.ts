/** What the offline backend says, as data: parts in order, and how the answer ends. Knows no time and no ids. */
import type { Failure, StopReason } from "../../model/backend.ts";
import type { ToolCall } from "../../model/tool.ts";

export interface Script {
  readonly parts: readonly ScriptPart[];
  readonly end: ScriptEnd;
  readonly pace?: "slow";
}

export type ScriptPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "call"; readonly call: ScriptCall };

/** The id is given when the script is played. */
export type ScriptCall = Omit<ToolCall, "id">;

export type ScriptEnd =
  | { readonly type: "done"; readonly stop: StopReason }
  | { readonly type: "failed"; readonly failure: Failure };

export function says(text: string, stop: StopReason = "end"): Script {
  return { parts: [{ type: "text", text }], end: { type: "done", stop } };
}

export function calls(text: string, ...toolCalls: readonly ScriptCall[]): Script {
  return {
    parts: [{ type: "text", text }, ...toolCalls.map((call) => ({ type: "call" as const, call }))],
    end: { type: "done", stop: "tool-use" },
  };
}

/** Puts `opening` before the first text; a script without text stays as it is. */
export function withOpening(opening: string, script: Script): Script {
  const first = script.parts.findIndex((part) => part.type === "text");
  const parts = script.parts.map((part, index) =>
    part.type === "text" && index === first ? { ...part, text: `${opening}\n\n${part.text}` } : part,
  );
  return { ...script, parts };
}
