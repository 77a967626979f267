/** Searches the recorded sessions for the command line and for the chat; finds are told as they come. */
import type { SearchInvocation } from "../config/invocation.ts";
import { byMatches, type SearchEnd, type SessionMatches, searchSessions } from "../sessions/search.ts";
import { compileQuery, type SearchQuery } from "../sessions/search-query.ts";
import { contextOf, reportCount, reportEnd, reportSession } from "../sessions/search-report.ts";
import { readSearch, type SearchRequest } from "../sessions/search-words.ts";
import { sanitise } from "../view/sanitise.ts";
import { complain } from "./complain.ts";
import { exitCodes } from "./exit-code.ts";
import type { Host } from "./host.ts";
import { jsonLine } from "./json-line.ts";

/** `directory` is undefined where there is no home to keep sessions in. */
export async function searchFromCommandLine(
  host: Host,
  directory: string | undefined,
  asked: SearchInvocation,
): Promise<number> {
  const left = new AbortController();
  host.onOutputClosed(() => left.abort());
  const counted: SessionMatches[] = [];
  const print = (session: SessionMatches) => {
    if (asked.count) counted.push(session);
    else host.stdout.write(asked.json ? jsonOf(session) : sanitise(`${reportSession(session).join("\n")}\n`));
  };
  const outcome = await search(host, directory, queryOf(asked), print, left.signal);
  if (outcome.kind === "wrong") return complain(host, [`Cannot search: ${outcome.problem}.`]);
  if (outcome.kind === "stopped") return exitCodes.ok;
  for (const session of byMatches(counted)) {
    host.stdout.write(asked.json ? countJson(session) : sanitise(`${reportCount(session)}\n`));
  }
  if (!asked.count || counted.length === 0) host.stderr.write(sanitise(`${reportEnd(outcome.end)}\n`));
  return exitCodes.ok;
}

export async function searchFromChat(
  host: Host,
  directory: string | undefined,
  words: string,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const read = readSearch(words);
  if (read.kind === "wrong") return say(`Error: ${read.problem}.`);
  const { request } = read;
  const counted: SessionMatches[] = [];
  const tell = (session: SessionMatches) => {
    if (request.count) counted.push(session);
    else if (session.matches.length > 0) say(reportSession(session).join("\n"));
  };
  const outcome = await search(host, directory, queryOf(request), tell, signal);
  if (outcome.kind === "wrong") return say(`Error: ${outcome.problem}.`);
  if (outcome.kind === "stopped") return say("The search was stopped.");
  const counts = byMatches(counted).map(reportCount);
  say(counts.length > 0 ? counts.join("\n") : reportEnd(outcome.end));
}

type Outcome =
  | { readonly kind: "ended"; readonly end: SearchEnd }
  | { readonly kind: "stopped" }
  | { readonly kind: "wrong"; readonly problem: string };

/** In milliseconds: the longest that keys and signals wait. */
const stretch = 10;

async function search(
  { clock }: Host,
  directory: string | undefined,
  query: SearchQuery,
  show: (session: SessionMatches) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const compiled = compileQuery(query);
  if (compiled.kind === "wrong") return compiled;
  if (directory === undefined) return { kind: "wrong", problem: "there is no home directory with sessions" };
  const steps = searchSessions(directory, query, compiled.finder);
  let since = clock.now();
  try {
    for (;;) {
      const { done, value } = steps.next();
      if (done) return { kind: "ended", end: value };
      if (value) show(value);
      if (clock.now() - since < stretch) continue;
      await new Promise<void>((resolve) => clock.after(0, resolve));
      if (signal.aborted) return { kind: "stopped" };
      since = clock.now();
    }
  } catch (error) {
    return { kind: "wrong", problem: error instanceof Error ? error.message : String(error) };
  } finally {
    steps.return({ sessions: 0, shown: 0, more: 0, unfinished: true, unread: [] });
  }
}

/** Counting shows nothing but counts all. */
function queryOf({ count, ...query }: SearchRequest): SearchQuery {
  return count ? { ...query, limit: 0, countAll: true } : query;
}

function jsonOf({ id, name, updated, matches }: SessionMatches): string {
  return matches
    .map((match) => {
      const { number, role, part, place } = match;
      const where = { session: id, name, updated: new Date(updated).toISOString(), number, role, part };
      return jsonLine({ ...where, from: place[0], to: place[1], ...contextOf(match) });
    })
    .join("");
}

function countJson({ id, name, updated, count }: SessionMatches): string {
  return jsonLine({ session: id, name, updated: new Date(updated).toISOString(), count });
}
