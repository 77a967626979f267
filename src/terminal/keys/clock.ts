/** Time as the key decoder needs it. */

export interface Clock {
  after(ms: number, run: () => void): Timer;
}

export interface Timer {
  /** Does nothing once it has run. */
  cancel(): void;
}
