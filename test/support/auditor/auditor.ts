/**
 * Judges what was sent to a terminal by its entry alone: explains every byte as text or as a capability with
 * parameters, and replays it. It must share nothing with src/terminal, which it is there to judge.
 */
import type { Entry } from "../../../src/terminfo/read.ts";
import { type Effect, effectsOf, jointEnds, jointModes, leaveCookie, modePairs } from "./effects.ts";
import { type Encoding, type Read, readCharacter } from "./glyphs.ts";
import { type Cell, unknownGrid } from "./grid.ts";
import type { Instance, Size } from "./instances.ts";
import { createMatcher, type Match, type Matcher } from "./matcher.ts";
import { isPlain, isStart } from "./rendition.ts";
import { createScreen, glyphFor, loseCursor, type Position, type Screen, write } from "./screen.ts";
import { clustersOf, clusterWidth } from "./width.ts";

export interface AuditOptions extends Size {
  readonly entry: Entry;
  readonly encoding?: Encoding;
  /** Whether the tty makes CR LF of LF, as it does in libuv's raw mode (the default). */
  readonly addsReturn?: boolean;
}

export interface Auditor {
  /** Bytes, as a latin1 string. A capability must not be split between two calls. */
  feed(bytes: string | Uint8Array): void;
  /** Nobody knows what a terminal shows after this. */
  resize(size: Size): void;
  /** Sentences: bytes that are neither text nor an instance of a capability, and where. */
  readonly unexplained: readonly string[];
  /** Sentences: explained, but not safe on every terminal with this entry. */
  readonly problems: readonly string[];
  /** How often each capability was used. */
  readonly used: ReadonlyMap<string, number>;
  text(): readonly string[];
  cells(): readonly (readonly Cell[])[];
  cursor(): Position | undefined;
  isCursorHidden(): boolean;
  /** What is not as it was before the first byte. */
  modesLeftOn(): readonly string[];
}

interface State {
  readonly screen: Screen;
  readonly effects: ReadonlyMap<string, Effect>;
  readonly encoding: Encoding;
  readonly addsReturn: boolean;
  readonly unexplained: string[];
  readonly used: Map<string, number>;
  match: Matcher;
  /** How many bytes came before the current stream. */
  before: number;
}

export function createAuditor(options: AuditOptions): Auditor {
  const { entry, columns, rows, encoding = "utf-8", addsReturn = true } = options;
  const screen = createScreen(entry, { columns, rows }, encoding);
  const state: State = {
    screen,
    effects: effectsOf(entry),
    encoding,
    addsReturn,
    unexplained: [],
    used: new Map(),
    match: createMatcher(entry, { columns, rows }),
    before: 0,
  };
  return {
    feed: (bytes) => feed(state, typeof bytes === "string" ? bytes : Buffer.from(bytes).toString("latin1")),
    resize: (size) => resize(state, size),
    unexplained: state.unexplained,
    problems: screen.problems,
    used: state.used,
    text: () => screen.grid.map((row) => row.map(({ text }) => text).join("")),
    cells: () => screen.grid,
    cursor: () => screen.cursor,
    isCursorHidden: () => screen.modes.has("civis"),
    modesLeftOn: () => modesLeftOn(screen),
  };
}

function feed(state: State, stream: string): void {
  let run = "";
  for (let at = 0; at < stream.length; ) {
    const match = state.match(stream, at);
    const read = match === undefined ? readText(state, stream, at) : undefined;
    if (read !== undefined) {
      run += read.char;
      at += read.length;
      continue;
    }
    writeRun(state, run);
    run = "";
    if (match === undefined) {
      state.unexplained.push(complaint(stream, at, state.before));
    } else {
      apply(state, match);
    }
    at = match?.end ?? at + 1;
  }
  writeRun(state, run);
  state.before += stream.length;
}

function readText(state: State, stream: string, at: number): Read | undefined {
  const { screen } = state;
  const byte = stream.charAt(at);
  const glyph = glyphFor(screen, byte);
  if (glyph !== undefined) {
    return { char: glyph, length: 1 };
  }
  if (screen.alternate && byte !== " ") {
    screen.problems.push(`acsc does not say what ${JSON.stringify(byte)} is in the alternate character set`);
  }
  if (byte === "~" && screen.entry.flags.has("hz")) {
    screen.problems.push("a terminal with hz cannot show a tilde");
  }
  return readCharacter(stream, at, state.encoding);
}

function writeRun(state: State, run: string): void {
  for (const cluster of clustersOf(run)) {
    write(state.screen, cluster, clusterWidth(cluster));
  }
}

function apply(state: State, { instances, bytes }: Match): void {
  const [first, ...others] = withoutIdlePairs(instances);
  const joint = others.filter(({ name }) => name !== first?.name && goesWith(name, first?.name ?? ""));
  for (const instance of first === undefined ? [] : [first, ...joint]) {
    state.used.set(instance.name, (state.used.get(instance.name) ?? 0) + 1);
    state.effects.get(instance.name)?.(state.screen, instance.params);
  }
  if (first?.name === "smcup" || first?.name === "rmcup") {
    // Many terminals change to another screen here.
    loseCursor(state.screen);
  }
  leaveCookie(state.screen, first?.name ?? "");
  if (first !== undefined && state.addsReturn && bytes.includes("\n")) {
    addReturn(state.screen, first, bytes);
  }
}

/** Modes that are spelt alike are all meant, and so are the ends of attributes, unless the same bytes start one. */
function goesWith(name: string, first: string): boolean {
  return jointModes.has(name) || (jointEnds.has(name) && !isStart(first));
}

/** A mode that starts and ends with the same bytes (`smcup` and `rmcup` of ibm3151) is none. */
function withoutIdlePairs(instances: readonly Instance[]): readonly Instance[] {
  const names = new Set(instances.map(({ name }) => name));
  const idle = modePairs.filter((pair) => pair.every((name) => names.has(name))).flat();
  return instances.filter(({ name }) => !idle.includes(name));
}

/** The tty sends CR LF for LF: harmless where a line feed is meant, fatal within a parameter. */
function addReturn(screen: Screen, { name, params }: Instance, bytes: string): void {
  if (params.length === 0) {
    screen.cursor = screen.cursor && { ...screen.cursor, column: 0 };
  } else if (!walksDownFirst(screen.entry.strings.get("home") ?? "", bytes)) {
    screen.problems.push(
      `${name}(${params.join(", ")}) holds a line feed, before which the tty puts a return`,
    );
  }
}

/** A cup that walks: home, down in the first column, where a return is idle, then to the right. */
function walksDownFirst(home: string, bytes: string): boolean {
  return home !== "" && bytes.startsWith(home) && /^\n+[^\n]*$/.test(bytes.slice(home.length));
}

function resize(state: State, size: Size): void {
  const { screen } = state;
  screen.columns = size.columns;
  screen.rows = size.rows;
  screen.grid = unknownGrid(size.columns, size.rows);
  screen.region = { top: 0, bottom: size.rows - 1 };
  loseCursor(screen);
  state.match = createMatcher(screen.entry, size);
}

function modesLeftOn(screen: Screen): readonly string[] {
  const { top, bottom } = screen.region;
  const others: readonly (readonly [string, boolean])[] = [
    ["attributes", !isPlain(screen.rendition)],
    ["smacs", screen.alternate],
    ["smir", screen.inserts],
    ["rmam", screen.wraps !== screen.entry.flags.has("am")],
    ["csr", top !== 0 || bottom !== screen.rows - 1],
    ["tsl", screen.inStatusLine],
  ];
  return [...screen.modes, ...others.filter(([, isOn]) => isOn).map(([name]) => name)];
}

function complaint(stream: string, at: number, before: number): string {
  const byte = stream.charCodeAt(at).toString(16).padStart(2, "0");
  const context = JSON.stringify(stream.slice(Math.max(0, at - 12), at + 12));
  return `byte ${before + at} (${byte}) is neither text nor a capability, in ${context}`;
}
