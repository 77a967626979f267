/** What a key asks of the world outside the editor. */
import type { EditorState } from "./edit.ts";
import type { Key } from "./key.ts";
import type { Frame } from "./row.ts";

export type ScrollStep =
  | "page-up"
  | "page-down"
  | "half-page-up"
  | "half-page-down"
  | "line-up"
  | "line-down"
  | "top"
  | "bottom"
  | "previous-message"
  | "next-message";

/** Asked of those who assist in writing. */
export type Assistance =
  | { readonly type: "recall"; readonly direction: "older" | "newer" }
  | { readonly type: "search" }
  | { readonly type: "complete"; readonly direction: "next" | "previous" };

/** Asked of the display. */
export type Effect =
  | { readonly type: "submit"; readonly text: string; readonly pasted: boolean }
  /** Ctrl-C: always stops what is running. */
  | { readonly type: "interrupt" }
  /** Escape, where it means nothing else. */
  | { readonly type: "cancel" }
  | { readonly type: "quit" }
  | { readonly type: "suspend" }
  | { readonly type: "repaint" }
  | { readonly type: "help" }
  /** Searches everything that was said. */
  | { readonly type: "find" }
  | { readonly type: "open-editor"; readonly text: string }
  | { readonly type: "scroll"; readonly step: ScrollStep }
  /** Expands what is collapsed, or collapses it again. */
  | { readonly type: "toggle" }
  /** A key that means nothing here. */
  | { readonly type: "unused"; readonly key: Key };

export interface Step {
  readonly state: EditorState;
  readonly effects: readonly (Effect | Assistance)[];
}

export type Command = (state: EditorState, frame: Frame) => Step;

export function step(state: EditorState, ...effects: Step["effects"]): Step {
  return { state, effects };
}
