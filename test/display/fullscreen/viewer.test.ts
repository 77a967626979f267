import { beforeEach, expect, it } from "vitest";
import { createViewer, type Viewer } from "../../../src/display/fullscreen/viewer.ts";
import { createMemoryArchive } from "../../../src/view/history/archive.ts";
import { createHistory, type History } from "../../../src/view/history.ts";
import { createReasoning } from "../../../src/view/passage.ts";
import { sanitise } from "../../../src/view/sanitise.ts";
import { lineText } from "../../../src/view/wrap.ts";
import { createManualClock } from "../append/manual-clock.ts";

const height = 10;

let history: History;
let viewer: Viewer;
let calls: string[];
beforeEach(() => {
  history = createHistory({ archive: createMemoryArchive() });
  for (let number = 0; number < 50; number += 1) {
    const kind = number % 10 === 0 ? "prompt" : "note";
    const text = sanitise(`line ${number}`);
    history.add(kind === "prompt" ? { kind, text, gap: false } : { kind, role: "muted", text, gap: false });
  }
  calls = [];
  viewer = createViewer({
    history,
    clock: createManualClock(),
    showKeys: () => calls.push("keys"),
    restyle: () => calls.push("restyle"),
    refresh: () => calls.push("refresh"),
  });
  expect(first()).toBe(40);
});

function rows(): readonly string[] {
  return history.visible(40, height).rows.map(({ line }) => lineText(line));
}

const first = () => Number(/\d+/.exec(rows()[0] ?? "")?.[0]);

it("scrolls by lines, by half pages, and to both ends", () => {
  viewer.show({ kind: "scroll", by: "lines", count: -3 });
  expect(first()).toBe(37);
  viewer.show({ kind: "scroll", by: "half-pages", count: -1 });
  expect(first()).toBe(32);
  viewer.show({ kind: "scroll", by: "half-pages", count: 1 });
  expect(first()).toBe(37);
  viewer.show({ kind: "go", to: "top" });
  expect(first()).toBe(0);
  viewer.show({ kind: "go", to: "bottom" });
  expect(first()).toBe(40);
});

it("goes from message to message", () => {
  viewer.show({ kind: "scroll", by: "lines", count: -5 });
  viewer.show({ kind: "go", to: "previous-message" });
  expect(first()).toBe(30);
  viewer.show({ kind: "go", to: "previous-message" });
  expect(first()).toBe(20);
  viewer.show({ kind: "go", to: "next-message" });
  expect(first()).toBe(30);
});

it("finds what is further up and says when there is no more, until the next key", () => {
  viewer.show({ kind: "find", text: "LINE 7" });
  expect(rows()).toContainEqual(expect.stringContaining("line 7"));
  expect(viewer.remark()).toBeUndefined();
  viewer.show({ kind: "find" });
  expect(viewer.remark()?.[0]).toContain("is not further up");
  expect(calls).toContain("refresh");
  viewer.forget();
  expect(viewer.remark()).toBeUndefined();
});

it("marks nothing any more at the end", () => {
  const roles = () => history.visible(40, height).rows.flatMap(({ line }) => line.map(({ role }) => role));
  viewer.show({ kind: "find", text: "line 4" });
  expect(roles()).toContain("selection");
  viewer.show({ kind: "go", to: "bottom" });
  expect(roles()).not.toContain("search-match");
  expect(roles()).not.toContain("selection");
});

it("expands and collapses what can be", () => {
  const reasoning = createReasoning(history);
  reasoning.push("first thought\nsecond thought\n");
  reasoning.end();
  viewer.show({ kind: "expand", expanded: false });
  expect(rows().join("\n")).not.toContain("second thought");
  viewer.show({ kind: "expand", expanded: true });
  expect(rows().join("\n")).toContain("second thought");
});

it("passes on the rest", () => {
  viewer.show({ kind: "keys" });
  viewer.show({ kind: "theme", name: "mono" });
  expect(calls).toEqual(["keys", "restyle"]);
});
