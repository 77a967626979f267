/** How each CLI agent is called and what it answers with, as data. Nothing here runs anything. */

import type { OutputReader } from "./output.ts";
import { createClaudeReader } from "./read-claude.ts";
import { createCodexReader } from "./read-codex.ts";
import { createCoroReader } from "./read-coro.ts";
import { createGeminiReader } from "./read-gemini.ts";
import { createOllamaReader } from "./read-ollama.ts";
import { createTextReader, type LinePatterns } from "./read-text.ts";

export interface AgentProfile {
  /** The program, unless the user names another; empty where only the user can know. */
  readonly command: string;
  /**
   * The arguments, in order. Whole items stand for other lists: {args} for `args` or the user's own, {model} for
   * `model` if one is chosen, {resume} for `resume` if there is a session, {prompt} for `argument` or `stdin`.
   */
  readonly argv: readonly string[];
  /** What keeps it from changing anything, where it knows such a mode: the user's own arguments take its place. */
  readonly args: readonly string[];
  readonly model?: readonly string[];
  readonly needsModel?: true;
  readonly resume?: readonly string[];
  readonly promptVia: "argument" | "stdin";
  readonly argument: readonly string[];
  readonly stdin: readonly string[];
  /** What keeps a prompt that looks like an option from being one: two dashes before it, or a blank. */
  readonly guard: "--" | " ";
  /** Prompts that would be commands of the program. */
  readonly reserved?: readonly string[];
  /** Secrets that it needs; a configured key goes into the first. */
  readonly keys: readonly string[];
  /** Its last event says that the answer is complete. */
  readonly tellsEnd: boolean;
  readonly reader: (patterns: LinePatterns, prompt: string) => OutputReader;
  /** What its exit codes mean to the user. */
  readonly exitCodes?: Readonly<Record<number, string>>;
}

const plain = {
  argv: ["{args}", "{prompt}"],
  args: [],
  promptVia: "argument",
  argument: ["{prompt}"],
  stdin: [],
  guard: " ",
  keys: [],
  tellsEnd: false,
} as const;

export const agentProfiles: Readonly<Record<string, AgentProfile>> = {
  text: { ...plain, command: "", model: [], reader: createTextReader },
  coro: {
    ...plain,
    command: "coro",
    argv: ["{args}", "{model}", "{prompt}"],
    // It tells its tokens only so. It has no mode in which it changes nothing.
    args: ["--verbose"],
    model: ["--model", "{model}"],
    guard: "--",
    reserved: ["tools", "test", "help"],
    keys: ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"],
    reader: createCoroReader,
  },
  claude: {
    ...plain,
    command: "claude",
    argv: [
      ...["-p", "--verbose", "--output-format", "stream-json", "--include-partial-messages"],
      ...["{args}", "{model}", "{resume}", "{prompt}"],
    ],
    args: ["--permission-mode", "plan"],
    model: ["--model", "{model}"],
    resume: ["--resume", "{session}"],
    promptVia: "stdin",
    guard: "--",
    keys: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"],
    tellsEnd: true,
    reader: createClaudeReader,
  },
  gemini: {
    ...plain,
    command: "gemini",
    argv: ["{model}", "-o", "stream-json", "{args}", "{resume}", "{prompt}"],
    args: ["--approval-mode", "default"],
    model: ["-m", "{model}"],
    resume: ["--resume", "{session}"],
    argument: ["-p", "{prompt}"],
    keys: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    tellsEnd: true,
    reader: createGeminiReader,
    exitCodes: {
      41: "log in: run gemini by itself once, or set GEMINI_API_KEY",
      42: "it does not accept the prompt or an argument",
      52: "check its settings file",
      53: "it reached its limit of turns",
      54: "one of its tools failed",
      130: "it was cancelled",
    },
  },
  codex: {
    ...plain,
    command: "codex",
    argv: ["exec", "--json", "--skip-git-repo-check", "{args}", "{model}", "{resume}", "{prompt}"],
    args: ["--sandbox", "read-only"],
    model: ["-m", "{model}"],
    resume: ["resume", "{session}"],
    promptVia: "stdin",
    stdin: ["-"],
    guard: "--",
    reserved: ["resume", "review", "help", "-"],
    keys: ["CODEX_API_KEY", "OPENAI_API_KEY"],
    tellsEnd: true,
    reader: createCodexReader,
  },
  ollama: {
    ...plain,
    command: "ollama",
    argv: ["run", "{args}", "{model}", "{prompt}"],
    model: ["{model}"],
    needsModel: true,
    promptVia: "stdin",
    guard: "--",
    reader: createOllamaReader,
  },
};
