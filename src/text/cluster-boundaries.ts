/**
 * Where one seen character ends and the next begins, found by looking at the neighbourhood only: Intl.Segmenter
 * takes time in proportion to the whole text for each step. It must not know styles, screens or terminals.
 */
/** Made when it is needed: that takes some milliseconds, and most text needs none. */
let graphemes: Intl.Segmenter | undefined;

/** The boundary after `start`, which must be a boundary itself and lie before the end. */
export function clusterEnd(text: string, start: number): number {
  if (start + 1 >= text.length) return text.length;
  if (isSimple(text.charCodeAt(start)) && isSimple(text.charCodeAt(start + 1))) return start + 1;
  for (let size = 32; ; size *= 2) {
    const stop = wholePoint(text, start + size);
    const end = start + firstCluster(text.slice(start, stop)).length;
    if (end < stop || stop >= text.length) return end;
  }
}

/** The boundary before `end`, which must lie after the beginning. */
export function clusterStart(text: string, end: number): number {
  let start = anchorBefore(text, end - 1);
  for (let next = start; next < end; next = clusterEnd(text, next)) start = next;
  return start;
}

/** The nearest boundary that is not before `index`. */
export function boundaryFrom(text: string, index: number): number {
  if (index >= text.length) return text.length;
  let boundary = anchorBefore(text, index);
  while (boundary < index) boundary = clusterEnd(text, boundary);
  return boundary;
}

/** The last place up to `index` that is a boundary whatever stands further left. */
function anchorBefore(text: string, index: number): number {
  let place = Math.max(0, index);
  while (place > 0 && !isAnchor(text, place)) place--;
  return place;
}

/** What joins to more than its direct neighbour: marks, joiners. Flags are found to join in pairs. */
const reachesFar = /[\p{M}\u200D]$/u;

function isAnchor(text: string, place: number): boolean {
  const before = text.charCodeAt(place - 1);
  const after = text.charCodeAt(place);
  if (isSimple(before) && isSimple(after)) return true;
  if (isHighSurrogate(before) && isLowSurrogate(after)) return false;
  const isPair = isLowSurrogate(before) && isHighSurrogate(text.charCodeAt(place - 2));
  const previous = text.slice(place - (isPair ? 2 : 1), place);
  const pair = previous + String.fromCodePoint(text.codePointAt(place) ?? 0);
  return !reachesFar.test(previous) && firstCluster(pair).length < pair.length;
}

function firstCluster(text: string): string {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return graphemes.segment(text).containing(0)?.segment ?? text;
}

/** The same place, or one less where it would part a pair of surrogates. */
function wholePoint(text: string, place: number): number {
  if (place >= text.length) return text.length;
  return isHighSurrogate(text.charCodeAt(place - 1)) ? place - 1 : place;
}

/** Between two of these is always a boundary: Latin without CR, Greek and Cyrillic letters, kana, Han, Hangul. */
function isSimple(code: number): boolean {
  if (code < 0x300) return code !== 0x0d;
  if (code < 0x483) return code >= 0x370;
  if (code < 0x3041) return false;
  return (
    code <= 0x3096 ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
