/**
 * From the bytes of a terminal to keys and pastes, by the strings of its entry. It must not know who reads them,
 * where the bytes come from, or what the terminal is called.
 */
import type { Entry } from "../../terminfo/read.ts";
import { type Burst, type BurstRule, createBurst, usualBurst } from "./burst.ts";
import type { Clock, Timer } from "./clock.ts";
import { type Action, inputTrie } from "./input-trie.ts";
import type { Key } from "./key.ts";
import { createMatcher, type Matcher } from "./matcher.ts";
import { createReportReader, type MouseMode, mouseModeOf, type ReportReader } from "./mouse.ts";
import {
  createPasteReader,
  maxPaste,
  type Paste,
  type PasteMode,
  type PasteReader,
  pasteModeOf,
} from "./paste.ts";
import { createSequences, type Sequences } from "./sequences.ts";
import { keyTable } from "./table.ts";

export interface KeyDecoderOptions {
  readonly entry: Entry;
  readonly clock: Clock;
  /** How long an ESC may be the start of more: ESCDELAY, see `escapeDelayOf`. */
  readonly escapeDelayMs?: number;
  /** Whether bytes from 0x80 are UTF-8, which they are unless the locale says otherwise; else Latin-1. */
  readonly utf8?: boolean;
  /** Where the terminal does not mark pastes, they are told from typing by this rule, or not at all. */
  readonly pasteBurst?: BurstRule | "off";
  readonly maxPasteBytes?: number;
  /** Whether the terminal is told to report its mouse, where its entry says how. */
  readonly mouse?: boolean;
  onKey(key: Key): void;
  /** Line breaks are `\n`, and there is no other control character but tabs. */
  onPaste(text: string, truncated: boolean): void;
  /** The wheel was turned so many times within one read, up when negative. */
  onWheel?(turns: number): void;
}

export interface KeyDecoder {
  /** The capabilities that make the terminal mark pastes; undefined where it cannot. */
  readonly pasteMode: PasteMode | undefined;
  /** The capability that makes the terminal report its mouse; undefined where it cannot, or is not to. */
  readonly mouseMode: MouseMode | undefined;
  /** One read. */
  push(bytes: Uint8Array): void;
  /** Lets go of what is held back and stops all timers; what comes afterwards is not read. */
  end(): void;
}

export const usualEscapeDelayMs = 50;
const maxEscapeDelayMs = 10_000;

/** From the value of ESCDELAY, in milliseconds. */
export function escapeDelayOf(value: string | undefined): number {
  const text = value?.trim() ?? "";
  return /^[0-9]+$/.test(text) ? Math.min(Number(text), maxEscapeDelayMs) : usualEscapeDelayMs;
}

/** A sequence that has clearly begun has more time than an ESC, since nobody waits for it. */
const sequenceDelayMs = 500;
/** The end of a paste may be lost; then the keyboard must not be dead for good. */
const pasteQuietMs = 2000;
/** Nobody waits for the end of a report, but for what is typed behind one that has none. */
const reportQuietMs = 2000;

export function createKeyDecoder(options: KeyDecoderOptions): KeyDecoder {
  const pasteMode = pasteModeOf(options.entry);
  const mouseMode = options.mouse ? mouseModeOf(options.entry) : undefined;
  const state = createState(options, pasteMode, mouseMode);
  return {
    pasteMode,
    mouseMode,
    push: (bytes) => push(state, bytes),
    end: () => end(state),
  };
}

interface State {
  readonly clock: Clock;
  readonly escapeDelayMs: number;
  readonly output: Output;
  readonly sequences: Sequences;
  readonly matcher: Matcher;
  readonly mouseMode: MouseMode | undefined;
  readonly onWheel: (turns: number) => void;
  paste: PasteReader | undefined;
  report: ReportReader | undefined;
  /** What would make a report of the beginning that was taken for a key, since no more of it came in time. */
  late: string | undefined;
  /** Turns of the wheel in this read. */
  wheel: number;
  timer: Timer | undefined;
  ended: boolean;
}

function createState(
  options: KeyDecoderOptions,
  pasteMode: PasteMode | undefined,
  mouseMode: MouseMode | undefined,
): State {
  const {
    entry,
    clock,
    escapeDelayMs = usualEscapeDelayMs,
    utf8 = true,
    maxPasteBytes: limit = maxPaste,
    onWheel = () => {},
  } = options;
  const table = keyTable(entry, { utf8 });
  const output = createOutput(options, pasteMode, limit);
  const again = (byte: number) => feed(state, byte);
  const sequences = createSequences({ utf8, c1: !utf8 || table.sendsC1, onKey: output.key, again });
  const matcher = createMatcher({
    trie: inputTrie(table.strings, pasteMode, mouseMode),
    onMatch: (action) => act(state, action, (end) => createPasteReader({ end, utf8, limit })),
    onOther: sequences.begin,
    again,
  });
  const state: State = {
    ...{ clock, escapeDelayMs, output, sequences, matcher, mouseMode, onWheel },
    ...{ paste: undefined, report: undefined, late: undefined, wheel: 0, timer: undefined, ended: false },
  };
  return state;
}

function act(state: State, action: Action, readPasteUntil: (end: string) => PasteReader): void {
  if (action.kind === "key") {
    state.sequences.emit(action.key, action.pasted);
    return;
  }
  state.sequences.drop();
  if (action.kind === "paste") {
    state.paste = readPasteUntil(action.end);
  }
  if (action.kind === "report") {
    state.report = createReportReader(action.mode);
  }
}

function push(state: State, chunk: Uint8Array): void {
  state.timer?.cancel();
  for (let at = beginLate(state, chunk); at < chunk.length && !state.ended; ) {
    at =
      state.paste === undefined ? feed(state, chunk[at] ?? 0, at) : readPaste(state, state.paste, chunk, at);
  }
  if (state.ended) {
    return;
  }
  state.output.readEnded();
  tellWheel(state);
  const ms = delayOf(state);
  state.timer = ms === undefined ? undefined : state.clock.after(ms, () => settle(state));
}

/** The rest of a report whose first bytes came long before; returns where the next byte is. */
function beginLate(state: State, chunk: Uint8Array): number {
  const { late, mouseMode } = state;
  state.late = undefined;
  if (late === undefined || mouseMode === undefined) {
    return 0;
  }
  const begins = [...late].every((char, at) => chunk[at] === char.charCodeAt(0));
  state.report = begins ? createReportReader(mouseMode) : undefined;
  return begins ? late.length : 0;
}

function tellWheel(state: State): void {
  const { wheel } = state;
  state.wheel = 0;
  if (wheel !== 0) {
    state.onWheel(wheel);
  }
}

/** One byte; returns where the next one is. */
function feed(state: State, byte: number, at = 0): number {
  if (state.paste !== undefined) {
    readPaste(state, state.paste, Uint8Array.of(byte), 0);
  } else if (state.report !== undefined) {
    readReport(state, state.report, byte);
  } else if (state.sequences.isOpen()) {
    state.sequences.next(byte);
  } else {
    state.matcher.push(byte);
  }
  return at + 1;
}

function readReport(state: State, read: ReportReader, byte: number): void {
  const step = read(byte);
  if (step === "more") {
    return;
  }
  state.report = undefined;
  if (step === "broken") {
    feed(state, byte);
    return;
  }
  state.wheel += step.wheel;
}

/** All bytes that belong to the paste; returns where the next one is. */
function readPaste(state: State, paste: PasteReader, chunk: Uint8Array, from: number): number {
  const at = paste.take(chunk, from);
  if (paste.hasEnded()) {
    deliver(state, paste);
  }
  return at;
}

function deliver(state: State, paste: PasteReader): void {
  state.paste = undefined;
  state.output.paste(paste.paste());
}

/** How long to wait for more; undefined where nothing is waited for. */
function delayOf({ paste, report, matcher, sequences, escapeDelayMs }: State): number | undefined {
  if (paste !== undefined) {
    return pasteQuietMs;
  }
  if (report !== undefined) {
    return reportQuietMs;
  }
  if (!matcher.isPending() && !sequences.isOpen()) {
    return undefined;
  }
  const isKeyPress = matcher.isPending() ? matcher.isKeyPress() : sequences.isKeyPress();
  return isKeyPress ? escapeDelayMs : Math.max(escapeDelayMs, sequenceDelayMs);
}

/** Nothing more came in time. */
function settle(state: State): void {
  const { mouseMode } = state;
  const begun = state.matcher.pending();
  state.late =
    begun !== "" && mouseMode?.start.startsWith(begun) ? mouseMode.start.slice(begun.length) : undefined;
  state.report = undefined;
  while (state.matcher.isPending()) {
    state.matcher.settle();
  }
  if (state.sequences.isOpen()) {
    state.sequences.expire();
  }
  if (state.paste !== undefined) {
    deliver(state, state.paste);
  }
  state.output.readEnded();
}

function end(state: State): void {
  state.ended = true;
  state.timer?.cancel();
  settle(state);
  state.output.flush();
}

interface Output extends Burst {
  paste(paste: Paste): void;
}

function createOutput(options: KeyDecoderOptions, mode: PasteMode | undefined, limit: number): Output {
  const { clock, onKey, pasteBurst = mode === undefined ? usualBurst : "off" } = options;
  function onPaste({ text, truncated }: Paste): void {
    if (text !== "") {
      options.onPaste(text, truncated);
    }
  }

  if (pasteBurst === "off") {
    return { key: (key) => onKey(key), paste: onPaste, readEnded: () => {}, flush: () => {} };
  }
  const burst = createBurst({ rule: pasteBurst, clock, limit, onKey: (key) => onKey(key), onPaste });
  return {
    ...burst,
    paste(paste) {
      burst.flush();
      onPaste(paste);
    },
  };
}
