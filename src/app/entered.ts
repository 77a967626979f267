/** Reads standard input where no display does: a prompt as a whole, or one line as an answer. */
import type { Readable } from "node:stream";

export const longestPrompt = 16 * 1024 * 1024;
const longestLine = 10_000;

export type WholeInput =
  | { readonly kind: "read"; readonly text: string }
  | { readonly kind: "too-long" }
  | { readonly kind: "failed"; readonly reason: string };

/** Everything up to the end; more than any model takes is not read. */
export async function readWhole(input: Readable, limit = longestPrompt): Promise<WholeInput> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of input) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > limit) return { kind: "too-long" };
    }
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
  return { kind: "read", text: text + decoder.decode() };
}

/** The first line, without its end; what came before the end of input, or its failure, if there is no line. */
export async function readLine(input: Readable): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of input) {
      text += decoder.decode(chunk, { stream: true });
      if (text.includes("\n") || text.length > longestLine) break;
    }
  } catch {
    // An answer that cannot be read was not given.
  }
  return text.split("\n", 1)[0] ?? "";
}

export interface Lines {
  /** Without its end; undefined when there are no more. */
  next(): Promise<string | undefined>;
  close(): void;
}

/** One line after the other. What is longer than any answer is cut into pieces. */
export function openLines(input: Readable): Lines {
  const decoder = new TextDecoder();
  const chunks = input[Symbol.asyncIterator]();
  let text = "";
  let ended = false;

  async function more(): Promise<void> {
    const chunk = await chunks.next().catch(() => ({ done: true, value: undefined }));
    ended = chunk.done === true;
    text += ended ? decoder.decode() : decoder.decode(chunk.value, { stream: true });
  }

  return {
    async next() {
      while (!ended && !text.includes("\n") && text.length <= longestLine) await more();
      const end = text.indexOf("\n");
      if (end < 0 && text === "") return undefined;
      const line = end < 0 ? text : text.slice(0, end);
      text = end < 0 ? "" : text.slice(end + 1);
      return line;
    },
    close() {
      chunks.return?.();
    },
  };
}
