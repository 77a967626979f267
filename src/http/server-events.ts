/** Reads server-sent events from a stream of bytes. Knows no API. */
import { createLineSplitter, maxLineChars } from "./lines.ts";

export interface ServerEvent {
  /** Empty where none was given. */
  readonly name: string;
  /** Its lines, joined by line feeds. */
  readonly data: string;
}

/**
 * Bytes may be split anywhere, in characters and line ends too. Yields the events of one packet at once; those without
 * data are none, nor is one that has not ended. Throws a SyntaxError when a line or an event grows too long.
 */
export async function* readServerEvents(
  bytes: AsyncIterable<Uint8Array>,
  maxChars = maxLineChars,
): AsyncGenerator<readonly ServerEvent[]> {
  const decoder = new TextDecoder();
  const feeds = createLineFeeds();
  const lines = createLineSplitter(maxChars);
  const builder = createEventBuilder(maxChars);
  for await (const packet of bytes) {
    const text = feeds.only(decoder.decode(packet, { stream: true }));
    const events = lines.split(text).flatMap((line) => builder.add(line) ?? []);
    if (events.length > 0) yield events;
  }
}

/** Of the three line ends that there are it leaves one. */
function createLineFeeds() {
  let isHalf = false;
  return {
    only(text: string): string {
      const rest = isHalf && text.startsWith("\n") ? text.slice(1) : text;
      if (text !== "") isHalf = text.endsWith("\r");
      return rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest;
    },
  };
}

function createEventBuilder(maxChars: number) {
  let name = "";
  let data: string[] = [];
  let length = 0;

  function end(): ServerEvent | undefined {
    const event = data.length > 0 ? { name, data: data.join("\n") } : undefined;
    name = "";
    data = [];
    length = 0;
    return event;
  }

  return {
    /** The event that ends with this line. */
    add(line: string): ServerEvent | undefined {
      if (line === "") return end();
      const value = fieldValue(line, "data");
      if (value === undefined) {
        name = fieldValue(line, "event") ?? name;
        return undefined;
      }
      data.push(value);
      length += value.length + 1;
      if (length > maxChars) throw new SyntaxError("an event is too long");
      return undefined;
    },
  };
}

/** After a colon and at most one space; a field without either is empty. */
function fieldValue(line: string, field: string): string | undefined {
  if (!line.startsWith(field)) return undefined;
  if (line.length === field.length) return "";
  if (line[field.length] !== ":") return undefined;
  return line.slice(field.length + (line[field.length + 1] === " " ? 2 : 1));
}
