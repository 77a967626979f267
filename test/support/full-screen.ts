/**
 * The built program on a full screen, as a person meets it: type, press, paste, resize, and wait until the screen
 * shows something. Behind it a mock provider; beside it xterm.js, and the auditor, which judges every byte by the
 * terminal's entry alone.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Entry } from "../../src/terminfo/read.ts";
import { createAuditor } from "./auditor/auditor.ts";
import { createHeadlessXterm } from "./headless-xterm.ts";
import { type MockAnthropic, startMockAnthropic } from "./mock-anthropic.ts";
import type { MockReply } from "./mock-server.ts";
import { type Pty, type PtyExit, startPty } from "./pty.ts";
import { keyBytes, pasteBytes } from "./screen-keys.ts";
import { drawScreen, expectGolden, type Picture } from "./screen-picture.ts";
import { fixtureDatabase, fixtureEntry } from "./terminfo/fixture.ts";
import { until } from "./until.ts";

export interface ScreenOptions {
  readonly term?: Term;
  readonly columns?: number;
  readonly rows?: number;
  readonly replies?: readonly MockReply[];
  /** Another provider than the mock. */
  readonly url?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** What the first prompt looks like, when it is not that of the full screen. */
  readonly prompt?: RegExp;
  /** The screen is left before the end: where the cursor is by then, the auditor cannot know. */
  readonly left?: true;
  /** Wraps the command line, such as in a shell. */
  readonly wrap?: (command: readonly string[]) => readonly string[];
}

/** Longer than it takes the program to see that typing was no paste. */
const typingPauseMs = 30;
/** Keys earlier than this after a question has appeared are no answers. */
const freshMs = 310;

/** What xterm.js can stand for, and whether its users have UTF-8. */
export const terms = {
  "xterm-256color": { isXterm: true, lang: "C.UTF-8" },
  vt100: { isXterm: true, lang: "C.UTF-8" },
  linux: { isXterm: true, lang: "C.UTF-8" },
  wy50: { isXterm: false, lang: "C" },
  noesc: { isXterm: false, lang: "C" },
} as const;
export type Term = keyof typeof terms;
export const everyTerm = Object.keys(terms) as readonly Term[];

export interface FullScreen {
  readonly pid: number;
  readonly mock: MockAnthropic;
  readonly entry: Entry;
  /** Characters as they are typed; nothing is pressed behind them. */
  type(text: string): void;
  /** Keys by name, such as `ctrl-c`, `up`, `alt-enter`, as this terminal sends them. */
  press(...keys: readonly string[]): void;
  /** Types the text and, once it is seen, presses Enter, as a person does: what comes all at once is a paste. */
  enter(text: string): Promise<void>;
  /** Answers a question that is seen, not so fast that it would not count. */
  answer(key: string): Promise<void>;
  paste(text: string): void;
  resize(columns: number, rows: number): void;
  kill(signal: string): void;
  /** Takes the terminal away. */
  close(): void;
  /** Waits until the screen shows this; a function is told all rows. */
  shows(what: string | RegExp | ((rows: readonly string[]) => boolean)): Promise<void>;
  /** Waits until the screen does not show this any more. */
  hides(what: string | RegExp): Promise<void>;
  /** Waits until the screen is as in test/screens, and the auditor's as well. */
  looksLike(name: string): Promise<void>;
  /** Waits until the cursor is behind this text, at its last place on the screen. */
  cursorBehind(text: string): Promise<void>;
  /** What is seen now. */
  rows(): readonly string[];
  /** All bytes so far, one character each. */
  sent(): string;
  /** The texts and tool results of the last message that the provider got. */
  lastSent(): readonly string[];
  readonly exited: Promise<PtyExit>;
  /** What is wrong with the bytes, and the modes that they left on. */
  audit(): Verdict;
}

export interface Verdict {
  readonly unexplained: readonly string[];
  readonly problems: readonly string[];
  readonly modesLeftOn: readonly string[];
}

/** Opens a screen up to its first prompt, lets the test use it, and looks at every byte that was sent. */
export async function onScreen(
  options: ScreenOptions,
  use: (screen: FullScreen) => Promise<void>,
): Promise<void> {
  const mock = await startMockAnthropic();
  mock.enqueue(...(options.replies ?? []));
  const { pty, screen, close } = openScreen(options, mock);
  try {
    await screen.shows(options.prompt ?? /^>$/m);
    await use(screen);
    expect(screen.audit()).toMatchObject({ unexplained: [], ...(!options.left && { problems: [] }) });
    expect(mock.requests.filter(({ rejected }) => rejected)).toEqual([]);
  } finally {
    await pty.dispose();
    await mock.close();
    close();
  }
}

function openScreen(options: ScreenOptions, mock: MockAnthropic) {
  const { term = "xterm-256color", columns = 80, rows = 24 } = options;
  const entry = fixtureEntry(term);
  const pty = startPty(ptyOptions(options, mock.url));
  const xterm = createHeadlessXterm(columns, rows);
  const resizes: Resize[] = [];
  let shownBytes = 0;
  const look = createLook(entry, term, { columns, rows }, pty, resizes);

  /** Feeds xterm.js what has come since; it draws soon after. */
  function feedXterm(): void {
    const sent = terms[term].isXterm ? pty.output() : "";
    if (sent.length > shownBytes) void xterm.write(sent.slice(shownBytes));
    shownBytes = sent.length;
  }

  function picture(): Picture {
    feedXterm();
    if (!terms[term].isXterm) return look.picture();
    return { rows: xterm.cells().map((row) => row.map(({ text }) => text)), cursor: xterm.cursor() };
  }

  const seen = () => picture().rows.map((row) => row.join(""));
  const type = (text: string) => pty.type(text);
  const inWords = (what: unknown) => `${String(what)} on the screen\n${drawScreen(picture())}`;

  const screen: FullScreen = {
    pid: pty.pid,
    mock,
    entry,
    type,
    press: (...keys) => type(keys.map((key) => keyBytes(entry, key)).join("")),
    async enter(text) {
      type(text);
      await screen.cursorBehind(text.slice(-8));
      await sleep(typingPauseMs);
      screen.press("enter");
    },
    async answer(key) {
      await screen.shows(/Waiting for your answer|waiting for your answer/);
      await sleep(freshMs);
      type(key);
    },
    paste: (text) => type(pasteBytes(entry, text)),
    resize(newColumns, newRows) {
      feedXterm();
      resizes.push({ after: pty.output().length, columns: newColumns, rows: newRows });
      xterm.resize(newColumns, newRows);
      pty.resize(newColumns, newRows);
    },
    kill: pty.kill,
    close: pty.close,
    shows: (what) =>
      until(
        () => isSeen(what, seen()),
        () => inWords(what),
      ),
    hides: (what) =>
      until(
        () => !isSeen(what, seen()),
        () => `no ${inWords(what)}`,
      ),
    async looksLike(name) {
      const file = isAlike(term, name) ? name : `${name}.${term}`;
      await expectGolden(file, picture);
      // On xterm.js's terminals the auditor must have come to the same screen.
      if (terms[term].isXterm) await expectGolden(file, look.picture);
    },
    cursorBehind: (text) =>
      until(
        () => isCursorBehind(picture(), text),
        () => inWords(`the cursor behind ${JSON.stringify(text)}`),
      ),
    rows: seen,
    sent: pty.output,
    lastSent: () => lastSent(mock),
    exited: pty.exited,
    audit: look.verdict,
  };
  return { pty, screen, close: xterm.close };
}

/** Terminals with UTF-8 show the same, but for the help, which lists the keys that each has. */
function isAlike(term: Term, name: string): boolean {
  return terms[term].lang !== "C" && name !== "help";
}

function ptyOptions(options: ScreenOptions, mockUrl: string) {
  const { term = "xterm-256color", columns: cols = 80, rows = 24, args = [], env, cwd, url, wrap } = options;
  const own = ["-b", "anthropic", "--base-url", url ?? mockUrl, ...args];
  const [file, ...wrapped] = wrap?.(own) ?? [];
  return {
    args: file === undefined ? own : wrapped,
    ...(file !== undefined && { file }),
    ...(cwd !== undefined && { cwd }),
    cols,
    rows,
    bytes: true,
    env: {
      ANTHROPIC_API_KEY: "test",
      TERM: term,
      TERMINFO: fixtureDatabase,
      LANG: terms[term].lang,
      ...env,
    },
  };
}

interface Resize {
  /** How many bytes had come before. */
  readonly after: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * The auditor's view. Capabilities may be cut in two where reads end, so it starts anew for each look; what a resize
 * brought begins with the first `clear` behind it.
 */
function createLook(
  entry: Entry,
  term: Term,
  size: { readonly columns: number; readonly rows: number },
  pty: Pty,
  resizes: readonly Resize[],
) {
  const clear = (entry.strings.get("clear") ?? "").replace(/\$<[^>]*>/g, "");
  let last: { readonly length: number; readonly auditor: ReturnType<typeof createAuditor> } | undefined;

  function auditorNow() {
    const sent = pty.output();
    if (last?.length === sent.length) return last.auditor;
    const auditor = createAuditor({
      entry,
      ...size,
      encoding: terms[term].lang === "C" ? "ascii" : "utf-8",
    });
    let from = 0;
    for (const { after, ...next } of resizes) {
      const to = sent.indexOf(clear, Math.max(after, from));
      if (to < 0) break;
      auditor.feed(sent.slice(from, to));
      auditor.resize(next);
      from = to;
    }
    auditor.feed(sent.slice(from));
    last = { length: sent.length, auditor };
    return auditor;
  }

  return {
    picture(): Picture {
      const auditor = auditorNow();
      return {
        rows: auditor.cells().map((row) => row.map(({ text }) => text)),
        cursor: auditor.cursor(),
      };
    },
    verdict(): Verdict {
      const { unexplained, problems, modesLeftOn } = auditorNow();
      return { unexplained, problems, modesLeftOn: modesLeftOn() };
    },
  };
}

function isSeen(what: Parameters<FullScreen["shows"]>[0], rows: readonly string[]): boolean {
  if (typeof what === "function") return what(rows);
  const all = rows.map((row) => row.trimEnd()).join("\n");
  return typeof what === "string" ? all.includes(what) : what.test(all);
}

function isCursorBehind({ rows, cursor }: Picture, text: string): boolean {
  const before = rows[cursor?.row ?? -1]?.slice(0, cursor?.column).join("") ?? "";
  return before.endsWith(text);
}

function lastSent({ requests }: MockAnthropic): readonly string[] {
  const content = requests.at(-1)?.body?.messages?.at(-1)?.content;
  if (!Array.isArray(content)) return [String(content)];
  return content.map((block) => String(block.text ?? block.content));
}
