/** What commands may do with turns in the background, and what they are told of them. */
import type { Usage } from "../model/usage.ts";

/** Turns beside the conversation. */
export interface TaskPowers {
  /** Why it cannot be started, in a sentence; undefined where it was. */
  start(prompt: string): Promise<string | undefined>;
  /** Those that run, and the last that ended; the oldest first. */
  list(): readonly TaskReport[];
  kill(id: string): void;
  /** Stops it after so many milliseconds from now. */
  limit(id: string, ms: number): void;
  /** Adds its prompt and its answer to the conversation. */
  join(id: string): void;
}

export interface TaskReport {
  /** #1 */
  readonly id: string;
  readonly prompt: string;
  readonly state: "running" | "cancelling" | "finished" | "failed" | "stopped" | "timed out";
  readonly elapsedMs: number;
  /** Until it is stopped. */
  readonly leftMs?: number;
  /** In words. */
  readonly doing: string;
  readonly usage: Usage;
  /** In dollars; undefined where the price is unknown. */
  readonly cost: number | undefined;
  /** What it is recorded as. */
  readonly session?: string;
  /** Of one that has come to an answer. */
  readonly answer?: string;
}
