/** Streamed text as whole words: an unfinished word is held until it ends, grows too long, or has waited too long. */
import { createStreamSanitiser, type SafeText } from "../../view/sanitise.ts";
import type { Clock, Timer } from "../display.ts";

const longestHeld = 60;
const patienceMs = 120;

export interface WordFlow {
  push(text: string): void;
  /** Writes what is still held; the next text starts anew. */
  finish(): void;
}

export function createWordFlow(write: (text: SafeText) => void, clock: Clock): WordFlow {
  const sanitiser = createStreamSanitiser();
  let held = "";
  let timer: Timer | undefined;

  function release(length: number): void {
    if (length > 0) {
      timer?.cancel();
      timer = undefined;
      write(held.slice(0, length) as SafeText);
      held = held.slice(length);
    }
    if (held !== "") timer ??= clock.after(patienceMs, () => release(held.length));
  }

  return {
    push(text) {
      held += sanitiser.push(text);
      const end = wordEnd(held);
      release(held.length - end > longestHeld ? held.length : end);
    },
    finish() {
      held += sanitiser.end();
      release(held.length);
    },
  };
}

/** Up to and including the last white space, or the last character of a script written without spaces. */
function wordEnd(text: string): number {
  return /^.*[\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/su.exec(text)?.[0].length ?? 0;
}
