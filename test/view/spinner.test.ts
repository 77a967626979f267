import { describe, expect, it, test } from "vitest";
import type { Activity } from "../../src/view/activity.ts";
import { spinnerFrame, spinnerLine, spinnerMoves } from "../../src/view/spinner.ts";
import { drawn, widths } from "./drawn.ts";

const now = 100_000;
const ago = (ms: number) => now - ms;
const esc = String.fromCharCode(27);

const calling: Activity = { kind: "calling", since: ago(1_999) };
const streaming: Activity = {
  kind: "streaming",
  since: ago(9_000),
  firstAt: ago(7_000),
  characters: 5_000,
  thinking: false,
};
const running: Activity = {
  kind: "running",
  since: ago(65_000),
  tools: [
    { callId: "1", title: "bash: npm test" },
    { callId: "2", title: `read a\n${esc}.ts` },
  ],
};
const retrying: Activity = {
  kind: "retrying",
  since: ago(1_500),
  waitMs: 5_000,
  attempt: 2,
  of: 5,
  reason: "The provider is overloaded.",
};
const waiting: Activity = { kind: "waiting", since: ago(60_000), id: "q1", about: "tool" };

const options = { now, charset: "unicode", motion: true, backend: "anthropic", maxTokens: 8192 } as const;

function at(
  activity: Activity,
  width: number,
  more: Partial<Parameters<typeof spinnerLine>[1]> = {},
): string {
  return drawn([spinnerLine(activity, { ...options, width, ...more })]);
}

const atAll = (activity: Activity) => widths.map((width) => at(activity, width)).join("\n");

describe("at 20, 40, 80 and 200 columns", () => {
  it("calling", () =>
    expect(atAll(calling)).toMatchInlineSnapshot(`
    "|⠧ Calling anthropic|
    |⠧ Calling anthropic|
    |⠧ Calling anthropic|
    |⠧ Calling anthropic|"
  `));
  it("streaming", () =>
    expect(atAll(streaming)).toMatchInlineSnapshot(`
    "|⠦ Answering (9 s)|
    |⠦ Answering (9 s) ~1.2k tokens, 179/s|
    |⠦ Answering (9 s) ~1.2k tokens, 179/s [███░░░░░░░░░░░░░░░░░] 15%|
    |⠦ Answering (9 s) ~1.2k tokens, 179/s [███░░░░░░░░░░░░░░░░░] 15%|"
  `));
  it("running tools", () =>
    expect(atAll(running)).toMatchInlineSnapshot(`
    "|⠋ Running 2 tools: …|
    |⠋ Running 2 tools: bash: npm… (1 m 05 s)|
    |⠋ Running 2 tools: bash: npm test, read a\\n^[.ts (1 m 05 s)|
    |⠋ Running 2 tools: bash: npm test, read a\\n^[.ts (1 m 05 s)|"
  `));
  it("retrying", () =>
    expect(atAll(retrying)).toMatchInlineSnapshot(`
      "|⠦ Retrying in 4 s (…|
      |⠦ Retrying in 4 s (2 of 5): The provide…|
      |⠦ Retrying in 4 s (2 of 5): The provider is overloaded.|
      |⠦ Retrying in 4 s (2 of 5): The provider is overloaded.|"
    `));
  it("waiting for an answer", () =>
    expect(atAll(waiting)).toMatchInlineSnapshot(`
    "|* Waiting for your …|
    |* Waiting for your answer|
    |* Waiting for your answer|
    |* Waiting for your answer|"
  `));
});

test("nothing is shown when nothing is done, or where there is no room", () => {
  expect(spinnerLine({ kind: "idle" }, { ...options, width: 80 })).toEqual([]);
  expect(spinnerLine(calling, { ...options, width: 0 })).toEqual([]);
});

test.each(["unicode", "ascii"] as const)("%s frames change at most four times a second", (charset) => {
  const frames = Array.from({ length: 1000 }, (_, ms) => spinnerFrame(ms, charset, true));
  const changes = frames.filter((frame, ms) => ms > 0 && frame !== frames[ms - 1]);
  expect(changes).toHaveLength(3);
});

test("ASCII frames turn", () => {
  expect([0, 250, 500, 750, 1000].map((ms) => spinnerFrame(ms, "ascii", true)).join("")).toBe("|/-\\|");
  expect(spinnerFrame(-1000, "ascii", true)).toBe("|");
});

test("seconds are mentioned from two on", () => {
  expect(at(calling, 80)).not.toContain("(");
  expect(at({ kind: "calling", since: ago(2_000) }, 80)).toContain("Calling anthropic (2 s)");
});

test("a rate needs a second, a bar a limit", () => {
  const early: Activity = { ...streaming, firstAt: ago(999) };
  expect(at(early, 80)).not.toContain("/s");
  expect(at(streaming, 80, { maxTokens: undefined })).toBe("|⠦ Answering (9 s) ~1.2k tokens, 179/s|");
});

test("reasoning is told from the answer", () => {
  expect(at({ ...streaming, thinking: true }, 20)).toContain("Thinking");
});

test("a retry counts down, and never below the attempt itself", () => {
  const seconds = (elapsed: number) => at({ ...retrying, since: ago(elapsed) }, 80);
  expect(seconds(0)).toContain("Retrying in 5 s (2 of 5): The");
  expect(seconds(4_999)).toContain("Retrying in 1 s (2 of 5): The");
  expect(seconds(5_000)).toContain("Retrying (2 of 5): The");
  expect(seconds(-3_000)).toContain("Retrying in 5 s (2 of 5): The");
});

test.each([
  ["calling", calling],
  ["streaming", streaming],
  ["running", running],
  ["retrying", retrying],
  ["waiting", waiting],
] as const)("without motion %s looks the same at any time", (_, activity) => {
  const times = [0, 250, 2_000, 60_000].map((ms) => at(activity, 80, { motion: false, now: now + ms }));
  expect(new Set(times).size).toBe(1);
  expect(spinnerMoves(activity, false)).toBe(false);
});

test("without motion text that streams in changes nothing either", () => {
  const more: Activity = { ...streaming, characters: 50_000 };
  expect(at(more, 80, { motion: false })).toBe(at(streaming, 80, { motion: false }));
});

test("while the user is waited for nothing moves", () => {
  expect(spinnerMoves(waiting, true)).toBe(false);
  expect(at(waiting, 80)).toBe(at(waiting, 80, { now: now + 77_777 }));
  expect(spinnerMoves(calling, true)).toBe(true);
  expect(spinnerMoves({ kind: "idle" }, true)).toBe(false);
});
