/** The line on which the user enters the next thing: shown once, and completed where nobody has typed there. */
import { safeText, sanitise } from "../../view/sanitise.ts";
import type { Paper } from "./paper.ts";

export interface PromptLine {
  show(): void;
  shown(): boolean;
  /** Something else was written: the next `show` shows it anew. */
  leave(): void;
  /** This text is being acted on: it stands after a prompt, repeated unless it was typed there. */
  take(text: string): void;
}

export function createPromptLine(paper: Paper, echo: boolean): PromptLine {
  let shown = false;

  function show(): void {
    if (shown) return;
    paper.chrome(safeText`You: `);
    shown = true;
  }

  return {
    show,
    shown: () => shown,
    leave() {
      shown = false;
    },
    take(text) {
      const typedHere = shown && !echo;
      show();
      shown = false;
      if (!typedHere) paper.chromeMore(sanitise(`${text}\n`));
    },
  };
}

/** Where there is no conversation nothing is prompted for. */
export const noPromptLine: PromptLine = { show() {}, shown: () => false, leave() {}, take() {} };
