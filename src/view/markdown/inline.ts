/** Text with inline Markdown as spans: emphasis, code, links. Takes time linear in its length. Knows no lines. */
import type { Role, Span } from "../line.ts";
import { join, slice } from "../safe-text.ts";
import { type SafeText, safeText } from "../sanitise.ts";
import { type Delimiter, type Emphasis, pairDelimiters } from "./emphasis.ts";

/** What the text is by itself; `open`: more may come. */
export interface InlineOptions {
  readonly role: Role;
  readonly open?: boolean;
}

const special = /[\\`*_[<]|https?:/;

export function inlineSpans(text: SafeText, { role, open = false }: InlineOptions): readonly Span[] {
  if (!special.test(text)) return text === "" ? [] : [{ role, text }];
  const tokens = tokenise(text, open);
  const delimiters = tokens.flatMap((token) => token.delimiter ?? []);
  return styled(text, tokens, pairDelimiters(delimiters, open ? text.length : undefined), role);
}

/** A stretch of the source and what is shown for it. */
interface Token {
  readonly from: number;
  readonly to: number;
  readonly shown: readonly Span[];
  /** Takes the role of the text around it. */
  readonly plain: boolean;
  readonly delimiter?: Delimiter;
}

const matchers: readonly (readonly [RegExp, (match: RegExpExecArray) => Omit<Token, "from" | "to">])[] = [
  [/\\([!-/:-@[-`{-~])/y, (match) => plain(match[1])],
  [/!?\[((?:[^[\]\\\n]|\\.)*)\]\(<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s"[^"\n]*")?\)/y, link],
  [/<((?:https?:\/\/|mailto:)[^\s<>]+)>/y, (match) => shown("link", match[1])],
  [/https?:\/\/[^\s<>"'`*|]*[^\s<>"'`*|.,;:!?)\]}]/y, (match) => shown("link", match[0])],
];

const ordinary = /(?:[^\\`*_[<!h]|h(?!ttps?:)|!(?!\[))+/y;

function tokenise(text: SafeText, open: boolean): readonly Token[] {
  const tokens: Token[] = [];
  const ticks = tickRuns(text);
  let at = 0;
  while (at < text.length) {
    const token =
      codeAt(text, at, ticks, open) ?? delimiterAt(text, at) ?? matchAt(text, at) ?? plainAt(text, at);
    tokens.push(token);
    at = token.to;
  }
  return tokens;
}

function matchAt(text: SafeText, at: number): Token | undefined {
  for (const [pattern, make] of matchers) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { from: at, to: at + match[0].length, ...make(match) };
  }
  return undefined;
}

function plainAt(text: SafeText, at: number): Token {
  ordinary.lastIndex = at;
  const length = ordinary.exec(text)?.[0].length ?? 1;
  return { from: at, to: at + length, ...plain(text.slice(at, at + length)) };
}

function plain(text = ""): Omit<Token, "from" | "to"> {
  return { shown: [{ role: "text", text: text as SafeText }], plain: true };
}

function shown(role: Role, text = ""): Omit<Token, "from" | "to"> {
  return { shown: [{ role, text: text as SafeText }], plain: false };
}

/** The address is always seen: a link may claim to lead elsewhere. */
function link([, label = "", address = ""]: RegExpExecArray): Omit<Token, "from" | "to"> {
  const text = label.replace(/\\([!-/:-@[-`{-~])|[*`]/g, "$1") as SafeText;
  const target = address as SafeText;
  if (text.trim() === "" || text === target) return shown("link", target);
  return {
    shown: [
      { role: "link", text },
      { role: "muted", text: safeText` (${target})` },
    ],
    plain: false,
  };
}

/** For each length of a run of backquotes, where runs of that length begin, the last one first. */
type TickRuns = ReadonlyMap<number, number[]>;

function tickRuns(text: string): TickRuns {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const places = runs.get(run.length);
    if (places) places.push(index);
    else runs.set(run.length, [index]);
  }
  for (const places of runs.values()) places.reverse();
  return runs;
}

const tickRun = /`+/y;

function codeAt(text: SafeText, at: number, runs: TickRuns, open: boolean): Token | undefined {
  if (text[at] !== "`") return undefined;
  tickRun.lastIndex = at;
  const length = tickRun.exec(text)?.[0].length ?? 1;
  const places = runs.get(length) ?? [];
  while ((places.at(-1) ?? at + 1) <= at) places.pop();
  const end = places.at(-1) ?? (open && length < 3 ? text.length : undefined);
  if (end === undefined) return { from: at, to: at + length, ...plain(text.slice(at, at + length)) };
  const to = Math.min(text.length, end + length);
  return {
    from: at,
    to,
    shown: [{ role: "code", text: codeText(slice(text, at + length, end)) }],
    plain: false,
  };
}

/** One blank on either side may keep backquotes apart. */
function codeText(text: SafeText): SafeText {
  return /^ .*[^ ].* $/s.test(text) ? slice(text, 1, -1) : text;
}

const delimiterRun = /\*+|_+/y;
const white = /^(?:\s|$)/u;
const punctuation = /^[\p{P}\p{S}]/u;

function delimiterAt(text: SafeText, at: number): Token | undefined {
  const character = text[at];
  if (character !== "*" && character !== "_") return undefined;
  delimiterRun.lastIndex = at;
  const length = delimiterRun.exec(text)?.[0].length ?? 1;
  const before = text.charAt(at - 1);
  const after = text.charAt(at + length);
  const left = flanks(after, before);
  const right = flanks(before, after);
  const word = character === "_";
  const opens = left && (!word || !right || punctuation.test(before));
  const closes = right && (!word || !left || punctuation.test(after));
  const delimiter = { character, at, length, opens, closes } as const;
  return { from: at, to: at + length, ...plain(text.slice(at, at + length)), delimiter };
}

/** CommonMark's "flanking": the run touches `inner`, and is not merely part of punctuation. */
function flanks(inner: string, outer: string): boolean {
  if (white.test(inner)) return false;
  return !punctuation.test(inner) || white.test(outer) || punctuation.test(outer);
}

/** Markers that were used are not shown; between them is the role they stand for. */
function styled(
  text: SafeText,
  tokens: readonly Token[],
  found: readonly Emphasis[],
  role: Role,
): readonly Span[] {
  const { strong, emphasis, hidden } = mapOf(text.length, found);
  const spans: Span[] = [];
  const roleAt = (at: number): Role => {
    if (role === "heading") return role;
    if (strong[at]) return "strong";
    return emphasis[at] ? "emphasis" : role;
  };
  for (const { from, to, shown, plain, delimiter } of tokens) {
    if (!plain) spans.push(...shown);
    else if (!delimiter) addText(spans, roleAt(from), shown[0]?.text);
    else
      for (let at = from; at < to; at += 1) {
        if (!hidden[at]) addText(spans, roleAt(at), slice(text, at, at + 1));
      }
  }
  return spans;
}

interface EmphasisMap {
  readonly strong: Int32Array;
  readonly emphasis: Int32Array;
  readonly hidden: Uint8Array;
}

/** For each character how much of either kind it is in, and whether it is a marker. */
function mapOf(length: number, found: readonly Emphasis[]): EmphasisMap {
  const map = {
    strong: new Int32Array(length + 1),
    emphasis: new Int32Array(length + 1),
    hidden: new Uint8Array(length + 1),
  };
  for (const { strong, from, to, markerLength, open } of found) {
    const depths = strong ? map.strong : map.emphasis;
    add(depths, from + markerLength, 1);
    add(depths, open ? to : to - markerLength, -1);
    map.hidden.fill(1, from, from + markerLength);
    if (!open) map.hidden.fill(1, to - markerLength, to);
  }
  for (let at = 1; at <= length; at += 1) {
    add(map.strong, at, map.strong[at - 1] ?? 0);
    add(map.emphasis, at, map.emphasis[at - 1] ?? 0);
  }
  return map;
}

function add(numbers: Int32Array, at: number, by: number): void {
  numbers[at] = (numbers[at] ?? 0) + by;
}

function addText(spans: Span[], role: Role, text?: SafeText): void {
  if (!text) return;
  const last = spans.at(-1);
  if (last?.role === role) spans[spans.length - 1] = { role, text: join([last.text, text]) };
  else spans.push({ role, text });
}
