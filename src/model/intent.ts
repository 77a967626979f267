/** What the user wants, however it was entered. */
import type { Answer } from "./event.ts";

export type Intent =
  | { readonly type: "submit"; readonly text: string; readonly pasted?: true }
  | { readonly type: "cancel" }
  | { readonly type: "answer"; readonly id: string; readonly answer: Answer }
  | { readonly type: "quit" };
