/** What the loop tells the world. Deltas are for the eye; `message-added` is the record. */
import type { FailureKind, StopReason } from "./backend.ts";
import type { HistoryChange } from "./history-change.ts";
import type { Message } from "./message.ts";
import type { Answer, Question } from "./question.ts";
import type { ToolCall, ToolPreview, ToolResult } from "./tool.ts";
import type { Usage } from "./usage.ts";

export type AgentEvent =
  /** `again`: the turn before, taken up where it came to nothing; its prompt is in the history already. */
  | { readonly type: "turn-started"; readonly prompt: string; readonly again?: true }
  /** A request goes to the backend: the first of a turn is iteration 1. */
  | { readonly type: "request-started"; readonly iteration: number }
  /** A piece of the answer. */
  | { readonly type: "text-delta"; readonly text: string }
  /** A piece of what the model thinks before it answers. */
  | { readonly type: "reasoning-delta"; readonly text: string }
  | Retrying
  /** A whole message: it is part of the history, and in the session file. */
  | { readonly type: "message-added"; readonly message: Message }
  | SessionOpened
  /** It was said earlier, in the session that is being opened. It is for the eye alone. */
  | { readonly type: "replayed"; readonly message: Message }
  /** Messages of the history gave way to others; what was seen stays on the screen. */
  | { readonly type: "history-changed"; readonly change: HistoryChange }
  /** A model is asked for a summary of so many messages. */
  | { readonly type: "compacting"; readonly messages: number }
  /** A summary stands for so many messages; what the conversation took before and takes now, in tokens as far as known. */
  | {
      readonly type: "compacted";
      readonly messages: number;
      readonly before: number;
      readonly after: number;
    }
  /** A request was answered to its end. */
  | { readonly type: "response-finished"; readonly iteration: number; readonly stop: StopReason }
  /** The user is asked; nothing goes on before there is an answer. */
  | { readonly type: "approval-requested"; readonly id: string; readonly question: Question }
  /** What the user answered, or what was answered where nobody can be asked. */
  | { readonly type: "approval-answered"; readonly id: string; readonly answer: Answer }
  /** A call is run. `own`: by the user, to see what comes of it. */
  | {
      readonly type: "tool-started";
      readonly call: ToolCall;
      readonly preview: ToolPreview;
      readonly own?: true;
    }
  /** A piece of what a running tool writes. */
  | { readonly type: "tool-output"; readonly callId: string; readonly text: string }
  /** What came of a call, whether it was run or not. */
  | {
      readonly type: "tool-finished";
      readonly result: ToolResult;
      readonly fate: ToolFate;
      readonly own?: true;
    }
  /** The tokens of one request; `estimated` where the provider did not count. */
  | { readonly type: "usage"; readonly usage: Usage }
  /** A slash command (or a bare exit, quit, clear) is being carried out. `quiet`: it is not worth a place in the history. */
  | { readonly type: "command-started"; readonly line: string; readonly quiet?: true }
  /** A command asks the display to show something else, or the same in another way. */
  | { readonly type: "view"; readonly action: ViewAction }
  /** What was entered while something ran waits, or waits no longer. */
  | QueueChanged
  /** A task in the background has begun, is being stopped, has ended or has another limit of time. */
  | { readonly type: "tasks-changed"; readonly running: readonly RunningTask[] }
  | TaskEnded
  /** Speech is listened to from now on, or not any more. */
  | VoiceChanged
  /** What is being said, as understood so far; what is `final` is submitted next. */
  | { readonly type: "voice-heard"; readonly text: string; readonly final?: true }
  /** The user pressed Ctrl-C while nothing was running. */
  | { readonly type: "interrupted" }
  /** Nothing is running and nothing is queued: the next input is acted on at once. */
  | { readonly type: "idle" }
  /** A sentence for the user. */
  | { readonly type: "notice"; readonly level: NoticeLevel; readonly text: string }
  /** The turn is over, with the tokens of all its requests. */
  | { readonly type: "turn-finished"; readonly outcome: TurnOutcome; readonly usage: Usage };

/** The conversation is another one from now on. What was said in it, as far as it is shown, was `replayed` before. */
export interface SessionOpened {
  readonly type: "session-opened";
  readonly how: "new" | "resumed" | "forked";
  readonly id: string;
  readonly name?: string;
  /** The id of the one it is a copy of. */
  readonly from?: string;
  /** That count. */
  readonly messages: number;
  readonly usage: { readonly total: Usage; readonly last?: Usage };
}

/** A request failed and is sent again after a wait: the first of five retries is `attempt` 1 `of` 5. */
export interface Retrying {
  readonly type: "retrying";
  readonly attempt: number;
  readonly of: number;
  readonly waitMs: number;
  readonly reason: string;
  /** What came of the answer so far is not kept: the next attempt begins anew. */
  readonly dropped?: true;
}

export interface QueueChanged {
  readonly type: "queue-changed";
  /** Of all that wait. */
  readonly count: number;
  /** So many of them are held: they wait until the user says so. */
  readonly held?: number;
  /** The last few of them, the newest last. */
  readonly latest: readonly Queued[];
  readonly added?: Queued;
  /** The user has it again, to change it. */
  readonly takenBack?: Queued;
}

export interface VoiceChanged {
  readonly type: "voice-changed";
  readonly state: "listening" | "off";
  readonly source: "microphone" | "loopback";
  /** The MCP server that turns speech into text, its session, and its tool that was called. */
  readonly server: string;
  readonly session: string;
  readonly tool: string;
}

export interface Queued {
  readonly text: string;
  readonly held?: true;
  readonly pasted?: true;
}

/** A turn in the background. */
export interface RunningTask {
  /** As in envelopes. */
  readonly id: string;
  readonly state: "running" | "cancelling";
  /** In milliseconds since the epoch, like all such times: when it began, and when it will be stopped. */
  readonly since: number;
  readonly until?: number;
}

/** A task in the background is over, after so many milliseconds. */
export interface TaskEnded {
  readonly type: "task-ended";
  readonly id: string;
  /** The beginning of its prompt. */
  readonly title: string;
  readonly outcome: TurnOutcome;
  readonly ms: number;
  /** It was stopped because it took longer than it was given. */
  readonly timedOut?: true;
}

export type NoticeLevel = "info" | "warning" | "error";

/** How a call ended. Only `ran` and `interrupted` calls may have had an effect. */
export type ToolFate = "ran" | "refused" | "denied" | "interrupted" | "not-started";

/** What keys do on the full screen, for keyboards without them. */
export type ViewAction =
  /** Down, or up when negative. */
  | { readonly kind: "scroll"; readonly by: "half-pages" | "lines"; readonly count: number }
  | { readonly kind: "go"; readonly to: "top" | "bottom" | "previous-message" | "next-message" }
  /** To the nearest place further up that holds the text; without one, to the next that holds the last text. */
  | { readonly kind: "find"; readonly text?: string }
  /** Tool output and reasoning, in full or as one line. */
  | { readonly kind: "expand"; readonly expanded: boolean }
  | { readonly kind: "keys" }
  /** Another theme is in force. */
  | { readonly kind: "theme"; readonly name: string };

export type TurnOutcome =
  | { readonly kind: "answered"; readonly text: string }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly cause: FailureCause; readonly message: string }
  | { readonly kind: "iteration-limit"; readonly iterations: number; readonly reason: string };

/** The kinds of error a user can tell apart: by text, and in one-shot runs by exit code. */
export type FailureCause =
  | FailureKind
  | "empty-response"
  | "response-cut"
  | "refusal"
  | "cost-limit"
  | "config"
  | "internal";

/** What subscribers receive, and one line of `--output jsonl` and `--trace`. */
export interface Envelope {
  readonly seq: number;
  readonly task: string;
  /** The task runs beside the conversation: what it says and does is no part of it. */
  readonly background?: true;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly event: AgentEvent;
}
