/** A full-screen display on a terminal that is not there, with a clock that the test moves, and what its cells show. */
import {
  createFullscreenDisplay,
  type FullscreenOptions,
} from "../../../src/display/fullscreen/fullscreen.ts";
import type { AgentEvent, Envelope } from "../../../src/model/event.ts";
import type { Intent } from "../../../src/model/intent.ts";
import { defaultSettings, type Settings } from "../../../src/model/settings.ts";
import { defaultTheme } from "../../../src/view/default-theme.ts";
import { createMemoryArchive } from "../../../src/view/history/archive.ts";
import { createAuditor } from "../../support/auditor/auditor.ts";
import { keyBytes } from "../../support/screen-keys.ts";
import { fixtureEntry } from "../../support/terminfo/fixture.ts";
import { fakeClock, fakeHost, fakeInput, fakeOutput, fakeSystem } from "../../terminal/tty-fakes.ts";

export interface ScreenStageOptions {
  readonly term?: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly settings?: Partial<Settings>;
  readonly options?: Partial<FullscreenOptions>;
  readonly env?: Readonly<Record<string, string>>;
  /** Told what is sent, one character for each byte. */
  readonly onBytes?: (bytes: string) => void;
}

/** Longer than a frame takes, and shorter than a step of the spinner. */
const frameMs = 60;

export function createScreenStage({
  term = "xterm-256color",
  columns = 80,
  rows = 24,
  settings,
  options,
  env = { LANG: "C.UTF-8" },
  onBytes = () => {},
}: ScreenStageOptions = {}) {
  const entry = fixtureEntry(term);
  const encoding = env.LANG === "C" ? "ascii" : "utf-8";
  const auditor = createAuditor({ entry, columns, rows, encoding });
  const clock = fakeClock();
  const input = fakeInput([]);
  const intents: Intent[] = [];
  const send = (bytes: Uint8Array) => {
    auditor.feed(bytes);
    onBytes(Buffer.from(bytes).toString("latin1"));
  };
  const display = createFullscreenDisplay({
    terminal: {
      input,
      output: fakeOutput(columns, rows),
      host: fakeHost([]),
      system: { ...fakeSystem([]), send },
      entry,
      clock,
      env,
    },
    now: clock.now,
    settings: { ...defaultSettings, ...settings },
    archive: createMemoryArchive(),
    theme: () => defaultTheme,
    commandWords: [],
    sessionNames: { commands: [], names: () => [] },
    moreCommands: () => [],
    templates: () => [],
    pageText: () => false,
    inUse: () => ({
      backend: "Fake",
      model: "fake-1",
      agent: "default",
      approval: settings?.autoTools ? "all" : "ask",
      maxTokens: 8192,
      window: undefined,
      cost: undefined,
    }),
    pricing: { costOf: () => undefined, contextWindow: undefined },
    directory: "/work",
    commands: () => [],
    commandNames: () => [],
    mentionable: () => [],
    entries: [],
    onSubmit() {},
    fileCommands: [],
    listFiles: () => [],
    editText: () => undefined,
    session: () => undefined,
    header: [],
    sayGoodbye() {},
    ...options,
  });
  let seq = 0;
  display.start((intent) => intents.push(intent));
  const pass = (ms: number) => clock.pass(ms);
  pass(frameMs);

  function sendBytes(bytes: string): void {
    input.emit("data", Buffer.from(bytes));
    pass(frameMs);
  }

  function showFrom(from: Pick<Envelope, "task" | "background">, events: readonly AgentEvent[]): void {
    for (const event of events) display.show({ seq: seq++, ...from, at: clock.now(), event });
    pass(frameMs);
  }

  return {
    intents,
    display,
    pass,
    show: (...events: readonly AgentEvent[]) => showFrom({ task: "t1" }, events),
    /** By a task in the background. */
    showAside: (task: string, ...events: readonly AgentEvent[]) =>
      showFrom({ task, background: true }, events),
    type: sendBytes,
    press: (...keys: readonly string[]) => {
      for (const key of keys) sendBytes(keyBytes(entry, key));
    },
    /** Without blanks at the ends. */
    rows: () => auditor.text().map((row) => row.trimEnd()),
    auditor,
  };
}
