/** The help of the full screen: the keys that this terminal has, and the commands. It must not know key maps. */
import { textWidth } from "../text/clusters.ts";
import { fillLine } from "./fit.ts";
import { isReachable, type KeyRow, keyName } from "./key-rows.ts";
import { type Line, span } from "./line.ts";
import { spaces } from "./safe-text.ts";
import { type SafeText, safeText, sanitiseLine } from "./sanitise.ts";
import { wrap } from "./wrap.ts";

export interface CommandRow {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly usage: string;
  readonly summary: string;
}

export interface HelpOptions {
  readonly width: number;
  /** The keys that the terminal has, as `keyLabel` names them. */
  readonly present: Iterable<string>;
  readonly keys: readonly KeyRow[];
  readonly commands: readonly CommandRow[];
}

/** From this width on keys and commands stand side by side. */
const wide = 100;
const widestColumn = 72;
const gap = 4;

export function helpLines({ width, present, keys, commands }: HelpOptions): readonly Line[] {
  const keyEntries = keysThere(keys, new Set(present));
  const commandEntries = commands.map(commandEntry);
  if (width < wide) {
    return [
      ...section(safeText`Keys`, keyEntries, width),
      [],
      ...section(safeText`Commands`, commandEntries, width),
    ];
  }
  const column = Math.min(widestColumn, Math.floor((width - gap) / 2));
  const left = section(safeText`Keys`, keyEntries, column);
  const right = section(safeText`Commands`, commandEntries, column);
  return sideBySide(left, right, column + gap);
}

function sideBySide(left: readonly Line[], right: readonly Line[], offset: number): readonly Line[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [first = [], second = []] = [left[index], right[index]];
    return second.length === 0 ? first : [...fillLine(first, offset, "text"), ...second];
  });
}

interface Entry {
  readonly label: SafeText;
  readonly does: SafeText;
}

function keysThere(rows: readonly KeyRow[], present: ReadonlySet<string>): readonly Entry[] {
  return rows.flatMap(({ keys, does }) => {
    const reachable = keys.filter((key) => isReachable(key, present));
    if (reachable.length === 0) return [];
    return [{ label: sanitiseLine(reachable.map(keyName).join(", ")), does: sanitiseLine(does) }];
  });
}

function commandEntry({ name, aliases, usage, summary }: CommandRow): Entry {
  const also = aliases.length > 0 ? ` (also ${aliases.map((alias) => `/${alias}`).join(" ")})` : "";
  return { label: sanitiseLine(`/${name} ${usage}`.trimEnd()), does: sanitiseLine(summary + also) };
}

function section(heading: SafeText, entries: readonly Entry[], width: number): readonly Line[] {
  const widest = Math.max(0, ...entries.map(({ label }) => textWidth(label)));
  const columns = Math.min(widest, Math.floor(width / 3)) + 2;
  const rows = entries.flatMap((entry) => entryLines(entry, columns, width));
  return [...wrap({ body: [span("heading", heading)], cut: "words" }, width), ...rows];
}

const indent: Line = [span("text", safeText`  `)];

/** A label that is too long for its column has a line of its own. */
function entryLines({ label, does }: Entry, columns: number, width: number): readonly Line[] {
  const missing = columns - textWidth(label);
  const body: Line = [span("text", does)];
  if (missing < 2) {
    return [
      ...wrap({ body: [span("strong", label)], cut: "words" }, width),
      ...wrap({ body, first: indent, cut: "words" }, width),
    ];
  }
  const first: Line = [span("strong", label), span("text", spaces(missing))];
  return wrap({ body, first, rest: [span("text", spaces(columns))], cut: "words" }, width);
}
