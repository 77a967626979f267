/** How themes look: each row of the screen, and below it a letter for the attributes of each cell, with a legend. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/model/event.ts";
import { noUsage } from "../../../src/model/usage.ts";
import type { Theme } from "../../../src/view/theme.ts";
import { loadTheme } from "../../../src/view/theme-file.ts";
import type { Cell } from "../../support/auditor/grid.ts";
import { attributes } from "../../support/auditor/rendition.ts";
import { root } from "../../support/program.ts";
import { expectWritten } from "../../support/screen-picture.ts";
import { createScreenStage } from "./screen-stage.ts";

const call = { id: "c1", name: "edit", input: {} };
const preview = {
  title: "edit: loom.txt",
  fields: [{ label: "change", value: "@@ -1,2 +1,2 @@\n-old weft\n+new weft\n same" }],
};
const events: readonly AgentEvent[] = [
  { type: "turn-started", prompt: "What is a weft?" },
  { type: "reasoning-delta", text: "Short is best." },
  { type: "text-delta", text: "# Weaving\nA **warp** and a `weft`.\n" },
  { type: "response-finished", iteration: 1, stop: "end" },
  { type: "tool-started", call, preview },
  {
    type: "tool-finished",
    result: { callId: "c1", name: "edit", output: "ok", isError: false },
    fate: "ran",
  },
  { type: "notice", level: "warning", text: "The thread is thin." },
  { type: "notice", level: "error", text: "The thread is torn." },
  { type: "turn-finished", outcome: { kind: "answered", text: "" }, usage: noUsage },
];

function themeOf(name: string): Theme {
  const find = (theme: string) => ({
    name: `${theme}.json`,
    text: readFileSync(join(root, "themes", `${theme}.json`), "utf8"),
  });
  const loaded = loadTheme(name, { find, nearest: () => undefined });
  if (loaded.kind === "wrong") throw new Error(loaded.problems.join("\n"));
  return loaded.theme;
}

function stageIn(name: string) {
  const theme = themeOf(name);
  const stage = createScreenStage({ columns: 48, rows: 24, options: { theme: () => theme } });
  stage.show(...events);
  return stage;
}

/** Of a blank nothing is seen but its background and lines through it; the painter may send the rest or not. */
const seenOnBlanks: ReadonlySet<string> = new Set(["underline", "reverse", "standout"]);

function attributesOf({ text, rendition }: Cell): string {
  const { fg, bg } = rendition;
  const isBlank = text === " " && !rendition.reverse;
  const on = attributes.filter((name) => rendition[name] && (text !== " " || seenOnBlanks.has(name)));
  return [...on, ...(fg < 0 || isBlank ? [] : [`colour ${fg}`]), ...(bg < 0 ? [] : [`on ${bg}`])].join(", ");
}

function drawn(cells: readonly (readonly Cell[])[]): string {
  const letters = new Map<string, string>([["", "."]]);
  const rows = cells.flatMap((row) => {
    const text = row.map((cell) => cell.text).join("");
    const marks = row.map((cell) => {
      const attributes = attributesOf(cell);
      if (!letters.has(attributes)) letters.set(attributes, String.fromCharCode(96 + letters.size));
      return letters.get(attributes);
    });
    const isPlain = marks.every((mark) => mark === ".");
    return [`|${text.trimEnd()}`, ...(isPlain ? [] : [`:${marks.join("").replace(/\.+$/, "")}`])];
  });
  const legend = [...letters].slice(1).map(([attributes, letter]) => `${letter}: ${attributes}`);
  return `${[...rows, "", ...legend].join("\n")}\n`;
}

describe.each(["default", "amber", "mono"])("%s", (name) => {
  it("marks matches, the one that was found, and what is selected", () => {
    const stage = stageIn(name);
    stage.press("ctrl-g");
    stage.type("weft");
    stage.press("enter");
    const found = drawn(stage.auditor.cells());
    stage.press("escape");
    stage.show({ type: "approval-requested", id: "q1", question: { kind: "tool", call, preview } });
    const asked = drawn(stage.auditor.cells().slice(-8));
    expectWritten(`theme-${name}`, `${found}\n${asked}`);
    expect(attributesAt(stage.auditor.cells(), ">n no")).not.toBe("");
    stage.display.stop();
  });
});

function attributesAt(cells: readonly (readonly Cell[])[], text: string): string {
  for (const row of cells) {
    const column = row
      .map((cell) => cell.text)
      .join("")
      .indexOf(text);
    const cell = row[column];
    if (column >= 0 && cell) return attributesOf(cell);
  }
  throw new Error(`${text} is not on the screen`);
}
