/**
 * Goes through a whole journal once and keeps next to nothing of it: what the session has come to, with messages named
 * by where they stand, and the pages in which it can be looked through. It must not know who wants them.
 */
import type { Message } from "../model/message.ts";
import { type FileLine, readLines } from "./lines.ts";
import { createSkipped, emptySession, type JournalEntry, readEntry } from "./read-journal.ts";
import { type MessageShape, messageShape, shapeOf } from "./record-shape.ts";
import { createSessionFold, type SessionState } from "./session-state.ts";

/** Where the line of a message begins, or a message that took the place of others. */
export type Kept = number | Message;

/** Lines that can be shown by themselves. */
export interface JournalPage {
  readonly from: number;
  readonly to: number;
  /** What is above it is the result of a tool. */
  readonly afterTool: boolean;
}

export type Surveyed =
  | {
      readonly kind: "surveyed";
      readonly state: SessionState<Kept>;
      readonly pages: readonly JournalPage[];
      /** Each is a sentence. */
      readonly notices: readonly string[];
      /** A line cannot be read that was not just cut off at the end. */
      readonly damaged: boolean;
    }
  | { readonly kind: "refused"; readonly problem: string };

export interface SurveyOptions {
  /** How much of the file counts. */
  readonly size: number;
  /** Where the pages end. */
  readonly pagesTo: number;
}

/** Gives way after every line. Throws what the file system throws. */
export function* surveyJournal(
  path: string,
  { size, pagesTo }: SurveyOptions,
): Generator<undefined, Surveyed> {
  const fold = createSessionFold<Kept>((message) => message);
  const pages = createPages(pagesTo);
  const skipped = createSkipped();
  let empty = true;
  let damaged = false;
  for (const line of readLines(path, { to: size })) {
    const read = readLine(path, line);
    empty &&= read?.kind !== "message" && read?.kind !== "record";
    if (read?.kind === "refused") return read;
    if (read?.kind === "message") {
      pages.take(line.offset, read.shape);
      fold.add(line.offset, read.shape.at);
    }
    if (read?.kind === "skipped") {
      skipped.take(read.notice);
      damaged ||= !line.unended;
    }
    if (read?.kind === "record" && read.record.type !== "message") fold.take(read.record);
    yield undefined;
  }
  if (empty) return { kind: "refused", problem: emptySession(path) };
  return { kind: "surveyed", state: fold.state(), pages: pages.all(), notices: skipped.notices(), damaged };
}

type ReadLine = JournalEntry | { readonly kind: "message"; readonly shape: MessageShape } | undefined;

function readLine(path: string, line: FileLine): ReadLine {
  const shape = line.text === undefined ? undefined : messageShape(line.text);
  if (shape) return { kind: "message", shape };
  const entry = readEntry(path, line);
  if (entry?.kind !== "record" || entry.record.type !== "message") return entry;
  return { kind: "message", shape: shapeOf(entry.record) };
}

/** In bytes: a page is no shorter where turns are short, and within a long turn no longer than need be. */
const shortPage = 64 * 1024;
const longPage = 512 * 1024;

/** A page begins with a prompt, or else with an answer: what stands there needs nothing from above. */
function createPages(to: number) {
  const starts: number[] = [];
  const below = new Set<number>();
  let last: MessageShape["role"] | undefined;

  function begins(length: number, { role, prompt }: MessageShape): boolean {
    return (prompt && length >= shortPage) || (role === "assistant" && length >= longPage);
  }

  return {
    take(offset: number, shape: MessageShape): void {
      if (offset >= to) return;
      if (starts.length === 0) starts.push(0);
      else if (begins(offset - (starts.at(-1) ?? 0), shape)) {
        if (last === "tool") below.add(starts.length);
        starts.push(offset);
      }
      last = shape.role;
    },
    all: (): readonly JournalPage[] =>
      starts.map((from, index) => ({ from, to: starts[index + 1] ?? to, afterTool: below.has(index) })),
  };
}
