/** Finds what a model thought in fields that every server names differently. Knows no wire format. */
import { isRecord, type Json } from "./json.ts";

export function isReasoningKey(key: string): boolean {
  return /reasoning|thinking|thought/i.test(key);
}

/** What is kept for the server's sake and cannot be read. */
function isForEyes(key: string): boolean {
  return !/signature|encrypted/i.test(key);
}

/** The reasoning fields of a whole message with their texts; a text that stands in two of them is told once. */
export function reasoningTraces(message: Json): readonly (readonly [field: string, text: string])[] {
  const told = new Set<string>();
  return reasoningFields(message).flatMap(([field, value]) => {
    const text = reasoningText(value);
    if (text === undefined || told.has(text)) return [];
    told.add(text);
    return [[field, text] as const];
  });
}

/** The text of a whole reasoning value, which may be a tree, or JSON in a string; undefined when it says nothing. */
export function reasoningText(value: unknown): string | undefined {
  const lines = [...leaves(value, wholeText)];
  return lines.length === 0 ? undefined : [...new Set(lines)].join("\n");
}

/** The reasoning in one piece of a stream, to the letter: white space counts. */
export function reasoningDelta(delta: Json): string {
  const pieces = reasoningFields(delta).map(([, value]) => [...leaves(value, asItIs)].join(""));
  return [...new Set(pieces)].join("");
}

function reasoningFields(message: Json): readonly [string, unknown][] {
  return Object.entries(message).filter(([key]) => isReasoningKey(key) && isForEyes(key));
}

type ReadLeaf = (text: string, depth: number) => Iterable<string>;

const maxDepth = 10;

function* leaves(value: unknown, read: ReadLeaf, depth = 0): Generator<string> {
  if (depth > maxDepth) return;
  if (typeof value === "string") yield* read(value, depth);
  if (Array.isArray(value)) for (const item of value) yield* leaves(item, read, depth + 1);
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) if (holdsText(key)) yield* leaves(inner, read, depth + 1);
}

/** Ids, types and the like are strings as well. */
function holdsText(key: string): boolean {
  if (isReasoningKey(key)) return isForEyes(key);
  return /^(?:text|summary|content|details|analysis|explanation)$|_text$/i.test(key);
}

function asItIs(text: string): readonly string[] {
  return text === "" ? [] : [text];
}

const sayNothing: ReadonlySet<string> = new Set(["", "null", "none", "n/a", "na", "[]", "{}"]);

function wholeText(text: string, depth: number): Iterable<string> {
  const trimmed = text.trim();
  if (sayNothing.has(trimmed.toLowerCase())) return [];
  const tree = treeIn(trimmed);
  return tree === undefined ? [trimmed] : leaves(tree, wholeText, depth + 1);
}

function treeIn(text: string): unknown {
  if (!/^(?:\{.*\}|\[.*\])$/s.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
