/** Waits for a condition instead of sleeping. */

const patienceMs = 10_000;

/** Rejects with `what` when the condition has not come true in time. */
export async function until(condition: () => boolean, what: () => string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`timed out waiting for ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
