/** Time as a value: what the terminal's parts want of a clock, be it real or a test's. */

export interface Clock {
  /** Milliseconds since any moment; never goes back. */
  now(): number;
  after(ms: number, run: () => void): Timer;
}

export interface Timer {
  cancel(): void;
}
