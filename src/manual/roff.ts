/** The few requests of a man page, with every text escaped: nothing in it is read as a request or an escape. */
import type { Row } from "../config/help-layout.ts";

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\[rs]",
  "-": "\\-",
  "'": "\\[aq]",
  '"': "\\[dq]",
  "`": "\\[ga]",
  "^": "\\[ha]",
  "~": "\\[ti]",
};

/** In one line, safe at the beginning of a line and as an argument in quotes. */
export function roffText(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const escaped = line.replaceAll(/[\\\-'"`^~]|[^ -~]/gu, (char) => escapes[char] ?? named(char));
  return escaped.startsWith(".") ? `\\&${escaped}` : escaped;
}

function named(char: string): string {
  return `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
}

export function title(name: string, source: string): string {
  return `.TH "${roffText(name.toUpperCase())}" 1 "" "${roffText(source)}" "User Commands"\n`;
}

export function heading(text: string): string {
  return `.SH "${roffText(text.toUpperCase())}"\n`;
}

export function subheading(text: string): string {
  return `.SS "${roffText(text)}"\n`;
}

export function paragraphs(...texts: readonly string[]): string {
  return texts.map((text) => `.PP\n${roffText(text)}\n`).join("");
}

/** A term and what it means, one after the other. */
export function definitions(rows: readonly Row[]): string {
  return rows.map(([term, text]) => `.TP\n.B "${roffText(term)}"\n${roffText(text)}\n`).join("");
}

/** Lines that stay as they are. */
export function verbatim(lines: readonly string[]): string {
  return `.PP\n.nf\n${lines.map((line) => `${roffText(line)}\n`).join("")}.fi\n`;
}
