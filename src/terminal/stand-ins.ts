/**
 * What stands for a character that a terminal cannot show: the letter under which `acsc` may offer it, and ASCII.
 * Plain tables; they must not know entries or locales.
 */

/** Each line: the letter of the VT100's line-drawing set, what it may stand for, and the ASCII character. */
const drawing: readonly (readonly [letter: string, characters: string, ascii: string])[] = [
  ["l", "┌┍┎┏╒╓╔╭", "+"],
  ["k", "┐┑┒┓╕╖╗╮", "+"],
  ["m", "└┕┖┗╘╙╚╰", "+"],
  ["j", "┘┙┚┛╛╜╝╯", "+"],
  ["t", "├┝┞┟┠┡┢┣╞╟╠", "+"],
  ["u", "┤┥┦┧┨┩┪┫╡╢╣", "+"],
  ["w", "┬┭┮┯┰┱┲┳╤╥╦", "+"],
  ["v", "┴┵┶┷┸┹┺┻╧╨╩", "+"],
  ["n", "┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╪╫╬", "+"],
  ["q", "─━┄┅┈┉╌╍═╴╶╸╺╼╾", "-"],
  ["x", "│┃┆┇┊┋╎╏║╵╷╹╻╽╿", "|"],
  ["a", "▒", ":"],
  ["h", "░", "."],
  ["0", "█▓", "#"],
  ["`", "◆", "*"],
  ["f", "°", "o"],
  ["g", "±", "+"],
  ["~", "·•∙", "."],
  ["o", "⎺", "-"],
  ["s", "⎽", "_"],
  ["y", "≤", "<"],
  ["z", "≥", ">"],
  ["{", "π", "p"],
  ["|", "≠", "!"],
  ["}", "£", "L"],
  ["+", "→", ">"],
  [",", "←", "<"],
  ["-", "↑", "^"],
  [".", "↓", "v"],
];

/** What no terminal offers through `acsc`: the characters and, in the same order, what stands for them. */
const plain: readonly (readonly [characters: string, ascii: string])[] = [
  ["‘’‚‛′`´“”„‟″«»‹›❮❯", "''''''`\"\"\"\"\"\"<><><>"],
  ["‐‑‒–—―−…⋯", "-------.."],
  ["●○◉◯◦▪▫■□✓✔✗✘×÷★☆", "*ooo***##vvxxx/**"],
  ["▲△▴▼▽▾▶▷▸◀◁◂⇒⇐⇑⇓", "^^^vvv>>><<<><^v"],
  ["▁▂▃▄▅▆▇▏▎▍▌▋▊▉▐▀╱╲╳", "_..-=+#|||||##|'/\\x"],
];

export const alternateLetters: ReadonlyMap<string, string> = new Map(
  drawing.flatMap(([letter, characters]) => [...characters].map((character) => [character, letter])),
);

const asciiTable: ReadonlyMap<string, string> = new Map([
  ...drawing.flatMap(([, characters, ascii]) =>
    [...characters].map((character) => [character, ascii] as const),
  ),
  ...plain.flatMap(([characters, ascii]) =>
    [...characters].map((character, index) => [character, ascii[index] ?? "?"] as const),
  ),
]);

const printable = /^[ -~]/;
const firstBraille = 0x2800;
const lastBraille = 0x28ff;
/** By the number of dots. */
const braille = " ..::::##";

/** One ASCII character for a cluster. */
export function asciiFor(cluster: string): string {
  const [first = " "] = cluster;
  const known = asciiTable.get(first);
  if (known !== undefined) {
    return known;
  }
  const code = first.codePointAt(0) ?? 0;
  if (code >= firstBraille && code <= lastBraille) {
    return braille[dots(code - firstBraille)] ?? "#";
  }
  const [base = "?"] = first.normalize("NFKD");
  return printable.test(base) ? base : "?";
}

function dots(pattern: number): number {
  let count = 0;
  for (let rest = pattern; rest > 0; rest >>= 1) {
    count += rest & 1;
  }
  return count;
}
