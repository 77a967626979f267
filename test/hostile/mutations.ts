/** Ways to spoil an answer: its frames, the values in them, its bytes, and how it is sent. */

import { randomText } from "./random-text.ts";
import type { Chance } from "./seed.ts";

/** What a server sends, and how. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly packets: Iterable<Uint8Array>;
  readonly finish: "end" | "cut";
  /** Nothing is in it that was not in the good answer. */
  readonly onlyCut: boolean;
}

type FrameMutation = (frames: readonly string[], chance: Chance) => readonly string[];

const without = <T>(items: readonly T[], at: number): readonly T[] =>
  items.filter((_, index) => index !== at);

function swapped<T>(items: readonly T[], a: number, b: number): readonly T[] {
  return items.map((item, at) => (at === a ? items[b] : at === b ? items[a] : item) as T);
}

const frameMutations: readonly FrameMutation[] = [
  (frames, chance) => without(frames, chance.below(frames.length)),
  (frames, chance) => swapped(frames, chance.below(frames.length), chance.below(frames.length)),
  (frames, chance) =>
    frames
      .map((frame) => [chance.below(1000), frame] as const)
      .sort(([a], [b]) => a - b)
      .map(([, frame]) => frame),
  (frames, chance) => {
    const at = chance.below(frames.length);
    return frames.flatMap((frame, index) =>
      index === at ? Array.from({ length: chance.pick([2, 3, 50]) }, () => frame) : [frame],
    );
  },
  (frames, chance) => [...frames, ...frames.slice(chance.below(frames.length))],
  (frames, chance) => inserted(frames, chance, `${randomText(chance)}\n\n`),
  (frames, chance) =>
    inserted(
      frames,
      chance,
      chance.pick([
        "data: \n\n",
        "event: ping\n\n",
        ":\n\n",
        "data: [DONE]\n\n",
        "data: null\n\n",
        "{}\n",
        "[]\n",
        "null\n",
        "\n\n\n",
        "data: {\n\ndata: }\n\n",
        "data",
        "event: error\ndata: {}\n\n",
      ]),
    ),
  (frames, chance) => inserted(frames, chance, `data: ${"x".repeat(chance.pick([10, 70_000]))}\n\n`),
  (frames) => frames.map((frame) => frame.replaceAll("\n", "\r\n")),
  (frames) => frames.map((frame) => frame.replaceAll("\n\n", "\n")),
  changedValue,
  changedValue,
  changedValue,
  changedValue,
  changedValue,
  changedValue,
];

function inserted(frames: readonly string[], chance: Chance, frame: string): readonly string[] {
  const at = chance.below(frames.length + 1);
  return [...frames.slice(0, at), frame, ...frames.slice(at)];
}

/** One value of the JSON in one frame becomes something else, or gets company. */
function changedValue(frames: readonly string[], chance: Chance): readonly string[] {
  const at = chance.below(frames.length);
  const [, before = "", json = "", after = ""] = /^(.*?)(\{.*\})(\s*)$/s.exec(frames[at] ?? "") ?? [];
  const value = parsed(json);
  if (value === undefined) return frames;
  const spoilt = changeSomewhere(value, chance);
  return frames.map((frame, index) => (index === at ? `${before}${rawJson(spoilt)}${after}` : frame));
}

/** What is spoilt already may be too long or too deep. */
function parsed(json: string): unknown {
  if (json.length > 20_000) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** As JSON, but for what JSON.stringify cannot write. */
function rawJson(value: unknown): string {
  return JSON.stringify(value).replace(/"RAW:([^"]*)"/g, (_, raw: string) => rawValues[raw]?.() ?? "0");
}

const rawValues: Readonly<Record<string, () => string>> = {
  deep: () => `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  deepObject: () => `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
  long: () => `"${"y".repeat(300_000)}"`,
  huge: () => "1e999",
  many: () => "9".repeat(400),
  surrogate: () => '"\\ud800"',
  deepText: () => JSON.stringify(`{"command":${"[".repeat(20_000)}${"]".repeat(20_000)}}`),
  protoText: () => JSON.stringify('{"__proto__":{"polluted":true},"command":"x"}'),
  proto: () => '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
};

const strangers: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  "",
  " ",
  "\u0000",
  "\u001b[2J",
  "id with blanks",
  "x".repeat(200),
  [],
  {},
  [[]],
  [null],
  ["a"],
  { a: 1 },
  { type: "tool_use" },
  { length: -1 },
  "__proto__",
  "constructor",
  "bash",
  "end_turn",
  "tool_use",
  "NaN",
  ...Object.keys(rawValues).map((name) => `RAW:${name}`),
];

function changeSomewhere(value: unknown, chance: Chance): unknown {
  if (typeof value !== "object" || value === null || chance.oneIn(6)) return chance.pick(strangers);
  if (Array.isArray(value)) {
    if (value.length === 0 || chance.oneIn(5)) return [...value, chance.pick(strangers)];
    const at = chance.below(value.length);
    return value.map((item, index) => (index === at ? changeSomewhere(item, chance) : item));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || chance.oneIn(8))
    return ownKeys([
      ...entries,
      [chance.pick(["__proto__", "toString", "index", "error", "type", "id"]), chance.pick(strangers)],
    ]);
  const at = chance.below(entries.length);
  if (chance.oneIn(6)) return ownKeys(without(entries, at));
  return ownKeys(
    entries.map(([key, inner], index) => [key, index === at ? changeSomewhere(inner, chance) : inner]),
  );
}

function ownKeys(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

type ByteMutation = (bytes: Buffer, chance: Chance) => Buffer;

const byteMutations: readonly ByteMutation[] = [
  (bytes, chance) => {
    const copy = Buffer.from(bytes);
    for (let times = 1 + chance.below(8); times > 0 && copy.length > 0; times -= 1)
      copy[chance.below(copy.length)] = chance.below(256);
    return copy;
  },
  (bytes, chance) => {
    const at = chance.below(bytes.length + 1);
    const odd = chance.pick([
      [0xff],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xef, 0xbb, 0xbf],
      [0],
      [0xe2, 0x82],
      [0x0d],
      [0x0a, 0x0a],
    ]);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(odd), bytes.subarray(at)]);
  },
  (bytes, chance) => {
    const at = chance.below(bytes.length + 1);
    return Buffer.concat([
      bytes.subarray(0, at),
      bytes.subarray(Math.min(bytes.length, at + 1 + chance.below(40))),
    ]);
  },
];

const textType = { "content-type": "text/html" };
const statuses: readonly Pick<Reply, "status" | "headers">[] = [
  ...[201, 204, 206, 304, 400, 401, 403, 404, 413, 418, 429, 500, 502, 503, 529, 599].map((status) => ({
    status,
    headers: {},
  })),
  { status: 301, headers: { location: "/elsewhere" } },
  { status: 307, headers: { location: "http://127.0.0.1:1/" } },
  { status: 429, headers: { "retry-after": "-5" } },
  { status: 429, headers: { "retry-after": "99999999999999" } },
  { status: 503, headers: { "retry-after": "Thu, 32 Foo 2026" } },
  { status: 200, headers: textType },
  { status: 200, headers: { "content-type": "application/json" } },
  { status: 200, headers: { "content-encoding": "gzip" } },
  { status: 200, headers: { "content-encoding": "nonsense" } },
  { status: 200, headers: { "content-type": "text/event-stream; charset=utf-16" } },
];

export interface SpoiledReply extends Reply {
  readonly packets: readonly Uint8Array[];
}

export function spoiledReply(frames: readonly string[], contentType: string, chance: Chance): SpoiledReply {
  const how = chance.below(10);
  const good = { status: 200, headers: { "content-type": contentType }, finish: "end" as const };
  if (how < 5) {
    const spoilt = frameMutations.reduce(
      (now, mutate) =>
        chance.oneIn(frameMutations.length / 2) && now.length > 0 ? mutate(now, chance) : now,
      frames,
    );
    return { ...good, packets: inPackets(Buffer.from(spoilt.join("")), chance), onlyCut: false };
  }
  const bytes = Buffer.from(frames.join(""));
  if (how === 5)
    return { ...good, packets: inPackets(chance.pick(byteMutations)(bytes, chance), chance), onlyCut: false };
  if (how === 6)
    return { ...good, ...chance.pick(statuses), packets: inPackets(bytes, chance), onlyCut: true };
  const cut = bytes.subarray(0, chance.below(bytes.length));
  if (how === 7) return { ...good, packets: inPackets(cut, chance), onlyCut: true };
  if (how === 8) return { ...good, packets: inPackets(cut, chance), finish: "cut", onlyCut: true };
  const length = Math.max(0, bytes.length + chance.pick([-50, -1, 1, 1000]));
  return {
    ...good,
    headers: { ...good.headers, "content-length": String(length) },
    packets: inPackets(bytes, chance),
    finish: "cut",
    onlyCut: true,
  };
}

/** As they might arrive: all at once, in pieces of any size, or byte by byte. */
export function inPackets(bytes: Buffer, chance: Chance): readonly Uint8Array[] {
  const most = chance.pick([bytes.length, bytes.length, 400, 40]);
  const packets: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + chance.below(Math.max(1, most));
    packets.push(bytes.subarray(at, at + size));
    at += size;
  }
  return packets;
}
