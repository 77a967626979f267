/** What was cut, the newest first, to be put back. It must not know cursors or keys. */

export type KillRing = readonly string[];

const limit = 30;

/** Cuts in a row make one text: `join` says on which side this one belongs. */
export function cut(ring: KillRing, text: string, join: "new" | "after" | "before"): KillRing {
  if (text === "") return ring;
  const [newest = "", ...older] = ring;
  if (join === "after") return [newest + text, ...older];
  if (join === "before") return [text + newest, ...older];
  return [text, ...ring].slice(0, limit);
}

/** Makes the next older text the first one. */
export function rotated(ring: KillRing): KillRing {
  const [newest, ...older] = ring;
  return newest === undefined ? ring : [...older, newest];
}
