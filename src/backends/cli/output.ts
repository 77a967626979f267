/** What the readers of agents' output have in common. Knows no agent. */
import type { BackendEvent } from "../../model/backend.ts";

type Shown = Extract<BackendEvent, { type: "text" | "reasoning" | "usage" | "notice" | "tool-report" }>;

/** Something an agent said, understood. */
export type AgentOutput =
  | Shown
  /** The conversation under this name can be taken up again. */
  | { readonly type: "session"; readonly id: string }
  /** What the conversation has cost so far, in dollars. */
  | { readonly type: "cost"; readonly total: number }
  /** The whole answer has come; a `problem` says that it is none. */
  | { readonly type: "finished" }
  | { readonly type: "problem"; readonly message: string };

/** Reads the standard output of one run; pieces may be cut anywhere between two characters. */
export interface OutputReader {
  read(text: string): readonly AgentOutput[];
  /** After the last piece. */
  end(): readonly AgentOutput[];
  /** The beginning of what is in no format that it knows; empty for readers of plain text. */
  stray(): string;
}

export type Outputs = readonly AgentOutput[];

export function textOutput(text: string): Outputs {
  return text === "" ? [] : [{ type: "text", text }];
}

export function reasoningOutput(text: string): Outputs {
  return text === "" ? [] : [{ type: "reasoning", text }];
}
