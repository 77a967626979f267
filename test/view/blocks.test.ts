import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/model/event.ts";
import type { ToolCall, ToolPreview } from "../../src/model/tool.ts";
import { createBlocks } from "../../src/view/blocks.ts";
import { createMemoryArchive } from "../../src/view/history/archive.ts";
import { createHistory, type History } from "../../src/view/history.ts";
import { lineText } from "../../src/view/wrap.ts";
import { spansOf } from "./show-lines.ts";

const call: ToolCall = { id: "c1", name: "bash", input: {} };
const preview: ToolPreview = {
  title: "bash: ls",
  fields: [
    { label: "command", value: "ls" },
    { label: "directory", value: "/tmp" },
  ],
};
const usage = { input: 5, output: 7, cacheRead: 3, cacheWrite: 0 };

interface Stage {
  readonly history: History;
  show(...events: readonly AgentEvent[]): void;
  rows(width?: number): readonly string[];
  spans(): readonly string[];
}

function stage(settings = { showTokens: true, showReasoning: true }): Stage {
  const history = createHistory({ archive: createMemoryArchive() });
  const blocks = createBlocks(history, settings);
  let seq = 0;
  const lines = (width: number) => history.visible(width, 1000).rows.map(({ line }) => line);
  return {
    history,
    show(...events) {
      for (const event of events) blocks.show({ seq: ++seq, task: "t1", at: 0, event });
    },
    rows: (width = 60) => lines(width).map(lineText),
    spans: () => spansOf(lines(60)),
  };
}

let on: Stage;
beforeEach(() => {
  on = stage();
});

const text = (delta: string): AgentEvent => ({ type: "text-delta", text: delta });
const thought = (delta: string): AgentEvent => ({ type: "reasoning-delta", text: delta });
const notice = (words: string, level: "info" | "warning" | "error" = "info"): AgentEvent => ({
  type: "notice",
  level,
  text: words,
});

it("shows a turn", () => {
  on.show(
    { type: "turn-started", prompt: "hi\nyou" },
    { type: "request-started", iteration: 1 },
    thought("Hm"),
    text("Hel"),
    text("lo **you**"),
    { type: "usage", usage },
    { type: "response-finished", iteration: 1, stop: "end" },
    { type: "turn-finished", outcome: { kind: "answered", text: "" }, usage },
    { type: "idle" },
  );
  expect(on.rows()).toEqual([
    "You: hi",
    "you",
    "",
    "Thinking: Hm",
    "",
    "Assistant:",
    "Hello you",
    "Tokens: {input: 8, output: 7, cached: 3}",
  ]);
  expect(on.spans()).toContain("strong:you");
});

it("shows neither tokens nor thoughts where they are not wanted", () => {
  on = stage({ showTokens: false, showReasoning: false });
  on.show(thought("Hm"), { type: "usage", usage });
  expect(on.rows()).toEqual([]);
});

it.each<[event: AgentEvent, span: string]>([
  [notice("queued: x"), "notice:queued: x"],
  [notice("careful", "warning"), "warning:Warning: careful"],
  [notice("broken", "error"), "error:Error: broken"],
  [
    { type: "retrying", attempt: 2, of: 5, waitMs: 34_100, reason: "Too many requests." },
    "warning:Retrying in 35 s (2 of 5): Too many requests.",
  ],
  [{ type: "interrupted" }, "notice:Interrupted. Type 'exit' to quit."],
  [{ type: "command-started", line: "/status" }, "user-text:/status"],
  [{ type: "turn-finished", usage, outcome: { kind: "cancelled" } }, "warning:operation cancelled by user"],
  [
    { type: "turn-finished", usage, outcome: { kind: "failed", cause: "auth", message: "No key." } },
    "error:Error: No key.",
  ],
  [
    { type: "turn-finished", usage, outcome: { kind: "iteration-limit", iterations: 3, reason: "too long" } },
    "warning:Stopped: too long",
  ],
  [
    { type: "usage", usage: { ...usage, cacheRead: 0, estimated: true } },
    "muted:Tokens: {input: 5, output: 7}, estimated",
  ],
])("says %j", (event, span) => {
  on.show(event);
  expect(on.spans()).toContain(span);
});

describe("a notice within an answer", () => {
  it("is seen at once, and the answer goes on below it", () => {
    on.show(text("one\n\nsecond para"), notice("queued: x"));
    expect(on.rows()).toEqual(["", "Assistant:", "one", "", "second para", "queued: x"]);
    on.show(text("graph\n\nthird\n"));
    expect(on.rows()).toEqual(["", "Assistant:", "one", "", "second paragraph", "queued: x", "", "third"]);
  });

  it("does not end code", () => {
    on.show(
      text("```ts\nconst a = 1;\n"),
      notice("queued"),
      text("const b = 2;\n".repeat(45)),
      text("```\n"),
    );
    expect(on.spans().filter((span) => span === "code-keyword:const")).toHaveLength(46);
  });
});

describe("a question", () => {
  const question = { kind: "tool", call, preview } as const;

  it.each([
    [{ verdict: "allow" }, "Allowed: bash: ls"],
    [{ verdict: "session" }, "Allowed for this session: bash: ls"],
    [{ verdict: "always" }, "Allowed for good: bash: ls"],
    [{ verdict: "deny", reason: "no!" }, "Denied: bash: ls (no!)"],
  ] as const)("and its answer %j are on record", (answer, line) => {
    on.show({ type: "approval-requested", id: "q1", question });
    expect(on.rows()).toEqual([]);
    on.show({ type: "approval-answered", id: "q1", answer });
    expect(on.rows()).toEqual([line]);
  });

  it("may be whether to go on", () => {
    const pause = { kind: "pause", reason: "Pausing after 10 iterations" } as const;
    on.show(
      { type: "approval-requested", id: "q1", question: pause },
      { type: "approval-answered", id: "q1", answer: { verdict: "allow" } },
    );
    expect(on.rows()).toEqual(["Continued: Pausing after 10 iterations"]);
  });
});

describe("a tool call", () => {
  const started: AgentEvent = { type: "tool-started", call, preview };
  const finished = (output: string, isError = false): AgentEvent => ({
    type: "tool-finished",
    result: { callId: "c1", name: "bash", output, isError },
    fate: "ran",
  });

  it("is a line with the last of its output while it runs", () => {
    on.show(started, { type: "tool-output", callId: "c1", text: "1\n2\n3\n4\n5\n6\n7" });
    expect(on.rows()).toEqual(["", "▸ [running] bash: ls", "  3", "  4", "  5", "  6", "  7"]);
  });

  it("is one line afterwards, and all there is on request", () => {
    on.show(started, finished("a\n\tb\n"));
    expect(on.rows()).toEqual(["", "▸ bash: ls (2 lines)"]);
    expect(on.history.toggle()).toBe(true);
    expect(on.rows()).toEqual(["", "▾ bash: ls", "  command: ls", "  directory: /tmp", "  a", "          b"]);
    expect(on.history.toggle()).toBe(true);
    expect(on.rows()).toEqual(["", "▸ bash: ls (2 lines)"]);
  });

  it("tells what went wrong", () => {
    on.show(started, finished("1\n2\n3\n4\n5", true));
    expect(on.rows()).toEqual(["", "▸ [failed] bash: ls", "  1", "  2", "  3", "  [2 more lines]"]);
  });

  it("shows the start of a change, and all of it on request", () => {
    const changes = `@@ -1,2 +1,2 @@\n-old\n+new\n${" x\n".repeat(20)}`.trimEnd();
    const fields = [{ label: "changes", value: changes }];
    on.show({ type: "tool-started", call, preview: { title: "edit a", fields } }, finished("Edited a"));
    expect(on.rows()).toHaveLength(2 + 12 + 1);
    expect(on.spans()).toEqual(
      expect.arrayContaining(["diff-place:@@ -1,2 +1,2 @@", "diff-removed:-old", "diff-added:+new"]),
    );
    on.history.expandAll("tool", true);
    expect(on.rows()).toHaveLength(2 + 1 + 23 + 1);
  });

  it.each([
    ["denied", "▸ [not run] bash: ls"],
    ["refused", "▸ [refused] bash"],
    ["not-started", "▸ [not started] bash"],
  ] as const)("that was %s says so", (fate, line) => {
    if (fate === "denied") {
      on.show({ type: "approval-requested", id: "q", question: { kind: "tool", call, preview } });
      on.show({ type: "approval-answered", id: "q", answer: { verdict: "deny" } });
    }
    on.show({
      type: "tool-finished",
      fate,
      result: { callId: "c1", name: "bash", output: "why", isError: true },
    });
    expect(on.rows().slice(-2)).toEqual([line, "  why"]);
  });

  it("keeps its place while others run", () => {
    const other = { ...call, id: "c2" };
    on.show(started, { type: "tool-started", call: other, preview: { title: "bash: other", fields: [] } });
    on.show(finished("done"));
    expect(on.rows()).toEqual(["", "▸ bash: ls", "▸ [running] bash: other"]);
  });

  it("cannot say more than its title in one line", () => {
    on.show({ type: "tool-started", call, preview: { title: `bash: ${"x".repeat(100)}\nrm`, fields: [] } });
    expect(on.rows(20)).toEqual(["", "▸ [running] bash: x…"]);
  });
});

it("collapses thoughts, also those that came in several blocks", () => {
  on.show(thought(`first line\n${"more and more\n".repeat(4000)}`), text("So."));
  expect(on.history.count()).toBeGreaterThan(2);
  on.history.toggle(0);
  expect(on.rows()).toEqual(["", "Thinking: first line [...]", "", "Assistant:", "So."]);
});

it("is not to be fooled by control characters", () => {
  const esc = String.fromCharCode(27);
  const nasty = `${esc}[2J\r\b`;
  on.show(
    { type: "turn-started", prompt: nasty },
    text(nasty),
    notice(nasty),
    { type: "tool-started", call, preview: { title: nasty, fields: [{ label: nasty, value: nasty }] } },
    { type: "tool-output", callId: "c1", text: nasty },
  );
  on.history.expandAll("tool", true);
  expect(on.rows().join("")).not.toMatch(/\p{Cc}/u);
  expect(on.rows().join("")).toContain("^[[2J");
});

it("looks the same in the end, however the text came", () => {
  const anyText = fc
    .array(
      fc.constantFrom(
        "a *b* ",
        "\n",
        "\n\n",
        "- x\n",
        "```\n",
        "👩‍💻",
        "\r\n",
        "e\u0301",
        "| a |\n|-|\n",
        "word ".repeat(700),
      ),
      { maxLength: 40 },
    )
    .map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(anyText, fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 40 }), (whole, lengths) => {
      const [one, many] = [stage(), stage()];
      let at = 0;
      for (const length of lengths) {
        many.show(text(whole.slice(at, at + length)));
        at += length;
      }
      many.show(text(whole.slice(at)), { type: "response-finished", iteration: 1, stop: "end" });
      one.show(text(whole), { type: "response-finished", iteration: 1, stop: "end" });
      expect(many.rows()).toEqual(one.rows());
    }),
  );
});

it("has no place for commands that only change the view", () => {
  on.show({ type: "command-started", line: "/up", quiet: true });
  on.show({ type: "view", action: { kind: "go", to: "top" } });
  expect(on.rows()).toEqual([]);
  on.show({ type: "command-started", line: "/status" });
  expect(on.rows().join()).toContain("/status");
});
