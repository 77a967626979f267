/** The options that say what of a conversation a model is sent. */
import { type Option, sets } from "./option.ts";

export const contextOptions: readonly Option[] = [
  {
    flag: "context-mode",
    group: "Context",
    help: "What goes along with a request: continue (everything), fresh (this turn), sliding (the last messages) or summarize.",
    action: sets("context_mode", "MODE"),
  },
  {
    flag: "max-tokens",
    group: "Context",
    help: "Tokens of the conversation that go along at most; 0 means no limit.",
    action: sets("max_context_tokens", "N"),
  },
  {
    flag: "max-messages",
    group: "Context",
    help: "Messages that go along at most (sliding: 50).",
    action: sets("max_messages", "N"),
  },
  {
    flag: "max-chars",
    group: "Context",
    help: "Characters that go along at most.",
    action: sets("max_chars", "N"),
  },
  {
    flag: "max-words",
    group: "Context",
    help: "Words that go along at most.",
    action: sets("max_words", "N"),
  },
  {
    flag: "context-format",
    group: "Context",
    help: "How CLI agents are told what was said before: plain, markdown, json or xml.",
    action: sets("context_format", "FORMAT"),
  },
];
