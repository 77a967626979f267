/** Which messages of a conversation are meant: all, from one number to another, or the last few. */

export type ExportRange =
  | { readonly kind: "all" }
  /** Both are included. */
  | { readonly kind: "between"; readonly from: number; readonly to: number }
  | { readonly kind: "last"; readonly count: number };

export type Selected<Item> =
  | { readonly kind: "selected"; readonly items: readonly Item[]; readonly firstNumber: number }
  | { readonly kind: "outside"; readonly problem: string };

/** Numbers count from 1. */
export function select<Item>(items: readonly Item[], range: ExportRange): Selected<Item> {
  if (range.kind === "all") return { kind: "selected", items, firstNumber: 1 };
  const { from, to } = range.kind === "between" ? range : lastOf(items.length, range.count);
  if (from > to) return { kind: "outside", problem: `${from}-${to} runs backwards` };
  if (from < 1 || from > items.length) {
    return { kind: "outside", problem: `there is no message ${from}; ${numbersUpTo(items.length)}` };
  }
  return { kind: "selected", items: items.slice(from - 1, to), firstNumber: from };
}

function lastOf(length: number, count: number): { readonly from: number; readonly to: number } {
  return { from: Math.max(1, length - count + 1), to: Math.max(1, length) };
}

function numbersUpTo(length: number): string {
  return length === 0 ? "the conversation is empty" : `they are numbered from 1 to ${length}`;
}

export interface ExportRequest {
  readonly file: string;
  readonly range: ExportRange;
  /** What is there already may be replaced. */
  readonly force: boolean;
}

/** `FILE [FROM-TO | last N] [--force]`. The name may have spaces, or be quoted. */
export function readExportRequest(words: string): ExportRequest {
  const forced = /(?:^|\s)--force$/.exec(words.trim());
  const rest = words.trim().slice(0, forced?.index).trim();
  const [whole = "", first = "", dash, second, count] =
    /(?<=\S)\s+(?:(\d{1,9})(?:(-)(\d{1,9})?)?|last(?:\s+(\d{1,9}))?)$/i.exec(rest) ?? [];
  const file = unquoted(rest.slice(0, rest.length - whole.length));
  const force = forced !== null;
  if (whole === "") return { file, range: { kind: "all" }, force };
  if (first === "") return { file, range: { kind: "last", count: Number(count ?? 1) }, force };
  const end = dash === undefined ? first : (second ?? Number.MAX_SAFE_INTEGER);
  return { file, range: { kind: "between", from: Number(first), to: Number(end) }, force };
}

function unquoted(name: string): string {
  return /^(["'])(.*)\1$/s.exec(name)?.[2] ?? name;
}
