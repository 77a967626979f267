/** What sessions are called, from their files, in small steps. To be loaded with `import()` only. */
import {
  byAge,
  peekSession,
  type SessionFile,
  sessionFile,
  sessionIds,
  sessionName,
} from "../sessions/session-files.ts";
import type { SessionName } from "./session-names.ts";

/** Nobody goes through more by hand. */
const mostSessions = 100;
const filesInARow = 50;
/** The name of a longer one may stand anywhere in it: it is offered by its id. */
const longestRead = 8_000_000;

export async function findNames(
  directory: string,
  breathe: () => Promise<void>,
): Promise<readonly SessionName[]> {
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
