/**
 * The two displays tell the same: each event, of every type there is, goes to both, and the words of one are looked
 * for in the other. What only one of them says is written down here, word for word; everything is expanded.
 */
import { describe, expect, it } from "vitest";
import type { Attachment } from "../../src/model/attachment.ts";
import type { AgentEvent, TaskEnded, ToolFate } from "../../src/model/event.ts";
import type { Message } from "../../src/model/message.ts";
import type { Question } from "../../src/model/question.ts";
import { noUsage } from "../../src/model/usage.ts";
import { createStage } from "./append/append-stage.ts";
import { createScreenStage } from "./fullscreen/screen-stage.ts";

interface Case {
  /** It comes from a task in the background. */
  readonly aside?: true;
  /** What both know already. */
  readonly before?: readonly AgentEvent[];
  readonly events: readonly AgentEvent[];
  /** What both must say. */
  readonly both: string;
  /** Said by one alone: another way to put it, or what only makes sense there. */
  readonly onlyAppend?: string;
  readonly onlyFull?: string | typeof anything;
}

const anything = Symbol("whatever it is");

/** What is around the titles of tools on paper, and the choices of a question there and on the screen. */
const toolLabels = "tool result";
/** On paper long fields have the number of their lines before them, since nothing else tells where they end. */
const counted = "2 lines";
/** In short, and in all. */
const statusBar = "4 2k 4k";
const staysWritten = "lines that are written stay as they are expand writes the last tool call full";
const typedChoices = "allow yes this reason and";
const pressedChoices = "once r waiting for your answer";

const attachments: readonly Attachment[] = [
  { type: "text", name: "file loom.txt", text: "warp\nand weft" },
  { type: "image", name: "image twill.png", mediaType: "image/png", data: "AAAA" },
];
const usage = { input: 4210, output: 153, cacheRead: 77, cacheWrite: 0 };
const call = { id: "c1", name: "bash", input: { command: "heddle --up" } };
const preview = {
  title: "bash: heddle --up",
  fields: [
    { label: "command", value: "heddle --up" },
    { label: "directory", value: "/work" },
    { label: "script", value: "first shed\nsecond shed" },
  ],
};
const diff = "@@ -1,2 +1,2 @@\n-old selvage\n+new selvage\n same";
const change = { title: "edit: loom.txt", fields: [{ label: "change", value: diff }] };
const aboutTool: Question = { kind: "tool", call, preview };
const aboutPause: Question = { kind: "pause", reason: "Ten requests were made." };
const aboutRewind: Question = {
  kind: "confirm",
  title: "Rewind to checkpoint 3?",
  fields: [
    { label: "restore", value: "loom.txt" },
    { label: "changes", value: diff },
  ],
};
const started: AgentEvent = { type: "tool-started", call, preview };
const expand: AgentEvent = { type: "view", action: { kind: "expand", expanded: true } };
const listening = {
  type: "voice-changed",
  state: "listening",
  source: "microphone",
  server: "stt",
  session: "s-1",
  tool: "stt_start_session",
} as const;
const asked: AgentEvent = { type: "approval-requested", id: "q1", question: aboutTool };

function finished(output: string, isError = false, fate: ToolFate = "ran"): AgentEvent {
  return { type: "tool-finished", result: { callId: "c1", name: "bash", output, isError }, fate };
}

function ends(outcome: Extract<AgentEvent, { type: "turn-finished" }>["outcome"]): AgentEvent {
  return { type: "turn-finished", outcome, usage };
}

function ended(outcome: TaskEnded["outcome"]): TaskEnded {
  return { type: "task-ended", id: "#7", title: "Weave.", outcome, ms: 4210 };
}

const manyLines = Array.from({ length: 30 }, (_, index) => `pick${index + 1}`);

/** The totals of the session too. */
const restoredBar = `${statusBar} 153`;
const opened = {
  type: "session-opened",
  id: "s1",
  messages: 7,
  usage: { total: usage, last: usage },
} as const;
const opening: AgentEvent = { ...opened, how: "resumed", usage: { total: noUsage } };
const resumed = "resumed s1 7 messages";

function replayed(message: Message): AgentEvent {
  return { type: "replayed", message };
}

/** A type without a row does not compile. */
const table: { readonly [K in AgentEvent["type"]]: Readonly<Record<string, Case>> } = {
  "turn-started": {
    "a prompt": {
      events: [{ type: "turn-started", prompt: "Weave a twill\nof wool." }],
      both: "weave a twill of wool",
      onlyFull: "calling",
    },
    "a turn taken up again": {
      events: [{ type: "turn-started", prompt: "Weave.", again: true }],
      both: "",
      onlyFull: "calling",
    },
  },
  "request-started": {
    "the first of a turn": {
      events: [{ type: "request-started", iteration: 1 }],
      both: "calling",
      onlyAppend: "backend",
    },
    another: { events: [{ type: "request-started", iteration: 2 }], both: "", onlyFull: "calling" },
  },
  "text-delta": {
    "an answer": {
      events: [
        { type: "text-delta", text: "Some **warp** and `weft`.\n\n- one\n- two\n\n```sh\nls -l | wc\n```\n" },
      ],
      both: "assistant some warp and weft one two ls wc",
      onlyAppend: "sh",
      onlyFull: "answering 16",
    },
  },
  "reasoning-delta": {
    "a thought": {
      events: [{ type: "reasoning-delta", text: "Twill or satin? " }],
      both: "thinking twill or satin",
      onlyFull: "4",
    },
  },
  retrying: {
    "a refused request": {
      events: [{ type: "retrying", attempt: 2, of: 5, waitMs: 9_000, reason: "The mill is overloaded." }],
      both: "retrying in 9 s 2 of 5 the mill is overloaded",
    },
    "an answer that broke off": {
      events: [{ type: "retrying", attempt: 1, of: 3, waitMs: 2_000, reason: "Cut.", dropped: true }],
      both: "the answer broke off it begins anew below retrying in 2 s 1 of 3 cut",
    },
  },
  compacting: {
    "a model writes a summary": {
      events: [{ type: "compacting", messages: 18 }],
      both: "compacting",
      onlyAppend: "18 messages",
    },
  },
  compacted: {
    "a summary is in place": {
      events: [{ type: "compacted", messages: 18, before: 85_200, after: 12_300 }],
      both: "compacted 18 messages about 85200 12300 tokens compact undo brings back what was there",
    },
  },
  "message-added": {
    "the record of what was seen already": {
      events: [{ type: "message-added", message: { role: "user", text: "Weave." } }],
      both: "",
    },
    "a prompt with something attached": {
      events: [{ type: "message-added", message: { role: "user", text: "Weave.", attachments } }],
      both: "attached file loom txt 2 lines 13 b attached image twill png 3 b",
    },
  },
  "session-opened": {
    "a resumed one": {
      events: [{ ...opened, how: "resumed", name: "warp" }],
      both: "resumed warp s1 7 messages",
      onlyFull: restoredBar,
    },
    "a new one": {
      events: [{ ...opened, how: "new" }],
      both: "started new session s1",
      onlyFull: restoredBar,
    },
    "a fork": {
      events: [{ ...opened, how: "forked", from: "s0" }],
      both: "forked session s0 s1 7 messages",
      onlyFull: restoredBar,
    },
  },
  replayed: {
    "a prompt": {
      events: [replayed({ role: "user", text: "Weave a twill." }), opening],
      both: `you weave a twill ${resumed}`,
    },
    "a nudge": { events: [replayed({ role: "user", text: "On!", synthetic: true }), opening], both: resumed },
    "an answer": {
      before: [expand],
      events: [
        replayed({
          role: "assistant",
          parts: [
            { type: "reasoning", text: "Hmm." },
            { type: "text", text: "Woven." },
            { type: "tool-call", call },
          ],
        }),
        replayed({
          role: "tool",
          result: { callId: "c1", name: "bash", output: "shed open", isError: false },
        }),
        opening,
      ],
      both: `thinking hmm assistant woven bash heddle up shed open ${resumed}`,
      onlyAppend: toolLabels,
      onlyFull: "command",
    },
  },
  "history-changed": {
    "what was seen stays": {
      events: [{ type: "history-changed", change: { from: 0, removed: 2, inserted: [], reason: "resumed" } }],
      both: "",
    },
  },
  "response-finished": {
    "the answer speaks for itself": {
      events: [{ type: "response-finished", iteration: 1, stop: "end" }],
      both: "",
    },
  },
  "approval-requested": {
    "a tool": {
      events: [asked],
      both: "approval needed bash heddle up command directory work script 2 lines first shed second shed",
      onlyAppend: typedChoices,
      onlyFull: pressedChoices,
    },
    "a command": {
      events: [{ ...asked, question: aboutRewind }],
      both: "rewind to checkpoint 3 restore loom txt changes 4 lines old selvage new selvage same yes no y",
      onlyAppend: "do it",
      onlyFull: "waiting for your answer",
    },
    "a tool that does not tell where it runs": {
      events: [{ ...asked, question: { ...aboutTool, preview: change } }],
      both: "edit loom txt change 4 lines old selvage new selvage same directory work",
      onlyAppend: typedChoices,
      onlyFull: pressedChoices,
    },
    "a pause": {
      events: [{ type: "approval-requested", id: "q1", question: aboutPause }],
      both: "ten requests were made go on stop",
      onlyAppend: "enter or",
      onlyFull: "paused waiting for your answer",
    },
  },
  "approval-answered": {
    yes: {
      before: [asked],
      events: [{ type: "approval-answered", id: "q1", answer: { verdict: "allow" } }],
      both: "",
      onlyFull: "allowed working",
    },
    always: {
      before: [asked],
      events: [{ type: "approval-answered", id: "q1", answer: { verdict: "always" } }],
      both: "",
      onlyFull: "allowed good working",
    },
    "in this session": {
      before: [asked],
      events: [{ type: "approval-answered", id: "q1", answer: { verdict: "session" } }],
      both: "",
      onlyFull: "allowed this working",
    },
    "no, with a reason": {
      before: [asked],
      events: [{ type: "approval-answered", id: "q1", answer: { verdict: "deny", reason: "Wrong loom." } }],
      both: "",
      onlyFull: "denied wrong loom working",
    },
  },
  "tool-started": {
    "one that was not asked about": {
      events: [started, expand],
      both: "bash heddle up",
      onlyAppend: `${counted} tool`,
      onlyFull: "running",
    },
  },
  "tool-output": {
    "live output": {
      events: [started, { type: "tool-output", callId: "c1", text: "clack\n" }, finished("clack\n"), expand],
      both: "clack",
      onlyAppend: `${counted} ${toolLabels}`,
      onlyFull: "working",
    },
  },
  "tool-finished": {
    "a result": {
      before: [started],
      events: [finished("three ends\nfour ends\n"), expand],
      both: "three four ends",
      onlyAppend: `${counted} ${toolLabels}`,
      onlyFull: "working",
    },
    "no output": {
      before: [started],
      events: [finished(""), expand],
      both: "no output",
      onlyAppend: `${counted} ${toolLabels}`,
      onlyFull: "working",
    },
    "a long result, whole": {
      before: [started],
      events: [finished(manyLines.join("\n")), expand],
      both: manyLines.join(" "),
      onlyAppend: `${counted} ${toolLabels} 18 more`,
      onlyFull: "working",
    },
    "a change that was not asked about": {
      before: [{ ...started, preview: change }],
      events: [finished("changed"), expand],
      both: "change old selvage new selvage same changed",
      onlyAppend: `4 lines bash ${toolLabels}`,
      onlyFull: "working",
    },
    "a failure": {
      before: [started],
      events: [finished("broken pick", true), expand],
      both: "failed broken pick",
      onlyAppend: `${counted} tool`,
      onlyFull: "working",
    },
    "a refusal": {
      events: [finished("no such tool", true, "refused")],
      both: "bash refused no such tool",
      onlyAppend: "was",
    },
    "a denial": {
      before: [asked],
      events: [finished("the user said no", true, "denied")],
      both: "not run the user said no",
      onlyAppend: "tool was",
    },
    "an interruption": {
      before: [started],
      events: [finished("stopped", true, "interrupted")],
      both: "interrupted stopped",
      onlyAppend: "tool was",
      onlyFull: "working",
    },
    "one that never began": {
      events: [finished("the turn had ended", true, "not-started")],
      both: "bash not started the turn had ended",
      onlyAppend: "tool was",
    },
  },
  usage: {
    counted: {
      events: [{ type: "usage", usage }],
      both: "tokens input 4287 output 153 cached 77",
      onlyFull: statusBar,
    },
    guessed: {
      events: [{ type: "usage", usage: { ...usage, estimated: true } }],
      both: "tokens input 4287 output 153 cached 77 estimated",
      onlyFull: statusBar,
    },
  },
  "command-started": {
    "a command": { events: [{ type: "command-started", line: "/status now" }], both: "status now" },
    "one that only moves": {
      events: [{ type: "command-started", line: "/top", quiet: true }],
      both: "",
      onlyAppend: "you top",
    },
  },
  view: {
    scroll: {
      events: [{ type: "view", action: { kind: "scroll", by: "lines", count: -1 } }],
      both: "",
      onlyAppend: "your terminal scrolls back by itself",
    },
    go: {
      events: [{ type: "view", action: { kind: "go", to: "top" } }],
      both: "",
      onlyAppend: "your terminal scrolls back by itself",
    },
    find: {
      events: [{ type: "view", action: { kind: "find", text: "warp" } }],
      both: "",
      onlyAppend: "your terminal searches by itself",
      onlyFull: "warp is nowhere above",
    },
    "expand, with nothing there": { events: [expand], both: "", onlyAppend: staysWritten },
    collapse: {
      events: [{ type: "view", action: { kind: "expand", expanded: false } }],
      both: "",
      onlyAppend: staysWritten,
    },
    keys: {
      events: [{ type: "view", action: { kind: "keys" } }],
      both: "",
      onlyAppend: "your terminal edits by itself lists",
      onlyFull: anything,
    },
    theme: { events: [{ type: "view", action: { kind: "theme", name: "amber" } }], both: "" },
  },
  "queue-changed": {
    added: {
      events: [
        { type: "queue-changed", count: 1, latest: [{ text: "Dye it." }], added: { text: "Dye it." } },
      ],
      both: "queued dye it",
      onlyFull: "up takes back",
    },
    delivered: {
      before: [{ type: "queue-changed", count: 1, latest: [{ text: "Dye it." }] }],
      events: [{ type: "queue-changed", count: 0, latest: [] }],
      both: "",
    },
  },
  "tasks-changed": {
    "one runs": {
      events: [{ type: "tasks-changed", running: [{ id: "#7", state: "running", since: 0, until: 60_000 }] }],
      both: "",
      onlyFull: anything,
    },
    "none runs": { events: [{ type: "tasks-changed", running: [] }], both: "" },
  },
  "task-ended": {
    "with an answer": {
      events: [ended({ kind: "answered", text: "said before" })],
      both: "background task 7 weave finished after 4 2s join takes its answer into the conversation",
    },
    failed: {
      events: [ended({ kind: "failed", cause: "auth", message: "No key." })],
      both: "background task 7 weave failed after 4 2s no key",
    },
    stopped: {
      events: [ended({ kind: "cancelled" })],
      both: "background task 7 weave was stopped after 4 2s",
    },
    "out of time": {
      events: [{ ...ended({ kind: "cancelled" }), timedOut: true }],
      both: "background task 7 weave was stopped after 4 2s its time was up",
    },
  },
  "voice-changed": {
    // Whoever has said /voice is told of it in words.
    "listening begins": { events: [listening], both: "", onlyFull: "listening microphone" },
    "listening ends": { before: [listening], events: [{ ...listening, state: "off" }], both: "" },
  },
  "voice-heard": {
    "something is being said": {
      before: [listening],
      events: [{ type: "voice-heard", text: "Weave a" }],
      both: "",
      onlyFull: "weave a",
    },
    "it is complete": {
      before: [listening, { type: "voice-heard", text: "Weave a" }],
      events: [
        { type: "voice-heard", text: "Weave a twill.", final: true },
        { type: "turn-started", prompt: "Weave a twill." },
      ],
      both: "you weave a twill",
      onlyFull: "calling",
    },
  },
  interrupted: {
    "Ctrl-C at the prompt": {
      events: [{ type: "interrupted" }],
      both: "interrupted type exit to quit",
    },
  },
  idle: { "the prompt": { events: [{ type: "idle" }], both: "", onlyAppend: "you" } },
  notice: {
    info: {
      events: [{ type: "notice", level: "info", text: "A bobbin ran out." }],
      both: "a bobbin ran out",
    },
    "a listing": {
      events: [{ type: "notice", level: "info", text: "Looms:\n  1. jack\n  2. dobby" }],
      both: "looms 1 jack 2 dobby",
    },
    warning: {
      events: [{ type: "notice", level: "warning", text: "Thread thin." }],
      both: "warning thread thin",
    },
    error: { events: [{ type: "notice", level: "error", text: "Thread torn." }], both: "error thread torn" },
  },
  "turn-finished": {
    answered: { events: [ends({ kind: "answered", text: "said before" })], both: "" },
    cancelled: { events: [ends({ kind: "cancelled" })], both: "operation cancelled by user" },
    failed: { events: [ends({ kind: "failed", cause: "auth", message: "No key." })], both: "error no key" },
    "at the limit": {
      events: [ends({ kind: "iteration-limit", iterations: 3, reason: "Three rounds." })],
      both: "stopped three rounds",
    },
  },
};

/** By a task in the background: the same, with its name, and without what is said of the turn in front. */
const asides: Readonly<Record<string, Case>> = {
  "a prompt": { events: [{ type: "turn-started", prompt: "Weave a twill." }], both: "7 you weave a twill" },
  "an answer, and its end": {
    events: [
      { type: "text-delta", text: "Some **warp**\n\n- one\n" },
      { type: "text-delta", text: "- two" },
      ends({ kind: "answered", text: "said before" }),
    ],
    both: "7 assistant some warp one two",
  },
  "a thought": {
    events: [{ type: "reasoning-delta", text: "Twill?" }, ends({ kind: "answered", text: "" })],
    both: "7 thinking twill",
  },
  "a tool": {
    events: [started, finished("three ends\n"), expand],
    both: "7 bash heddle up three ends",
    onlyAppend: toolLabels,
    onlyFull: anything,
  },
  "a question": {
    events: [asked],
    both: "task 7 approval needed bash heddle up command directory work script 2 lines first shed second shed",
    onlyAppend: "allow and reason this yes",
    onlyFull: anything,
  },
  "a pause": {
    events: [{ type: "approval-requested", id: "q1", question: aboutPause }],
    both: "task 7 ten requests were made go on stop",
    onlyFull: "paused waiting for your answer",
  },
  tokens: {
    events: [{ type: "usage", usage }],
    both: "7 tokens input 4287 output 153 cached 77",
    onlyFull: anything,
  },
  "a notice": {
    events: [{ type: "notice", level: "warning", text: "Thread thin." }],
    both: "7 warning thread thin",
  },
  "a failure, of which its end tells": {
    events: [ends({ kind: "failed", cause: "auth", message: "No key." })],
    both: "",
  },
};

function wordsOf(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))].sort();
}

function without(words: readonly string[], others: readonly string[]): readonly string[] {
  return words.filter((word) => !others.includes(word));
}

/** What was written for the events. */
function onPaper({ before = [], events, aside }: Case): readonly string[] {
  const stage = createStage();
  stage.show(...before);
  stage.clock.advance(100);
  stage.shown();
  if (aside) stage.showAside("#7", ...events);
  else stage.show(...events);
  stage.clock.advance(1000);
  return wordsOf(stage.shown());
}

/** What the screen shows, and which of it was not there before. */
function onScreen({ before = [], events, aside }: Case) {
  const stage = createScreenStage({ columns: 120, rows: 60 });
  stage.show(...before);
  const old = wordsOf(stage.rows().join("\n"));
  if (aside) stage.showAside("#7", ...events);
  else stage.show(...events);
  const all = wordsOf(stage.rows().join("\n"));
  stage.display.stop();
  return { all, added: without(all, old) };
}

const besides = Object.entries(asides).map(([name, each]): [string, Case] => [
  name,
  { ...each, aside: true },
]);

describe.each(Object.entries({ ...table, "in the background": Object.fromEntries(besides) }))(
  "%s",
  (_type, cases) => {
    it.each(Object.entries(cases))("%s", (_name, { both, onlyAppend = "", onlyFull = "", ...example }) => {
      const paper = onPaper({ both, ...example });
      const screen = onScreen({ both, ...example });
      expect({
        missingOnPaper: without(wordsOf(both), paper),
        missingOnScreen: without(wordsOf(both), screen.all),
        onlyOnPaper: without(paper, screen.all),
        onlyOnScreen: without(screen.added, paper),
      }).toEqual({
        missingOnPaper: [],
        missingOnScreen: [],
        onlyOnPaper: wordsOf(onlyAppend),
        onlyOnScreen: onlyFull === anything ? expect.anything() : wordsOf(onlyFull),
      });
    });
  },
);
