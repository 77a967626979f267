// The full screen fed with as many lines as it is asked for, without a loop or a backend behind it. Run by length.mjs.

import { tmpdir } from "node:os";
import { createSpillArchive } from "../../src/app/spill/spill-archive.ts";
import { tuneRuntime } from "../../src/app/tune-runtime.ts";
import { createFullscreenDisplay } from "../../src/display/fullscreen/fullscreen.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import { defaultSettings } from "../../src/model/settings.ts";
import { lookUpTerminal } from "../../src/terminal/look-up.ts";
import { nodeSystem } from "../../src/terminal/tty-system.ts";
import { defaultTheme } from "../../src/view/default-theme.ts";

const linesPerAnswer = 100;
const linesPerBreath = 5000;
/** As the program does, some time after the first prompt: nobody has a million lines before that. */
const tuned = new Promise<void>((resolve) => {
  setTimeout(() => {
    tuneRuntime(process.versions);
    resolve();
  }, 2000);
});
const terminal = lookUpTerminal(process.env);
if (terminal.kind === "unknown") throw new Error(terminal.reason);
const display = createFullscreenDisplay({
  terminal: {
    input: process.stdin,
    output: process.stdout,
    host: process,
    system: nodeSystem({ input: 0, output: 1, error: 2 }),
    entry: terminal.capabilities.entry,
    clock: {
      now: () => performance.now(),
      after: (ms, act) => {
        const timer = setTimeout(act, ms);
        return { cancel: () => clearTimeout(timer) };
      },
    },
    env: process.env,
  },
  now: Date.now,
  settings: defaultSettings,
  archive: createSpillArchive({ directories: [tmpdir()], onTrouble: () => process.exit(1) }),
  theme: () => defaultTheme,
  commandWords: [],
  sessionNames: { commands: [], names: () => [] },
  moreCommands: () => [],
  templates: () => [],
  pageText: () => false,
  inUse: () => ({
    ...{ backend: "bench", model: "none", agent: "default", approval: "ask" },
    ...{ maxTokens: 8192, window: undefined, cost: undefined },
  }),
  directory: process.cwd(),
  commands: () => [],
  commandNames: () => [],
  mentionable: () => [],
  entries: [],
  onSubmit: () => {},
  session: () => undefined,
  fileCommands: [],
  listFiles: () => [],
  editText: () => undefined,
  header: ["~~~~~~~~"],
  sayGoodbye: () => {},
  pricing: { costOf: () => undefined, contextWindow: undefined },
});
const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
let seq = 0;
let lines = 0;

display.start((intent) => {
  if (intent.type !== "submit") return;
  const [wanted, word] = intent.text.split(" ");
  void tuned.then(() => feed(Number(wanted), word ?? ""));
});

function feed(wanted: number, word: string) {
  const until = Math.min(wanted, lines + linesPerBreath);
  while (lines < until) answer(Math.min(linesPerAnswer, until - lines));
  if (lines < wanted) return setImmediate(feed, wanted, word);
  globalThis.gc?.();
  show({ type: "notice", level: "info", text: word });
}

function answer(count: number) {
  show({ type: "turn-started", prompt: "more" });
  for (let line = 0; line < count; line += 1) {
    lines += 1;
    show({ type: "text-delta", text: `- line ${lines} of what was said in a long chat\n` });
  }
  show({ type: "turn-finished", outcome: { kind: "answered", text: "" }, usage: nothing });
}

function show(event: AgentEvent) {
  seq += 1;
  display.show({ seq, task: "bench", at: Date.now(), event });
}
