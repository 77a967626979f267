/** Strict JSON with positions: the verdict of JSON.parse, but it can say where. Knows no settings. */
import {
  type MapEntry,
  maxDepth,
  maxValues,
  type Parsed,
  type Problem,
  type Tree,
  tooDeep,
  tooMany,
} from "./tree.ts";

/** A file without any value is no settings rather than an error. */
export function parseJson(text: string): Parsed {
  const reader: Reader = { text, at: 0, count: 0 };
  if (peek(reader) === "") return { kind: "parsed" };
  const root = readValue(reader, 0);
  if (root !== undefined && peek(reader) !== "") fail(reader, "there is something after the end");
  if (reader.problem !== undefined) return { kind: "failed", problems: [reader.problem] };
  return { kind: "parsed", root };
}

/** The functions below move it along; they return undefined once there is a problem, and the first one counts. */
interface Reader {
  readonly text: string;
  at: number;
  count: number;
  problem?: Problem;
}

function stop(reader: Reader, text: string): undefined {
  reader.problem ??= { offset: reader.at, text };
}

function fail(reader: Reader, what: string): undefined {
  return stop(reader, `this is not valid JSON: ${what}.`);
}

const space = /[ \t\r\n]*/y;
const string = /"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"/y;
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;

function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const match = pattern.exec(reader.text)?.[0];
  reader.at += match?.length ?? 0;
  return match;
}

/** The next character that is no space; empty at the end. */
function peek(reader: Reader): string {
  take(reader, space);
  return reader.text.charAt(reader.at);
}

function skip(reader: Reader, character: string): boolean {
  if (peek(reader) !== character) return false;
  reader.at += 1;
  return true;
}

function readValue(reader: Reader, depth: number): Tree | undefined {
  const character = peek(reader);
  const offset = reader.at;
  reader.count += 1;
  if (depth > maxDepth) return stop(reader, tooDeep);
  if (reader.count > maxValues) return stop(reader, tooMany);
  if (character === "{") {
    const entries = readSeries(reader, "}", () => readEntry(reader, depth + 1));
    return entries && { kind: "map", offset, entries };
  }
  if (character === "[") {
    const items = readSeries(reader, "]", () => readValue(reader, depth + 1));
    return items && { kind: "list", offset, items };
  }
  const value = character === '"' ? readString(reader) : readPlain(reader);
  return value === undefined ? undefined : { kind: "scalar", offset, value };
}

/** From the opening bracket to the closing one; `readItem` reads what stands between the commas. */
function readSeries<Item>(
  reader: Reader,
  close: string,
  readItem: () => Item | undefined,
): readonly Item[] | undefined {
  const items: Item[] = [];
  reader.at += 1;
  if (skip(reader, close)) return items;
  do {
    const item = readItem();
    if (item === undefined) return undefined;
    items.push(item);
  } while (skip(reader, ","));
  return skip(reader, close) ? items : fail(reader, `a comma or ${close} is missing`);
}

function readEntry(reader: Reader, depth: number): MapEntry | undefined {
  if (peek(reader) !== '"') return fail(reader, "a key in double quotes is missing");
  const offset = reader.at;
  const key = readString(reader);
  if (key === undefined) return undefined;
  if (!skip(reader, ":")) return fail(reader, "a colon is missing");
  const value = readValue(reader, depth);
  return value && { key, offset, value };
}

function readPlain(reader: Reader): number | boolean | null | undefined {
  const word = take(reader, plain);
  if (word !== undefined) return JSON.parse(word);
  return fail(reader, peek(reader) === "" ? "a value is missing" : "this is not a value");
}

function readString(reader: Reader): string | undefined {
  const offset = reader.at;
  const source = take(reader, string);
  if (source === undefined) return fail(reader, "the closing quote is missing");
  try {
    return JSON.parse(source);
  } catch {
    reader.at = offset;
    return fail(reader, "the text holds a bad escape or a control character");
  }
}
