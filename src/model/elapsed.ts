/** How long something has taken: 4.2s, 1m5s, 60m0s. */

/** `fine`: with tenths of a second, below a minute. */
export function elapsedText(ms: number, fine?: "fine"): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds >= 60) return `${Math.floor(seconds / 60)}m${Math.floor(seconds % 60)}s`;
  // Cut, not rounded: it never says 60.0s.
  return fine ? `${(Math.floor(seconds * 10) / 10).toFixed(1)}s` : `${Math.floor(seconds)}s`;
}
