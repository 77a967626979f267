/** What a command line asks for, once it has been read. */
import type { OutputFormat } from "../model/settings.ts";
import type { Layer } from "./layer.ts";
import type { RunFlags } from "./option.ts";

/** What the flags set. */
export interface Flags {
  readonly settings: Layer;
  readonly agent?: string;
  /** The settings file to use instead of the user's own. */
  readonly config?: string;
  /** A file of agents, tools and settings to use with the user's own. */
  readonly spec?: string;
  /** For the backend that is chosen in the end. */
  readonly baseUrl?: string;
  readonly output: OutputFormat;
  readonly trace?: string;
  /** The session to go on with; empty for the last one of this directory. */
  readonly resume?: string;
  /** Whether the session is recorded. */
  readonly record: boolean;
}

export interface Prompt {
  /** Empty when the prompt comes from standard input alone. */
  readonly words: string;
  readonly stdin: boolean;
}

export type Invocation =
  | { readonly kind: "chat"; readonly flags: Flags; readonly prompt?: Prompt }
  | { readonly kind: "one-shot"; readonly flags: Flags; readonly prompt: Prompt }
  | { readonly kind: "list-agents"; readonly flags: Flags }
  | { readonly kind: "doctor"; readonly flags: Flags; readonly json: boolean }
  | { readonly kind: "trust"; readonly directory?: string }
  | SpecInvocation
  | SearchInvocation
  | ExportInvocation
  | { readonly kind: "import"; readonly file: string }
  | { readonly kind: "completion"; readonly shell: Shell }
  | InitInvocation
  /** Of the program, or of this subcommand. */
  | { readonly kind: "help"; readonly topic?: string }
  | { readonly kind: "version" }
  | UsageError;

export interface UsageError {
  readonly kind: "usage-error";
  readonly message: string;
}

export function usageError(message: string): UsageError {
  return { kind: "usage-error", message };
}

export interface SpecInvocation {
  readonly kind: "spec";
  readonly action: SpecAction;
  readonly file: string;
}

export const specActions = ["check", "show", "docs", "convert"] as const;
export type SpecAction = (typeof specActions)[number];

/** A search across the recorded sessions. */
export interface SearchInvocation {
  readonly kind: "search";
  readonly text: string;
  readonly regex: boolean;
  readonly caseSensitive: boolean;
  readonly role?: NonNullable<RunFlags["role"]>;
  readonly session?: string;
  readonly limit?: number;
  readonly count: boolean;
  readonly json: boolean;
}

/** A recorded session as a document. */
export interface ExportInvocation {
  readonly kind: "export";
  readonly session: string;
  readonly file: string;
  /** As in `3-8` or `last 4`; empty for all. */
  readonly range: string;
  readonly force: boolean;
}

/** Settings to begin with; what the flags set is not asked about. */
export interface InitInvocation {
  readonly kind: "init";
  readonly flags: Flags;
  /** Nothing is asked. */
  readonly yes: boolean;
  /** Also where there are settings. */
  readonly force: boolean;
}

/** Those that a completion script can be written for. */
export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];
