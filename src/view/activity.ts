/** What a task is doing, worked out from its events: constant work and memory for each. Draws nothing. */
import type { Envelope } from "../model/event.ts";
import type { Question } from "../model/question.ts";

export type Activity =
  | { readonly kind: "idle" }
  | { readonly kind: "calling"; readonly since: number }
  | { readonly kind: "compacting"; readonly since: number }
  /** Between two things that have names. */
  | { readonly kind: "working"; readonly since: number }
  | Streaming
  | { readonly kind: "running"; readonly since: number; readonly tools: readonly RunningTool[] }
  | Retrying
  | {
      readonly kind: "waiting";
      readonly since: number;
      readonly id: string;
      readonly about: Question["kind"];
    };

export interface Streaming {
  readonly kind: "streaming";
  /** When the request was sent, and when its first text arrived. */
  readonly since: number;
  readonly firstAt: number;
  readonly characters: number;
  readonly thinking: boolean;
}

export interface Retrying {
  readonly kind: "retrying";
  readonly since: number;
  readonly attempt: number;
  readonly of: number;
  readonly waitMs: number;
  readonly reason: string;
}

export interface RunningTool {
  readonly callId: string;
  readonly title: string;
}

export const idle: Activity = { kind: "idle" };

/** Of one task: envelopes of others must not come here. The same object when nothing changed. */
export function reduceActivity(activity: Activity, { at, event }: Envelope): Activity {
  switch (event.type) {
    case "turn-started":
    case "request-started":
      return { kind: "calling", since: at };
    case "compacting":
      return { kind: "compacting", since: at };
    case "compacted":
      return activity.kind === "idle" ? activity : { kind: "working", since: at };
    case "text-delta":
      return streaming(activity, at, event.text, false);
    case "reasoning-delta":
      return streaming(activity, at, event.text, true);
    case "retrying": {
      const { attempt, of, waitMs, reason } = event;
      return { kind: "retrying", since: at, attempt, of, waitMs, reason };
    }
    case "approval-requested":
      return { kind: "waiting", since: at, id: event.id, about: event.question.kind };
    case "approval-answered":
      return activity.kind === "waiting" && activity.id === event.id
        ? { kind: "working", since: at }
        : activity;
    case "tool-started":
      return toolStarted(activity, at, { callId: event.call.id, title: event.preview.title });
    case "tool-finished":
      return toolFinished(activity, at, event.result.callId);
    case "turn-finished":
    case "idle":
      return idle;
    default:
      return activity;
  }
}

function streaming(activity: Activity, at: number, text: string, thinking: boolean): Activity {
  if (text === "") return activity;
  if (activity.kind === "streaming") {
    return { ...activity, characters: activity.characters + text.length, thinking };
  }
  const since = activity.kind === "calling" ? activity.since : at;
  return { kind: "streaming", since, firstAt: at, characters: text.length, thinking };
}

function toolStarted(activity: Activity, at: number, tool: RunningTool): Activity {
  if (activity.kind !== "running") return { kind: "running", since: at, tools: [tool] };
  return { ...activity, tools: [...activity.tools, tool] };
}

/** A tool that was never started (denied, refused) changes nothing. */
function toolFinished(activity: Activity, at: number, callId: string): Activity {
  if (activity.kind !== "running") return activity;
  const tools = activity.tools.filter((tool) => tool.callId !== callId);
  if (tools.length === activity.tools.length) return activity;
  return tools.length === 0 ? { kind: "working", since: at } : { ...activity, tools };
}
