/** Where the end of a journal begins that is looked at first: a few turns, found without reading what comes before. */
import { readLines } from "./lines.ts";
import { messageShape } from "./record-shape.ts";

export interface TailWanted {
  /** As many turns, or as many messages. */
  readonly turns: number;
  readonly messages: number;
}

/** In bytes: what is read at once, and what is read where that was not enough. */
const firstLook = 256 * 1024;
const growth = 4;

const messageStart = '{"type":"message","at":';
const isMessage = (line: string) => line.startsWith(messageStart);

/** The first byte of a line; 0 where all is wanted. `size`: how much of the file counts. Throws what the disk throws. */
export function tailStart(path: string, size: number, wanted: TailWanted): number {
  for (let length = firstLook; length < size; length *= growth) {
    const start = startWithin(path, size - length, size, wanted);
    if (start !== undefined) return start;
  }
  return 0;
}

/** A turn begins with a prompt; in a very long one, an answer of the model will do. */
function startWithin(path: string, from: number, to: number, wanted: TailWanted): number | undefined {
  const prompts: number[] = [];
  const answers: number[] = [];
  let messages = 0;
  for (const { number, offset, text } of readLines(path, { from, to })) {
    // The first is the end of a line that began before.
    if (number === 1 || text === undefined || !isMessage(text)) continue;
    messages += 1;
    if (beginsTurn(text)) prompts.push(offset);
    else if (text.includes('"role":"assistant"')) answers.push(offset);
  }
  const [prompt] = prompts;
  if (prompts.length >= wanted.turns) return prompt;
  return messages >= wanted.messages ? (prompt ?? answers[0]) : undefined;
}

/** A prompt with a flag is none of the user's; what only looks like one is no worse a place to begin. */
function beginsTurn(line: string): boolean {
  const shape = messageShape(line);
  if (shape) return shape.prompt;
  return /^.{0,60}"message":\{"role":"user"/.test(line) && !line.endsWith("true}}");
}
