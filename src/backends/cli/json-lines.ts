/** JSON objects, one on each line, among lines that are something else. */
import { type Json, parseObject } from "../json.ts";

export interface JsonLines {
  read(text: string): readonly Json[];
  end(): readonly Json[];
  /** The beginning of what was no JSON object. */
  stray(): string;
}

/** A tool result with a picture in it is long; what is longer than this is skipped. */
const maxLine = 16_000_000;
const maxStray = 64_000;

export function createJsonLines(): JsonLines {
  let parts: string[] = [];
  let length = 0;
  let isSkipping = false;
  let stray = "";

  function parse(line: string): readonly Json[] {
    const value = objectIn(line);
    if (value) return [value];
    if (line.trim() !== "" && stray.length < maxStray) stray += `${line.slice(0, maxStray)}\n`;
    return [];
  }

  function finishLine(): readonly Json[] {
    const line = parts.join("");
    const skipped = isSkipping;
    parts = [];
    length = 0;
    isSkipping = false;
    return skipped ? [] : parse(line);
  }

  function add(part: string): void {
    length += part.length;
    if (length > maxLine) isSkipping = true;
    if (isSkipping) parts = [];
    else if (part !== "") parts.push(part);
  }

  return {
    read(text) {
      const [first = "", ...others] = text.split("\n");
      add(first);
      return others.flatMap((part) => {
        const found = finishLine();
        add(part);
        return found;
      });
    },
    end: finishLine,
    stray: () => stray,
  };
}

export function objectIn(text: string): Json | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  const parsed = parseObject(text);
  return parsed.kind === "ok" ? parsed.value : undefined;
}
