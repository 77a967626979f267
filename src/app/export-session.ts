/** `treadle export`: a recorded session as a document. */
import type { ExportInvocation } from "../config/invocation.ts";
import { promptTokens } from "../model/usage.ts";
import { readExportRequest } from "../sessions/export-range.ts";
import type { SessionFacts } from "../sessions/exported.ts";
import { findSession } from "../sessions/find-session.ts";
import { readJournal } from "../sessions/read-journal.ts";
import type { SessionFile } from "../sessions/session-files.ts";
import { foldSession, type SessionState } from "../sessions/session-state.ts";
import { sanitise } from "../view/sanitise.ts";
import { complain } from "./complain.ts";
import { exitCodes } from "./exit-code.ts";
import { exportTo } from "./export-to.ts";
import type { Host } from "./host.ts";

export async function exportSession(
  host: Host,
  directory: string | undefined,
  { session, file, range, force }: ExportInvocation,
): Promise<number> {
  if (directory === undefined) return wrong(host, "There is no home directory that could hold sessions.");
  const found = findSession(directory, session);
  if (found.kind === "none") return wrong(host, found.problem);
  const folded = foldSession(readJournal(found.file.path));
  if (folded.kind === "refused") return wrong(host, folded.problem);
  complain(host, folded.notices);
  const request = { file, force, range: readExportRequest(`file ${range}`).range };
  const { ok, sentence } = exportTo(host, request, factsOf(found.file, folded.state), folded.state.messages);
  if (!ok) return wrong(host, sentence);
  host.stdout.write(sanitise(`${sentence}\n`));
  return exitCodes.ok;
}

function factsOf(
  { id, updated }: SessionFile,
  { session, settings, name, usage }: SessionState,
): SessionFacts {
  const changed = new Date(updated).toISOString();
  return {
    id,
    created: session?.created ?? changed,
    updated: changed,
    backend: settings?.backend ?? "unknown",
    model: settings?.model ?? "unknown",
    contextFormat: "plain",
    ...(name === undefined ? {} : { name }),
    tokensUsed: promptTokens(usage.total) + usage.total.output,
  };
}

function wrong(host: Host, sentence: string): number {
  complain(host, [sentence]);
  return exitCodes.error;
}
