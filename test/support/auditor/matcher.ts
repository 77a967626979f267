/** Finds which capability, with which parameters, some bytes are. It must not know what capabilities do. */
import type { Entry } from "../../../src/terminfo/read.ts";
import { createTparm } from "../../../src/terminfo/tparm.ts";
import { type Instance, instancesOf, isStateful, type Size, spell } from "./instances.ts";

export interface Match {
  /** All that are spelt like this, the preferred one first. */
  readonly instances: readonly Instance[];
  readonly bytes: string;
  readonly end: number;
}

export type Matcher = (stream: string, at: number) => Match | undefined;

/** An instance behind its first bytes: padding may stand before each further part. */
interface Candidate {
  readonly instance: Instance;
  readonly parts: readonly string[];
}

interface Index {
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>;
  /** By the first two bytes, or the only one: how long the keys are that start with them. */
  readonly lengths: ReadonlyMap<string, ReadonlySet<number>>;
}

const mark = /[^\0-\xff]/;
const marks = /[^\0-\xff]/g;

/**
 * The longest wins, but not where padding would be left over behind it: CR LF NUL is `cr` and a padded `ind`, though
 * `nel` may be CR LF.
 */
export function createMatcher(entry: Entry, size: Size): Matcher {
  const tparm = createTparm();
  const [pad = "\0"] = entry.strings.get("pad") ?? "";
  const all = instancesOf(entry, size);
  const index = createIndex(
    all
      .filter(({ name }) => !isStateful(entry, name))
      .map((instance) => [instance, spell(entry, instance, tparm)] as const),
  );
  const stateful = createStateful(entry, all);
  return (stream, at) => {
    const matches = [...lookUp(index, stream, at, pad), ...stateful.lookUp(stream, at, pad)];
    const clean = matches.filter(({ end }) => stream.charAt(end) !== pad);
    const found = matches.length === 0 ? undefined : longest(clean.length === 0 ? matches : clean);
    stateful.commit(found);
    return found;
  };
}

function createIndex(spelt: readonly (readonly [Instance, string])[]): Index {
  const candidates = new Map<string, Candidate[]>();
  const lengths = new Map<string, Set<number>>();
  for (const [instance, spelling] of spelt) {
    const [key = "", ...parts] = spelling.split(mark);
    if (spelling === "" || isText(spelling)) {
      continue;
    }
    const first = key.slice(0, 2);
    const alike = candidates.get(key) ?? [];
    alike.push({ instance, parts });
    candidates.set(key, alike);
    lengths.set(first, (lengths.get(first) ?? new Set()).add(key.length));
  }
  return { candidates, lengths };
}

/** A capability without any control character cannot be told from text. */
function isText(spelling: string): boolean {
  return /^[ -~]*$/.test(spelling.replaceAll(marks, ""));
}

function lookUp(index: Index, stream: string, at: number, pad: string): readonly Match[] {
  const starts = [stream.charAt(at), stream.slice(at, at + 2)];
  const known = starts.map((start) => index.lengths.get(start)).filter((lengths) => lengths !== undefined);
  const padded = index.candidates.get("");
  if (known.length === 0 && padded === undefined) return nothing;
  const matches: Match[] = [];
  for (const length of new Set(known.flatMap((lengths) => [...lengths]))) {
    const key = stream.slice(at, at + length);
    matches.push(...matchParts(index.candidates.get(key) ?? [], stream, at, length, pad));
  }
  return padded === undefined ? matches : [...matches, ...matchParts(padded, stream, at, 0, pad)];
}

const nothing: readonly Match[] = [];

function matchParts(
  candidates: readonly Candidate[],
  stream: string,
  at: number,
  length: number,
  pad: string,
): readonly Match[] {
  return candidates.flatMap(({ instance, parts }) => {
    let end = at + length;
    for (const part of parts) {
      while (stream.charAt(end) === pad) {
        end++;
      }
      if (!stream.startsWith(part, end)) {
        return [];
      }
      end += part.length;
    }
    return end === at ? [] : [{ instances: [instance], bytes: stream.slice(at, end), end }];
  });
}

function longest(matches: readonly Match[]): Match | undefined {
  const end = Math.max(...matches.map((match) => match.end));
  const best = matches.filter((match) => match.end === end);
  const [first] = best;
  return first && { ...first, instances: best.flatMap(({ instances }) => instances) };
}

/** The few entries whose capabilities remember what was sent (`%PA`, `%gA`): expanded anew at each place. */
function createStateful(entry: Entry, all: readonly Instance[]) {
  const own = all.filter(({ name }) => isStateful(entry, name));
  const tparm = createTparm();
  const names = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const save = () => names.map((name) => Number(tparm(`%g${name}%d`)));
  const restore = (values: readonly number[]) =>
    names.forEach((name, index) => void tparm(`%p1%P${name}`, values[index] ?? 0));
  return {
    lookUp(stream: string, at: number, pad: string): readonly Match[] {
      // None of them starts with a graphic character.
      if (own.length === 0 || /[ -~]/.test(stream.charAt(at))) {
        return [];
      }
      const before = save();
      return own.flatMap((instance) => {
        const [key = "", ...parts] = spell(entry, instance, tparm).split(mark);
        restore(before);
        return key !== "" && !isText(key) && stream.startsWith(key, at)
          ? matchParts([{ instance, parts }], stream, at, key.length, pad)
          : [];
      });
    },
    commit(match: Match | undefined): void {
      const instance = match?.instances.find(({ name }) => isStateful(entry, name));
      if (instance !== undefined) {
        spell(entry, instance, tparm);
      }
    },
  };
}
