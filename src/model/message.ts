/** What a conversation is made of. Plain readonly data that every other folder agrees on. */
import type { Prompt } from "./attachment.ts";
import type { ToolCall, ToolResult } from "./tool.ts";

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

export interface SystemMessage {
  readonly role: "system";
  readonly text: string;
  /** Stands for older messages. A text that only looks like a summary is none. */
  readonly summary?: true;
}

export interface UserMessage extends Prompt {
  readonly role: "user";
  /** Written by the loop (a nudge, a summary), not by the user. */
  readonly synthetic?: true;
  /** Stands for older messages. A text that only looks like a summary is none. */
  readonly summary?: true;
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly parts: readonly AssistantPart[];
  /** The stream was cut off by the user or by a fault: the text is not complete. */
  readonly interrupted?: true;
}

/** Carries exactly one result; the results of one assistant message follow it in the order of its calls. */
export interface ToolMessage {
  readonly role: "tool";
  readonly result: ToolResult;
}

export type AssistantPart = TextPart | ReasoningPart | ToolCallPart;

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** `opaque` is the provider's own block; it is sent back unchanged and never looked into outside its backend. */
export interface ReasoningPart {
  readonly type: "reasoning";
  readonly text: string;
  readonly opaque?: unknown;
}

export interface ToolCallPart {
  readonly type: "tool-call";
  readonly call: ToolCall;
}

export function textOf(message: AssistantMessage): string {
  return message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

export function callsOf(message: AssistantMessage): readonly ToolCall[] {
  return message.parts.flatMap((part) => (part.type === "tool-call" ? [part.call] : []));
}
