/** Text that arrives in pieces, as parts. Each piece is looked at once; what is still open is small. */
import type { Part } from "./part.ts";
import { cutPoint, noText, slice } from "./safe-text.ts";
import type { SafeText } from "./sanitise.ts";

/** What lines mean. Its state is plain data between two lines. */
export interface PartReader<State> {
  readonly start: State;
  /** `fresh` is false for the rest of a line that was too long. */
  readLine(state: State, line: SafeText, fresh: boolean): ReadStep<State>;
  /** The end of the text, or of what there is of it so far. */
  close(state: State, unfinished: boolean): ReadStep<State>;
  /** Whether all that was read has been completed, so that another stream may go on from this state. */
  isBoundary(state: State): boolean;
}

export interface ReadStep<State> {
  readonly state: State;
  /** What was completed. */
  readonly parts: readonly Part[];
}

export type MayPart = (length: number, known: boolean) => boolean;

export interface PartStream<State> {
  /**
   * Reads on. `mayPart` is asked wherever the text could be parted, with the length of the text before it, and whether
   * some of what comes behind was pushed earlier. When it agrees, reading stops there, and the rest comes back.
   */
  push(text: SafeText, mayPart?: MayPart): SafeText | undefined;
  /** What was completed, and what is still open as it looks so far. The same objects until there is more text. */
  parts(): readonly Part[];
  /** Nothing comes any more. */
  finish(): void;
  state(): State;
}

/** A longer line is read in pieces. */
const longestLine = 2000;

export function createPartStream<State>(
  reader: PartReader<State>,
  from: State = reader.start,
): PartStream<State> {
  let state = from;
  let pending = noText;
  let fresh = true;
  let length = 0;
  const done: Part[] = [];
  let shown: readonly Part[] | undefined;

  function take({ state: next, parts }: ReadStep<State>): void {
    state = next;
    for (const part of parts) done.push(part);
  }

  function readPiece({ at, skip }: LineEnd): void {
    take(reader.readLine(state, slice(pending, 0, at), fresh));
    pending = slice(pending, at + skip);
    length += at + skip;
    fresh = skip > 0;
  }

  /** Ends what is open if the line would end it too, and go on in the same way: the next item of a list does. */
  function partsBefore(line: SafeText): boolean {
    const closed = reader.close(state, false);
    const apart = reader.readLine(closed.state, line, true);
    const parts = [...closed.parts, ...apart.parts];
    if (!isSame({ state: apart.state, parts }, reader.readLine(state, line, true))) return false;
    take(closed);
    return true;
  }

  function leave(): SafeText {
    const rest = pending;
    pending = noText;
    return rest;
  }

  function openParts(): readonly Part[] {
    const last = pending === "" ? { state, parts: [] } : reader.readLine(state, pending, fresh);
    return [...last.parts, ...reader.close(last.state, true).parts];
  }

  return {
    push(text, mayPart = never) {
      let known = pending !== "";
      pending = (pending + text) as SafeText;
      shown = undefined;
      for (let end = lineEnd(pending); end; end = lineEnd(pending)) {
        const begun = fresh && length > 0;
        if (begun && mayPart(length, known) && partsBefore(slice(pending, 0, end.at))) return leave();
        readPiece(end);
        known = false;
        if (fresh && reader.isBoundary(state) && mayPart(length, false)) return leave();
      }
      return undefined;
    },
    parts() {
      shown ??= [...done, ...openParts()];
      return shown;
    },
    finish() {
      if (pending !== "") readPiece({ at: pending.length, skip: 0 });
      take(reader.close(state, false));
      shown = done;
    },
    state: () => state,
  };
}

const never: MayPart = () => false;

/** Both are plain data, and small. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** With the properties in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

interface LineEnd {
  readonly at: number;
  /** The line break is no part of the line. */
  readonly skip: 0 | 1;
}

/** Where the next line ends, or the next piece of one that is too long. */
function lineEnd(text: string): LineEnd | undefined {
  const at = text.slice(0, longestLine + 1).indexOf("\n");
  if (at >= 0) return { at, skip: 1 };
  return text.length > longestLine ? { at: cutPoint(text, longestLine), skip: 0 } : undefined;
}

export function readParts<State>(reader: PartReader<State>, text: SafeText, from?: State): readonly Part[] {
  const stream = createPartStream(reader, from);
  stream.push(text);
  stream.finish();
  return stream.parts();
}
