/** The sessions that can be completed, by name and by id. Never waits: they are looked up in the background, in small steps. */
import type { SessionFile } from "../sessions/session-files.ts";

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

/** Nobody goes through more by hand. */
const mostSessions = 100;
const filesInARow = 50;
/** The name of a longer one may stand anywhere in it: it is offered by its id. */
const longestRead = 8_000_000;
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
      known = await findNames(where, parts);
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

async function findNames(directory: string, { breathe }: SessionNamesParts): Promise<readonly SessionName[]> {
  const { byAge, peekSession, sessionFile, sessionIds, sessionName } = await import(
    "../sessions/session-files.ts"
  );
  const files: SessionFile[] = [];
  for (const [index, id] of sessionIds(directory).entries()) {
    files.push(...sessionFile(directory, id));
    if (index % filesInARow === 0) await breathe();
  }
  const names: SessionName[] = [];
  for (const { id, path, size } of files.sort(byAge).slice(0, mostSessions)) {
    await breathe();
    const name = size > longestRead ? undefined : sessionName(path);
    if (name !== undefined && canBeTyped(name)) names.push({ name, detail: id });
    names.push({ name: id, detail: name ?? excerpt(peekSession(path).prompt ?? "") });
  }
  return names;
}

const excerptLength = 40;

function excerpt(text: string): string {
  return [
    ...text
      .slice(0, 4 * excerptLength)
      .replaceAll(/\s+/g, " ")
      .trim(),
  ]
    .slice(0, excerptLength)
    .join("");
}

function canBeTyped(name: string): boolean {
  return /^[^\p{Cc}\p{Cf}]+$/u.test(name);
}
