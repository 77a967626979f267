/** What the user wants, however it was entered. */
import type { Answer } from "./question.ts";

export type Intent =
  /** `named`: the words of what was pasted in which names after `@` count. */
  | { readonly type: "submit"; readonly text: string; readonly pasted?: true; readonly named?: string }
  /** What was entered last, and waits, is to be changed. */
  | { readonly type: "take-back" }
  /** Ctrl-C: the second one within two seconds leaves. */
  | { readonly type: "cancel" }
  /** Stops what is running, and nothing else. */
  | { readonly type: "stop" }
  | { readonly type: "answer"; readonly id: string; readonly answer: Answer }
  /**
   * Nothing more will be entered; what was is still carried out. `mayStay`: a key that may be pressed again, so that
   * there is time for a warning.
   */
  | { readonly type: "quit"; readonly mayStay?: true }
  /** The terminal is gone: there is nobody left to carry anything out for. */
  | { readonly type: "hang-up" };
