/** What a display is: a stream of events in, intents out. It never meets the loop. */
import type { Envelope } from "../model/event.ts";
import type { Intent } from "../model/intent.ts";
import type { EarlierPages } from "../view/earlier.ts";

export interface Display {
  start(onIntent: (intent: Intent) => void): void;
  show(envelope: Envelope): void;
  /** Tokens, cost, context and latency of the session so far. */
  showUsage(): void;
  /** Lets the user change a text in an editor, which has the terminal meanwhile; undefined where that cannot be. */
  editText?(text: string): string | undefined | Promise<string | undefined>;
  /** Before all that is shown from now on there is more, which is read when it is looked at: pass it in once it is known. */
  makeRoom?(): (pages: EarlierPages) => void;
  /** Shows a text in the user's pager, or as it is; false where that cannot be. */
  showText?(text: string, how: "pager" | "plain"): boolean | Promise<boolean>;
  stop(): void;
  /** One can go back to what was shown long ago. */
  readonly scrollsBack?: true;
}

/** Timers as a display needs them; the app passes the real ones. */
export interface Clock {
  after(ms: number, run: () => void): Timer;
}

export interface Timer {
  cancel(): void;
}
