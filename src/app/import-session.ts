/** Makes a session of a conversation that was saved as JSON, by treadle or by another program. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { absolutePath, shownPath } from "../config/paths.ts";
import { readSourceFile } from "../config/source-file.ts";
import { parseJson } from "../config/syntax-json.ts";
import { importJson } from "../sessions/import-json.ts";
import { importedJournal } from "../sessions/imported-journal.ts";
import { writeNewFile } from "../sessions/write-new-file.ts";
import { sanitise } from "../view/sanitise.ts";
import { complain } from "./complain.ts";
import { exitCodes } from "./exit-code.ts";
import type { Host } from "./host.ts";
import { sessionId } from "./session-id.ts";

export type Imported =
  | { readonly kind: "imported"; readonly id: string; readonly messages: number }
  /** In a sentence. */
  | { readonly kind: "refused"; readonly problem: string };

const mostBytes = 256_000_000;

export async function importSession(
  host: Host,
  directory: string | undefined,
  file: string,
): Promise<number> {
  const made = makeSession(host, directory, file);
  if (made.kind === "refused") {
    complain(host, [made.problem]);
    return exitCodes.error;
  }
  const { id, messages } = made;
  host.stdout.write(sanitise(`Imported ${messages} messages as the session ${id}.\n`));
  return exitCodes.ok;
}

export function makeSession(host: Host, directory: string | undefined, file: string): Imported {
  if (directory === undefined) return refused("There is no home directory to keep sessions in.");
  const path = absolutePath(file, host);
  const name = shownPath(path, host.cwd, host.home);
  const reading = readSourceFile(path, mostBytes);
  if (reading.kind === "failed") return refused(`Cannot read ${name}: ${reading.reason}.`);
  const imported = importJson(reading.file.text, findFault);
  if (imported.kind === "refused") return refused(`${name} ${imported.reason}.`);
  if (imported.messages.length === 0) return refused(`${name} has no messages.`);
  const { cwd, now } = host;
  const id = sessionId(now());
  const lines = importedJournal(imported, { id, cwd, now: now() });
  const problem = writeSession(directory, id, lines);
  return problem ?? { kind: "imported", id, messages: imported.messages.length };
}

function writeSession(directory: string, id: string, lines: Iterable<string>): Imported | undefined {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    return refused(`Cannot make ${directory}: ${String(error)}.`);
  }
  const written = writeNewFile(join(directory, `${id}.jsonl`), lines, { replace: false, mark: id });
  if (written.kind === "written") return undefined;
  return refused(
    written.kind === "failed" ? `Cannot write the session: ${written.reason}.` : "Try it again.",
  );
}

/** Where a text stops being JSON. */
function findFault(text: string): number | undefined {
  const parsed = parseJson(text);
  const [problem] = parsed.kind === "failed" ? parsed.problems : [];
  return problem?.text.startsWith("this is not valid JSON") ? problem.offset : undefined;
}

function refused(problem: string): Imported {
  return { kind: "refused", problem };
}
