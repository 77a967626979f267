/** Fills the arguments of a command into a text: `$ARGUMENTS` is all of them, `$1` to `$9` are single ones. Pure. */

const place = /\$(?:ARGUMENTS\b|([1-9])(?!\d))/g;

/** In one pass: what is filled in is not looked through again. Where there is no place for them, they come at the end. */
export function fillArguments(text: string, given: string): string {
  const words = splitWords(given);
  const hasPlace = text.search(place) >= 0;
  const filled = text.replaceAll(place, (_, number?: string) =>
    number === undefined ? given : (words[Number(number) - 1] ?? ""),
  );
  return hasPlace || given === "" ? filled : `${filled}\n\n${given}`;
}

/** At blanks, but not within quotes. */
export function splitWords(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}
