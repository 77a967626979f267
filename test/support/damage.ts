/** What accidents and enemies make of a file. Bytes in, bytes out, by chance. */

type Damage = (bytes: Buffer, random: () => number) => Buffer;

const below = (random: () => number, count: number) => Math.floor(random() * count);

function splice(bytes: Buffer, at: number, removed: number, inserted: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
}

const intruders = [
  ...[
    "\0",
    "\n",
    "{",
    "}",
    '"',
    "\\",
    "\u001b[2J",
    "\u009b31m",
    "\u202e",
    "- ",
    ": ",
    "&a *a",
    "!!js ",
    "null",
  ],
  ...[
    '{"type":"message"}\n',
    '{"type":"session","version":99}\n',
    "[".repeat(20_000),
    "9".repeat(400),
    "1e999",
  ],
  ...['"__proto__":{"x":1},', "../../../../etc/passwd", "\r\n", "\ufeff", "#"],
].map((text) => Buffer.from(text));

/** Parts that a parser reads as one: numbers, words, texts in quotes. */
const tokens = /"[^"\n]{0,40}"|-?\d+|\b[a-z_]+\b/g;

function replaceToken(bytes: Buffer, random: () => number): Buffer {
  const text = bytes.toString("latin1");
  const found = [...text.matchAll(tokens)];
  const token = found[below(random, found.length)];
  if (!token) return bytes;
  const others = ["-1", "null", "{}", "[]", '""', "1e308", "true", "9007199254740993", '"toString"'];
  const other = Buffer.from(others[below(random, others.length)] ?? "");
  return splice(bytes, token.index, token[0].length, other);
}

function moveLine(bytes: Buffer, random: () => number): Buffer {
  const lines = bytes.toString("latin1").split("\n");
  const [moved = ""] = lines.splice(below(random, lines.length), 1);
  const copies = Array.from({ length: below(random, 3) }, () => moved);
  lines.splice(below(random, lines.length + 1), 0, ...copies);
  return Buffer.from(lines.join("\n"), "latin1");
}

const damages: readonly Damage[] = [
  (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  (bytes, random) => bytes.subarray(below(random, bytes.length)),
  (bytes, random) => splice(bytes, below(random, bytes.length), 1, Buffer.of(below(random, 256))),
  (bytes, random) => splice(bytes, below(random, bytes.length), below(random, 40), Buffer.alloc(0)),
  (bytes, random) => splice(bytes, below(random, bytes.length), below(random, 400), Buffer.alloc(512)),
  (bytes, random) =>
    splice(bytes, below(random, bytes.length + 1), 0, intruders[below(random, intruders.length)] ?? bytes),
  (bytes, random) => splice(bytes, below(random, bytes.length), 1, Buffer.of(0xff, 0xc0, 0x80, 0xed, 0xa0)),
  replaceToken,
  replaceToken,
  replaceToken,
  moveLine,
];

/** One to three of them. */
export function damaged(bytes: Buffer, random: () => number): Buffer {
  let result = bytes;
  for (let count = below(random, 3); count >= 0; count -= 1) {
    result = damages[below(random, damages.length)]?.(result, random) ?? result;
  }
  return result;
}
