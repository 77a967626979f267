/** Messages of a journal that is known already, read back from where their lines stand. */
import type { Message } from "../model/message.ts";
import type { Kept } from "./journal-survey.ts";
import { type FileLine, readLines } from "./lines.ts";
import { parseRecord } from "./parse-record.ts";

/** All between two places where lines begin; lines that cannot be read are left out. */
export function messagesBetween(path: string, from: number, to: number): readonly Message[] {
  const messages: Message[] = [];
  for (const { text } of readLines(path, { from, to })) {
    const message = text === undefined ? undefined : messageIn(text);
    if (message) messages.push(message);
  }
  return messages;
}

/** Gives way after every message, with how many characters it has read so far. Throws where the file is not what it was. */
export function* readMessages(path: string, kept: Iterable<Kept>): Generator<number, Message[]> {
  const finder = createLineFinder(path);
  const messages: Message[] = [];
  let read = 0;
  try {
    for (const each of kept) {
      const text = typeof each === "number" ? finder.lineAt(each)?.text : undefined;
      const message = typeof each === "number" ? messageIn(text ?? "") : each;
      if (!message) throw new Error(`${path} is not what it was: the conversation cannot be read from it`);
      messages.push(message);
      read += text?.length ?? 0;
      yield read;
    }
    return messages;
  } finally {
    finder.close();
  }
}

/** All at once. Throws where the file is not what it was. */
export function readAllMessages(path: string, kept: Iterable<Kept>): Message[] {
  const steps = readMessages(path, kept);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function messageIn(line: string): Message | undefined {
  const parsed = parseRecord(line);
  return parsed.kind === "record" && parsed.record.type === "message" ? parsed.record.message : undefined;
}

/** What lies between two lines is passed by, unless it is so much that it is better not read at all. */
const longestWay = 256 * 1024;

function createLineFinder(path: string) {
  let lines: Generator<FileLine, void> | undefined;
  let place = 0;

  function next(): FileLine | undefined {
    const step = lines?.next();
    if (!step || step.done) return undefined;
    place = step.value.offset + 1;
    return step.value;
  }

  function lineAt(offset: number): FileLine | undefined {
    if (!lines || offset < place || offset - place > longestWay) {
      lines?.return();
      lines = readLines(path, { from: offset });
      place = offset;
    }
    for (let line = next(); line; line = next()) if (line.offset >= offset) return line;
    return undefined;
  }

  return { lineAt, close: () => lines?.return() };
}
