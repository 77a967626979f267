/** The spinner's line changes with what is done and with its own steps, and not with every delta. */
import { expect, test } from "vitest";
import { createPacedSpinner } from "../../../src/display/fullscreen/paced-spinner.ts";
import type { Activity, Streaming } from "../../../src/view/activity.ts";
import { frameMs } from "../../../src/view/spinner.ts";
import { lineText } from "../../../src/view/wrap.ts";

const since = 1_000_000;
const streaming: Streaming = { kind: "streaming", since, firstAt: since, characters: 400, thinking: false };
const more: Streaming = { ...streaming, characters: 800 };

function draw() {
  const spinner = createPacedSpinner();
  return (activity: Activity, afterMs: number, width = 80) =>
    lineText(
      spinner(activity, { now: since + afterMs, width, charset: "ascii", motion: true, backend: "mock" }),
    );
}

test("what has arrived is told at the next step", () => {
  const drawn = draw();
  expect(drawn(streaming, 0)).toContain("~100 tokens");
  expect(drawn(more, frameMs - 1)).toContain("~100 tokens");
  expect(drawn(more, frameMs)).toContain("~200 tokens");
});

test("another activity, or another thought, is told at once", () => {
  const drawn = draw();
  expect(drawn({ kind: "calling", since }, 0)).toContain("Calling mock");
  expect(drawn(streaming, 1)).toContain("Answering");
  expect(drawn({ ...streaming, thinking: true }, 2)).toContain("Thinking");
  expect(drawn({ kind: "idle" }, 3)).toBe("");
});

test("another width is heeded at once", () => {
  const drawn = draw();
  expect(drawn(streaming, 0)).toContain("tokens");
  expect(drawn(streaming, 1, 10).length).toBeLessThanOrEqual(10);
});

test("a new answer does not show the count of the one before", () => {
  const drawn = draw();
  expect(drawn(more, 0)).toContain("~200 tokens");
  expect(drawn({ ...streaming, since: since - 1 }, 0)).toContain("~100 tokens");
});
