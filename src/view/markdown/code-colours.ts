/** Light colouring of code: comments, strings, numbers, keywords, by one scanner for all languages. Line by line. */
import type { Line, Role, Span } from "../line.ts";
import type { CodeContext } from "../part.ts";
import { slice } from "../safe-text.ts";
import type { SafeText } from "../sanitise.ts";
import { type Language, languageOf } from "./languages.ts";

export const outside: CodeContext = { until: "", role: "code" };

export interface CodeLines {
  readonly lines: readonly Line[];
  /** What is open after the last line. */
  readonly within: CodeContext;
}

export function colourCode(lines: readonly SafeText[], info: string, from: CodeContext): CodeLines {
  const language = languageOf(info);
  if (!language)
    return { lines: lines.map((text) => (text === "" ? [] : [{ role: "code", text }])), within: from };
  let within = from;
  const coloured = lines.map((text) => {
    const scanned = scanLine(text, language, within);
    within = scanned.within;
    return scanned.spans;
  });
  return { lines: coloured, within };
}

interface Scanned {
  readonly spans: Line;
  readonly within: CodeContext;
}

const token = /[\p{L}_$@][\p{L}\p{N}_$*]*|\d[\w.]*|\s+|[^\p{L}\p{N}\s]/uy;

function scanLine(text: SafeText, language: Language, from: CodeContext): Scanned {
  const spans: Span[] = [];
  let within = from;
  let at = 0;

  function take(role: Role, to: number): void {
    const last = spans.at(-1);
    const piece = slice(text, at, to);
    if (last?.role === role) spans[spans.length - 1] = { role, text: (last.text + piece) as SafeText };
    else spans.push({ role, text: piece });
    at = to;
  }

  while (at < text.length) {
    if (within.until !== "") {
      const end = endOf(text, at, within.until);
      take(within.role, end ?? text.length);
      if (end !== undefined) within = outside;
      continue;
    }
    const opened = openingAt(text, at, language);
    if (opened) {
      take(opened.role, at + opened.length);
      within = opened;
      continue;
    }
    take(...wordAt(text, at, language));
  }
  return { spans, within: endsWithLine.has(within.until) ? outside : within };
}

const lineEnd = "\n";
/** Does not go on in the next line, closed or not. */
const endsWithLine: ReadonlySet<string> = new Set([lineEnd, '"', "'"]);

interface Opening extends CodeContext {
  readonly length: number;
}

function openingAt(text: string, at: number, language: Language): Opening | undefined {
  for (const [open, close] of language.blockComments) {
    if (text.startsWith(open, at)) return { until: close, role: "code-comment", length: open.length };
  }
  for (const open of language.lineComments) {
    if (text.startsWith(open, at) && mayComment(text, at, open)) {
      return { until: lineEnd, role: "code-comment", length: open.length };
    }
  }
  for (const quote of language.quotes) {
    if (text.startsWith(quote, at)) return { until: quote, role: "code-string", length: quote.length };
  }
  return undefined;
}

/** `$#` and `a#b` are no comments, and `http://` is none either. */
function mayComment(text: string, at: number, open: string): boolean {
  if (open === "#") return at === 0 || /\s/.test(text.charAt(at - 1));
  return text.charAt(at - 1) !== ":";
}

/** Past the closing text; a backslash before it in a string hides it. */
function endOf(text: string, from: number, until: string): number | undefined {
  if (until === lineEnd) return undefined;
  for (let at = text.indexOf(until, from); at >= 0; at = text.indexOf(until, at + 1)) {
    if (!isEscaped(text, from, at)) return at + until.length;
  }
  return undefined;
}

function isEscaped(text: string, from: number, at: number): boolean {
  let backslashes = 0;
  while (at - backslashes > from && text[at - backslashes - 1] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

function wordAt(text: string, at: number, language: Language): [role: Role, to: number] {
  token.lastIndex = at;
  const word = token.exec(text)?.[0] ?? text.charAt(at);
  const to = at + word.length;
  if (/^\d/.test(word)) return ["code-number", to];
  return [language.keywords.has(word) ? "code-keyword" : "code", to];
}
