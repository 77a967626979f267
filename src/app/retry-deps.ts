/** What retries need of the outside world: waiting, chance, and the length of the first wait. */
import { type RetryDeps, usualBaseMs } from "../loop/retry.ts";
import type { Host } from "./host.ts";
import { sleep } from "./sleep.ts";

export function retryDeps({ env, clock }: Pick<Host, "env" | "clock">): RetryDeps {
  return { sleep: sleep(clock), random: Math.random, baseMs: baseMs(env.TREADLE_RETRY_BASE_MS) };
}

/** For tests, which cannot wait for minutes. */
function baseMs(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : usualBaseMs;
}
