/** Finds what a prompt names after `@`. Pure: whether there is such a thing is for others to say. */

export interface Mention {
  /** As it stands in the text. */
  readonly written: string;
  /** What it may name, the likeliest first: the end of a sentence is not part of a name. */
  readonly targets: readonly string[];
  readonly quoted: boolean;
}

/** Behind a letter, as in an address of mail, or behind a backslash or a backquote, it is text. */
const mention = /(?<![^\s([{<"'])@(?:"([^"\n]{1,2000})"(:\d+(?:-\d+)?)?|([^\s"'`@<>][^\s"`<>]{0,2000}))/g;

export function mayMention(text: string): boolean {
  return text.search(mention) >= 0;
}

/** Each of them once. */
export function findMentions(text: string): readonly Mention[] {
  const found = new Map<string, Mention>();
  for (const [written, quoted, lines = "", bare = ""] of text.matchAll(mention)) {
    const targets = quoted === undefined ? withoutEnds(bare) : [quoted + lines];
    found.set(written, { written, targets, quoted: quoted !== undefined });
  }
  return [...found.values()];
}

/** With and without the punctuation at its end. */
function withoutEnds(bare: string): readonly string[] {
  const core = bare.replace(/(?:'s|[.,;:!?)\]}'*_…])+$/, "");
  return core === "" || core === bare ? [bare] : [bare, core];
}

/** The lines of a file, from 1, both ends included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** `src/main.ts:10-40`, or `src/main.ts:10` for one line. Undefined where it says nothing of lines. */
export function readLineRange(
  target: string,
): { readonly path: string; readonly lines: LineRange } | undefined {
  const [, path, from, to = from] = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/.exec(target) ?? [];
  const first = Number(from);
  const last = Number(to);
  return path === undefined || first < 1 || last < first ? undefined : { path, lines: { first, last } };
}
