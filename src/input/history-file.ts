/** The entries of the input history as lines of a file: a JSON string each. It must not know where the file is. */
import { type History, historyLimit } from "./recall.ts";

export function historyLine(text: string): string {
  return `${JSON.stringify(text)}\n`;
}

/** A line that is no JSON string, as other programs write it, counts as it is; so does a torn one. */
export function parseHistory(file: string): History {
  const entries = file.split(/\r?\n/).map(entryOf);
  return entries
    .filter((entry, index) => entry.trim() !== "" && entry !== entries[index - 1])
    .slice(-historyLimit);
}

function entryOf(line: string): string {
  if (!line.startsWith('"')) return line;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "string" ? value : line;
  } catch {
    return line;
  }
}
