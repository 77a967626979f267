/** Cuts a Prolog text into tokens, or says where it is none. Knows no operators. */
import type { Problem } from "../tree.ts";

export interface Token {
  readonly kind: TokenKind;
  readonly offset: number;
  /** As it is meant: without quotes and escapes. */
  readonly text: string;
  /** A name directly followed by an opening parenthesis. */
  readonly opens?: true;
}

export type TokenKind = "name" | "variable" | "string" | "number" | "symbol" | "punctuation" | "end";

export type Tokens =
  | { readonly kind: "ok"; readonly tokens: readonly Token[] }
  | { readonly kind: "failed"; readonly problem: Problem };

const blank = /(?:\s+|%[^\n]*)+/y;
const comment = /\/\*[\s\S]*?\*\//y;
const name = /\p{Ll}[\p{L}\p{N}_]*/uy;
const variable = /[\p{Lu}_][\p{L}\p{N}_]*/uy;
const numeral = /\d+(?:_\d+)*(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const symbol = /[+\-*/\\^<>=~:?@#&$]+|!|;/y;
const end = /\.(?=\s|%|$)/y;

export function tokenize(text: string): Tokens {
  const tokens: Token[] = [];
  let at = 0;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    at += match?.length ?? 0;
    return match;
  };

  function add(kind: TokenKind, offset: number, meant: string): void {
    const opens = (kind === "name" || kind === "symbol") && text.charAt(at) === "(";
    tokens.push({ kind, offset, text: meant, ...(opens && { opens: true as const }) });
  }

  function next(offset: number): Problem | undefined {
    for (const [kind, pattern] of plain) {
      const match = take(pattern);
      if (match !== undefined) return void add(kind, offset, match);
    }
    const character = text.charAt(at);
    if (character === "'" || character === '"') {
      const quoted = readQuoted(text, at);
      if ("problem" in quoted) return quoted.problem;
      at = quoted.end;
      return void add(character === "'" ? "name" : "string", offset, quoted.value);
    }
    if (!"()[]{},|".includes(character))
      return { offset, text: `${JSON.stringify(character)} has no meaning here.` };
    at += 1;
    return void add("punctuation", offset, character);
  }

  for (;;) {
    while (take(blank) !== undefined || take(comment) !== undefined);
    if (at >= text.length) return { kind: "ok", tokens };
    if (text.startsWith("/*", at)) return failed(at, "this comment does not end: */ is missing.");
    const problem = next(at);
    if (problem !== undefined) return { kind: "failed", problem };
  }
}

const plain: readonly (readonly [TokenKind, RegExp])[] = [
  ["end", end],
  ["number", numeral],
  ["name", name],
  ["variable", variable],
  ["symbol", symbol],
];

function failed(offset: number, text: string): Tokens {
  return { kind: "failed", problem: { offset, text } };
}

type Quoted = { readonly value: string; readonly end: number } | { readonly problem: Problem };

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["`", "`"],
  ["0", "\0"],
  ["\n", ""],
]);

/** A quote inside is doubled or escaped. */
function readQuoted(text: string, start: number): Quoted {
  const quote = text.charAt(start);
  let value = "";
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === quote) {
      if (text.charAt(at + 1) !== quote) return { value, end: at + 1 };
      value += quote;
      at += 1;
    } else if (character === "\\") {
      const read = readEscape(text, at + 1);
      if (read === undefined)
        return { problem: { offset: at, text: "this escape is unknown; a backslash is written \\\\." } };
      value += read.value;
      at = read.last;
    } else if (character === "\n") break;
    else value += character;
  }
  return { problem: { offset: start, text: `this text does not end: ${quote} is missing.` } };
}

function readEscape(text: string, at: number): { readonly value: string; readonly last: number } | undefined {
  const simple = escapes.get(text.charAt(at));
  if (simple !== undefined) return { value: simple, last: at };
  const code = /^x([0-9a-fA-F]{1,6})\\/.exec(text.slice(at, at + 8));
  const point = Number.parseInt(code?.[1] ?? "", 16);
  if (code === null || point > 0x10ffff) return undefined;
  return { value: String.fromCodePoint(point), last: at + code[0].length - 1 };
}
