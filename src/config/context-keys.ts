/** The settings that say what of a conversation a model is sent. */
import { contextFormats, contextModes, type Settings } from "../model/settings.ts";
import type { KeyEntry } from "./rules.ts";
import { whole } from "./value-rules.ts";

export const contextKeys = {
  context_mode: {
    rule: { kind: "choice", values: contextModes },
    setting: "contextMode",
    description: "What of the conversation goes along with a request.",
  },
  max_context_tokens: {
    rule: whole(0),
    setting: "maxContextTokens",
    description: "Tokens of the conversation that go along at most; 0 means no limit.",
  },
  max_messages: {
    rule: whole(0),
    setting: "maxMessages",
    description: "Messages that go along at most; 0 means no limit, or 50 in mode sliding.",
  },
  max_chars: {
    rule: whole(0),
    setting: "maxChars",
    description: "Characters that go along at most; 0 means no limit.",
  },
  max_words: {
    rule: whole(0),
    setting: "maxWords",
    description: "Words that go along at most; 0 means no limit.",
  },
  max_conversation_messages: {
    rule: whole(0),
    setting: "maxConversationMessages",
    description: "Messages before the oldest are dropped from the conversation; 0 means no limit.",
  },
  summarize_at: {
    rule: whole(1),
    setting: "summarizeAt",
    description: "Tokens from which mode summarize makes a summary of what is old.",
  },
  context_format: {
    rule: { kind: "choice", values: contextFormats },
    setting: "contextFormat",
    description: "How earlier messages are written for CLI agents.",
  },
} as const satisfies Readonly<Record<string, KeyEntry<keyof Settings>>>;
