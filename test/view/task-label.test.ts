import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/model/event.ts";
import { createBlocks } from "../../src/view/blocks.ts";
import { createMemoryArchive } from "../../src/view/history/archive.ts";
import { createHistory } from "../../src/view/history.ts";
import { lineText, lineWidth } from "../../src/view/wrap.ts";

/** A history that is told of a conversation and of what runs beside it. */
function setUp() {
  const history = createHistory({ archive: createMemoryArchive() });
  const blocks = createBlocks(history, { showTokens: true, showReasoning: true });
  let seq = 0;
  const show = (event: AgentEvent) => blocks.show({ seq: ++seq, task: "t1", at: 0, event });
  const showAside = (task: string, event: AgentEvent) =>
    blocks.show({ seq: ++seq, task, background: true, at: 0, event });
  const rowsAt = (width: number) => history.visible(width, 100).rows.map(({ line }) => line);
  const rows = (width = 40) => rowsAt(width).map((line) => lineText(line).trimEnd());
  return { show, showAside, rows, rowsAt };
}

const says = (text: string): AgentEvent => ({ type: "text-delta", text });
const call = { id: "c1", name: "bash", input: {} };

describe("what a task in the background says", () => {
  const all: readonly AgentEvent[] = [
    { type: "turn-started", prompt: "weave a twill of wool" },
    says("Some **warp** and weft.\n\n- one long item of a list that wraps\n\n```sh\nls -l\n```\n"),
    says("\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n"),
    { type: "response-finished", iteration: 1, stop: "end" },
    { type: "tool-started", call, preview: { title: "bash: make", fields: [] } },
    { type: "notice", level: "warning", text: "A notice that is longer than one row of it." },
  ];

  it.each([80, 40, 20, 10])("has its name before every row, and fits, at %i columns", (width) => {
    const { showAside, rowsAt } = setUp();
    for (const event of all) showAside("#1", event);
    const rows = rowsAt(width).filter((line) => lineText(line).trim() !== "");
    expect(rows.length).toBeGreaterThan(8);
    for (const line of rows) {
      expect(lineText(line)).toMatch(/^#1 [│ ]?/);
      expect(lineWidth(line)).toBeLessThanOrEqual(width);
    }
  });

  it("stands between the paragraphs of an answer, and never within one", () => {
    const { show, showAside, rows } = setUp();
    show(says("First para"));
    showAside("#1", says("Beside.\n\nAnd "));
    show(says("graph.\n\nSecond."));
    showAside("#1", says("on."));
    expect(rows().filter((row) => row !== "")).toEqual([
      "Assistant:",
      "First paragraph.",
      "#1 │ Assistant:",
      "#1 │ Beside.",
      "#1 │ And on.",
      "Second.",
    ]);
  });

  it("is kept apart from another's, whatever their calls are called", () => {
    const { showAside, rows } = setUp();
    for (const task of ["#1", "#2"])
      showAside(task, { type: "tool-started", call, preview: { title: `bash: ${task}`, fields: [] } });
    showAside("#2", {
      type: "tool-finished",
      result: { callId: "c1", name: "bash", output: "", isError: false },
      fate: "ran",
    });
    expect(rows().filter((row) => row !== "")).toEqual(["#1 │ ▸ [running] bash: #1", "#2 │ ▸ bash: #2"]);
  });
});
