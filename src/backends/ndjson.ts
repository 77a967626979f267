/** Reads JSON objects from a stream of bytes, one a line. Knows no wire format; what is no object is passed over. */
import { createLineSplitter } from "../http/lines.ts";
import { type Json, parseObject } from "./json.ts";

export interface ReadOptions {
  /** Told of a line that ended and is no object; blank ones do not count. */
  readonly onGarbage?: () => void;
  readonly maxChars?: number;
}

/**
 * Bytes may be split anywhere, in characters too. The last line needs no end. Yields the objects of one packet at
 * once. Throws a SyntaxError when a line grows too long.
 */
export async function* readObjects(
  bytes: AsyncIterable<Uint8Array>,
  { onGarbage = () => {}, maxChars }: ReadOptions = {},
): AsyncGenerator<readonly Json[]> {
  const decoder = new TextDecoder();
  const lines = createLineSplitter(maxChars);
  for await (const packet of bytes) {
    const objects = objectsIn(lines.split(decoder.decode(packet, { stream: true })), onGarbage);
    if (objects.length > 0) yield objects;
  }
  const last = objectsIn(lines.split(`${decoder.decode()}\n`), () => {});
  if (last.length > 0) yield last;
}

function objectsIn(lines: readonly string[], onGarbage: () => void): readonly Json[] {
  return lines.flatMap((line) => {
    if (line.trim() === "") return [];
    const parsed = parseObject(line);
    if (parsed.kind === "ok") return [parsed.value];
    onGarbage();
    return [];
  });
}
