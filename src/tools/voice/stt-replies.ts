/** What a server for speech answers, as far as it makes sense. It may be anything: what is no use throws a sentence. Pure. */
import * as z from "zod/mini";
import { cleanText } from "../mcp/described-tools.ts";
import { answerOf, type CallResult } from "../mcp/result-text.ts";

export interface SttUpdates {
  readonly status: string | undefined;
  /** In the order they came, without those that were seen before. */
  readonly events: readonly SttEvent[];
  /** What to ask from next time. */
  readonly lastSeq: number;
}

export type SttEvent =
  /** What is being said, as understood so far. */
  | { readonly kind: "partial"; readonly text: string }
  | { readonly kind: "final"; readonly text: string }
  | { readonly kind: "problem"; readonly text: string };

export interface SttStatus {
  readonly status: string;
  readonly nextSeq: number;
  readonly stable: number;
  readonly errors: number;
  readonly latest: string;
}

const longestText = 10_000;
const longestPartial = 1000;
const longestWord = 100;
/** More at once is not speech. */
const mostEvents = 1000;

const label = z.catch(z.optional(z.string()), undefined);
const eventForm = z.object({ seq: z.int(), type: z.string(), text: label, message: label });
const updatesForm = z.object({ status: label, events: z.array(eventForm).check(z.maxLength(mostEvents)) });
const count = z.catch(z.int(), 0);
const statusForm = z.object({
  status: label,
  next_seq: count,
  stable_chunk_count: count,
  error_count: count,
  latest_transcript: label,
});

/** The id of the session that was begun. */
export function readStart(result: CallResult): string {
  const { session_id: id } = readObject(result);
  if (typeof id !== "string" || id.trim() === "" || id.length > longestWord)
    throw new Error("start response missing session_id");
  return id.trim();
}

export function readUpdates(result: CallResult, sinceSeq: number): SttUpdates {
  const read = updatesForm.safeParse(readObject(result));
  if (!read.success) throw new Error("The answer of the server is not a list of what was heard");
  const events: SttEvent[] = [];
  let lastSeq = sinceSeq;
  for (const { seq, type, text = "", message = "" } of read.data.events) {
    if (seq <= lastSeq) continue;
    lastSeq = seq;
    const event = eventOf(type, text, message);
    if (event) events.push(event);
  }
  const { status } = read.data;
  return { status: status && word(status), events, lastSeq };
}

function eventOf(type: string, text: string, message: string): SttEvent | undefined {
  if (type === "utterance_final") {
    const said = cleanText(text, longestText).trim();
    return said === "" ? undefined : { kind: "final", text: said };
  }
  if (type === "provisional_text" || type === "stable_text")
    return { kind: "partial", text: cleanText(text.slice(-longestPartial), longestPartial).trim() };
  if (type === "warning" || type === "error")
    return { kind: "problem", text: cleanText(message || text || type, 300).trim() };
  return undefined;
}

export function readStatus(result: CallResult): SttStatus {
  const read = statusForm.safeParse(readObject(result));
  if (!read.success) throw new Error("the answer says nothing of the session");
  const { status = "unknown", latest_transcript: latest = "", ...counts } = read.data;
  return {
    status: word(status),
    nextSeq: counts.next_seq,
    stable: counts.stable_chunk_count,
    errors: counts.error_count,
    latest: cleanText(latest, longestText).replace(/\s+/g, " ").trim(),
  };
}

function word(text: string): string {
  return cleanText(text, longestWord).replace(/\s+/g, " ").trim();
}

/** As structured content, or as JSON in the text: bare, in a fence, or with words around it. */
function readObject(result: CallResult): Readonly<Record<string, unknown>> {
  const { structuredContent: structured } = result;
  const { output, isError } = answerOf(result);
  if (isError) throw new Error(`The server reports an error: ${cleanText(output, 300).trim()}`);
  if (isRecord(structured)) return structured;
  const value = parse(output) ?? parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  if (!isRecord(value)) throw new Error("The answer of the server is not a JSON object");
  return value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
