/** The sessions that can be completed, by name and by id. Never waits: they are looked up in the background, in small steps. */
export interface SessionName {
  readonly name: string;
  readonly detail?: string;
}

export interface SessionNamesParts {
  /** Undefined where none are kept. */
  readonly directory: string | undefined;
  readonly now: () => number;
  /** Lets everything else have its turn. */
  readonly breathe: () => Promise<void>;
}

const staleAfterMs = 5000;

/** The newest first. What is known is given; what has come since is with one of the next keys. */
export function createSessionNames(parts: SessionNamesParts): () => readonly SessionName[] {
  const { directory, now } = parts;
  let known: readonly SessionName[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking = false;

  async function look(where: string): Promise<void> {
    looking = true;
    try {
      const { findNames } = await import("./find-session-names.ts");
      known = await findNames(where, parts.breathe);
    } finally {
      looking = false;
      lookedAt = now();
    }
  }

  return () => {
    // Where one cannot be read the rest of them is not offered either: completing is no place for complaints.
    if (directory !== undefined && !looking && now() - lookedAt > staleAfterMs)
      look(directory).catch(() => {});
    return known;
  };
}
