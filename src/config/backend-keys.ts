/** What can be set about one backend. Reads nothing. */
import { type BackendSettings, backendTypes, contextFormats, thinkingLevels } from "../model/settings.ts";
import type { KeyEntry } from "./rules.ts";
import {
  address,
  anyText,
  key,
  maxBashTimeout,
  name,
  pattern,
  programArguments,
  whole,
} from "./value-rules.ts";

export const backendKeys = {
  base_url: {
    rule: address,
    setting: "baseUrl",
    description: "Address of the service, when it is not the usual one.",
  },
  api_key: {
    rule: key,
    setting: "apiKey",
    description: "Key of the service; write env:NAME to take it from the environment.",
  },
  model: { rule: name, setting: "model", description: "Model to use with this backend." },
  type: {
    rule: { kind: "choice", values: backendTypes },
    setting: "type",
    description: "What a name of your own stands for.",
  },
  api: {
    rule: { kind: "choice", values: ["responses", "chat"] },
    setting: "api",
    description: "Which of OpenAI's interfaces the service speaks, when the address does not tell.",
  },
  replay_reasoning: {
    rule: { kind: "choice", values: ["auto", "always", "never"] },
    setting: "replayReasoning",
    description: "Whether the model gets its earlier reasoning again.",
  },
  thinking: {
    rule: { kind: "choice", values: thinkingLevels },
    setting: "thinking",
    description: "How much the model reasons before it answers.",
  },
  context_window: {
    rule: whole(1),
    setting: "contextWindow",
    description: "Tokens that the model can take in.",
  },
  command: { rule: anyText, setting: "command", description: "Program of a CLI agent." },
  args: {
    rule: programArguments,
    setting: "args",
    description: "Arguments of the program.",
  },
  profile: { rule: name, setting: "profile", description: "The CLI agent that it talks like." },
  prompt_via: {
    rule: { kind: "choice", values: ["argument", "stdin"] },
    setting: "promptVia",
    description: "How the program gets the prompt.",
  },
  tool_pattern: {
    rule: pattern,
    setting: "toolPattern",
    description: "Regular expression of the lines that tell of its tools.",
  },
  token_pattern: {
    rule: pattern,
    setting: "tokenPattern",
    description: "Regular expression of the line that tells its tokens.",
  },
  context_format: {
    rule: { kind: "choice", values: contextFormats },
    setting: "contextFormat",
    description: "How earlier messages are written for it.",
  },
  context_messages: {
    rule: whole(0),
    setting: "contextMessages",
    description: "How many earlier messages it is given.",
  },
  timeout: {
    rule: whole(1, maxBashTimeout),
    setting: "timeoutSeconds",
    description: "Seconds after which the program is stopped.",
  },
  module: { rule: anyText, setting: "module", description: "File of a module of your own that answers." },
} as const satisfies Readonly<Record<string, KeyEntry<keyof BackendSettings>>>;
