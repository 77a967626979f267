/** Hostile texts by chance: pieces of what is known to hurt, cut, joined and mixed with what is ordinary. */
import { corpus, esc } from "./corpus.ts";
import type { Chance } from "./seed.ts";

const point = String.fromCodePoint;
const words = [
  "ls",
  " ",
  "the ",
  "/tmp/a b",
  "\n",
  "\t",
  "日本",
  "é",
  "עברית",
  "👩",
  "👍🏽",
  "1\uFE0F\u20E3",
  "`",
  "**",
  "|",
  "#",
];
const finals = "@ABCDEFGHIJKLMPSTXZ`abcdefghilmnpqrstuxz{|}~";

type Piece = (chance: Chance) => string;

const pieces: readonly Piece[] = [
  (chance) => chance.pick(words),
  (chance) => chance.pick(words),
  (chance) => point(chance.below(0x20)),
  (chance) => point(0x7f + chance.below(0x21)),
  (chance) => point(chance.below(0x3000)),
  (chance) => String.fromCharCode(chance.below(0x1_0000)),
  (chance) => String.fromCharCode(0xd800 + chance.below(0x800)),
  (chance) => point(chance.below(0x11_0000)),
  (chance) => point(0x300 + chance.below(0x70)).repeat(1 + chance.below(12)),
  (chance) => point(0x2000 + chance.below(0x70)),
  (chance) => point(0xe0000 + chance.below(0x200)),
  (chance) => point(0x1f300 + chance.below(0x400)) + (chance.oneIn(2) ? point(0x200d) : ""),
  controlSequence,
  controlSequence,
  controlString,
  (chance) => chance.pick(corpus).text.slice(0, 60),
  (chance) => cut(chance.pick(corpus).text, chance),
];

export function randomText(chance: Chance, most = 12): string {
  return Array.from({ length: 1 + chance.below(most) }, () => chance.pick(pieces)(chance)).join("");
}

function controlSequence(chance: Chance): string {
  const start = chance.oneIn(3) ? point(0x9b) : `${esc}[`;
  const mark = chance.pick(["", "", "?", ">", "=", "!", "<"]);
  const numbers = Array.from({ length: chance.below(4) }, () => chance.below(chance.pick([10, 60, 3000])));
  const between = chance.pick(["", "", "", " ", "$", "'", '"']);
  return `${start}${mark}${numbers.join(chance.pick([";", ":"]))}${between}${finals[chance.below(finals.length)]}`;
}

function controlString(chance: Chance): string {
  const start = chance.oneIn(3) ? point(0x90 + chance.below(16)) : `${esc}${chance.pick([..."]P_^Xk"])}`;
  const end = chance.pick(["", point(7), point(0x9c), `${esc}\\`]);
  return `${start}${chance.below(200)};${chance.pick(words)}${end}`;
}

function cut(text: string, chance: Chance): string {
  const from = chance.below(Math.min(text.length, 200));
  return text.slice(from, from + 1 + chance.below(8));
}
