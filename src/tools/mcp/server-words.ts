/** What is said about a server: its errors and changes, in words that are safe and short. */
import { cleanText, type ListChange } from "./described-tools.ts";

const mostNamed = 10;
const tailBytes = 2000;

export function messageOf(error: unknown): string {
  return cleanText(error instanceof Error ? error.message : String(error), 300).replace(/\.$/, "");
}

export function withTail(reason: string, line: string): string {
  return line === "" ? reason : `${reason}; it wrote: ${line}`;
}

/** Undefined where nothing is different. */
export function changeText(change: ListChange): string | undefined {
  const parts = (["added", "changed", "removed"] as const)
    .filter((kind) => change[kind].length > 0)
    .map((kind) => `${kind} ${listOf(change[kind])}`);
  return parts.length === 0 ? undefined : parts.join("; ");
}

export function listOf(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map((name) => cleanText(name, 64));
  const more = names.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** The end of what a program wrote. */
export function createTail() {
  let held = Buffer.alloc(0);
  return {
    push(chunk: Uint8Array): void {
      held = Buffer.concat([held, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
    },
    lastLine: () => cleanText(held.toString("utf8").trimEnd().split("\n").at(-1) ?? "", 200),
  };
}
