/** Holds src/terminfo against what ncurses says; what differs comes back as sentences. */
import { createExpand } from "../../../src/terminfo/expand.ts";
import type { Located } from "../../../src/terminfo/locate.ts";
import type { StringName } from "../../../src/terminfo/names.ts";
import type { Piece } from "../../../src/terminfo/padding.ts";
import type { Entry } from "../../../src/terminfo/read.ts";
import { createTparm } from "../../../src/terminfo/tparm.ts";
import { type Dumps, sortAcsc } from "./infocmp.ts";
import { type Expected, type ExpectedEntry, encodeBytes } from "./transcript.ts";

export type Find = (term: string) => Located;

export interface Verdict {
  readonly entries: number;
  readonly capabilities: number;
  readonly calls: number;
  readonly paddings: number;
  readonly differences: readonly string[];
}

/** Against the transcript of the oracle. */
export function verify(expected: readonly Expected[], find: Find): Verdict {
  const differences: string[] = [];
  const count = { entries: 0, capabilities: 0, calls: 0, paddings: 0 };
  let tparm = createTparm();
  for (const item of expected) {
    if (item.kind === "entry") {
      count.entries++;
      count.capabilities += item.entry.lines.length;
      differences.push(...entryDifferences(item.entry, find(item.entry.term)));
    } else if (item.kind === "reset") {
      tparm = createTparm();
    } else if (item.kind === "call") {
      count.calls++;
      const result = tparm(item.format, ...item.params);
      if (result !== item.result) {
        differences.push(
          `tparm(${encodeBytes(item.format)}, ${item.params.join(", ")}) is ${encodeBytes(result)}, ` +
            `ncurses has ${encodeBytes(item.result)}`,
        );
      }
    } else if (item.kind === "pad") {
      count.paddings++;
      differences.push(...paddingDifferences(item, find(item.term)));
    }
  }
  return { ...count, differences };
}

/** Against what infocmp prints, which says neither where an entry lies nor which names are extended. */
export function dumpDifferences(dumps: Dumps, find: Find): readonly string[] {
  return [...dumps].flatMap(([term, theirs]) => {
    const located = find(term);
    if (located.kind !== "found") {
      return [`${term}: ${located.message}`];
    }
    const { entry } = located;
    const acsc = entry.strings.get("acsc");
    const strings = new Map(entry.strings);
    if (acsc !== undefined) {
      strings.set("acsc", sortAcsc(acsc));
    }
    return lineDifferences(term, describe({ ...entry, strings, extended: new Set() }), theirs);
  });
}

function entryDifferences(expected: ExpectedEntry, located: Located): readonly string[] {
  if (located.kind !== "found") {
    return expected.path === "" ? [] : [`${expected.term}: ${located.message}`];
  }
  if (located.path !== expected.path) {
    return [`${expected.term}: found in ${located.path}, by ncurses in ${expected.path}`];
  }
  return lineDifferences(expected.term, describe(located.entry), expected.lines);
}

function lineDifferences(
  term: string,
  ours: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  const [own, other] = [new Set(ours), new Set(theirs)];
  return [
    ...ours.filter((line) => !other.has(line)).map((line) => `${term}: only ours: ${line}`),
    ...theirs.filter((line) => !own.has(line)).map((line) => `${term}: only ncurses: ${line}`),
  ];
}

/** An entry in the words of the oracle. */
function describe(entry: Entry): readonly string[] {
  const kind = (letter: string, name: string) => (entry.extended.has(name) ? letter.toUpperCase() : letter);
  const names = [...entry.names, ...(entry.description === "" ? [] : [entry.description])];
  return [
    `name ${encodeBytes(names.join("|"))}`,
    ...[...entry.flags].map((name) => `${kind("b", name)} ${name}`),
    ...[...entry.numbers].map(([name, value]) => `${kind("n", name)} ${name} ${value}`),
    ...[...entry.strings].map(([name, value]) => `${kind("s", name)} ${name} ${encodeBytes(value)}`),
    ...[...entry.cancelled].map((name) => `cancelled ${name}`),
  ];
}

function paddingDifferences(
  expected: Extract<Expected, { kind: "pad" }>,
  located: Located,
): readonly string[] {
  if (located.kind !== "found") {
    return [`${expected.term}: ${located.message}`];
  }
  const expand = createExpand(located.entry, { baud: expected.baud });
  const pieces = expand(expected.capability as StringName, expected.params, expected.lines) ?? [];
  const ours = pieces.map(asToken).join(" ");
  const theirs = expected.pieces
    .map((piece) => (typeof piece === "string" ? encodeBytes(piece) : piece))
    .join(" ");
  return ours === theirs
    ? []
    : [`${expected.term} ${expected.capability} at ${expected.baud}: ${ours}, ncurses sends ${theirs}`];
}

function asToken(piece: Piece): string {
  return typeof piece === "string" ? encodeBytes(piece) : String(piece.waitMs);
}
