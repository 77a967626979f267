/** What commands may know of MCP servers and do with them. */
import type { Answer, Question } from "../model/question.ts";

/** Servers on the Model Context Protocol. */
export interface McpPowers {
  servers(): readonly McpReport[];
  /** How it is afterwards; undefined where there is no such server. */
  restart(name: string): Promise<McpReport | undefined>;
  /** Whether a name with a colon begins with that of a server. */
  offers(name: string): boolean;
  /** What the user says of the servers that the project names. */
  readonly consent: McpConsent;
  /** What a server makes of its prompt of this name, with the arguments as they are typed. Never rejects. */
  fill(name: string, words: string, signal: AbortSignal): Promise<FilledPrompt>;
}

export interface McpConsent {
  /** They do not run. */
  waiting(): readonly WaitingServer[];
  /** Shows what would run, and asks. These tell in a sentence what came of it. */
  allow(name: string, ask: AskUser, signal: AbortSignal): Promise<string>;
  refuse(name: string): string;
  forget(name: string): string;
}

export interface WaitingServer {
  readonly name: string;
  readonly isRefused: boolean;
}

export type AskUser = (question: Question, signal: AbortSignal) => Promise<Answer | undefined>;

export type FilledPrompt =
  | { readonly kind: "filled"; readonly server: string; readonly text: string }
  /** In a sentence. */
  | { readonly kind: "problem"; readonly message: string };

export interface McpReport {
  readonly name: string;
  readonly state: "connecting" | "ready" | "failed" | "gone";
  /** The command line or the address. */
  readonly reach: string;
  /** As the model knows them. */
  readonly tools: readonly string[];
  readonly prompts: readonly McpPrompt[];
  /** What can be named after `@`, as in `@server:uri`. */
  readonly resources: readonly McpResource[];
  readonly problem?: string;
}

export interface McpResource {
  readonly uri: string;
  readonly summary: string;
  /** With parts in braces that the user fills in. */
  readonly isTemplate?: true;
}

export interface McpPrompt {
  /** As a slash command, `server:prompt`. */
  readonly name: string;
  /** Its arguments, those in brackets that may be left out. */
  readonly usage: string;
  readonly summary: string;
  readonly arguments: readonly { readonly name: string; readonly description: string }[];
}
