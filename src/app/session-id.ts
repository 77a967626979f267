/** The id of a new session. */

/** Sorts by time; the rest keeps two that start in the same second apart. */
export function sessionId(now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return `${time}-${Math.random().toString(36).slice(2, 8)}`;
}
