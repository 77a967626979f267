import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type Status, statusLine, statusSteps } from "../../src/view/status.ts";
import { lineText, lineWidth } from "../../src/view/wrap.ts";
import { drawn, textsOf, widths } from "./drawn.ts";

const status: Status = {
  backend: "anthropic",
  model: "claude-sonnet-4-5",
  variant: "reviewer",
  context: { used: 24_000, window: 200_000 },
  tokens: { input: 31_500, output: 1_800 },
  cost: 0.1234,
  session: "fix the parser",
  backgroundTasks: 2,
  approval: "ask",
  hints: [
    { key: "?", does: "help" },
    { key: "PgUp", does: "scroll" },
    { key: "Ctrl-C", does: "stop" },
  ],
};
const scrolled: Status = { ...status, scroll: { percent: 37, newLines: 12 } };
const fresh: Status = {
  ...status,
  variant: "default",
  context: { used: 0, window: undefined },
  tokens: { input: 0, output: 0 },
  cost: undefined,
  session: undefined,
  backgroundTasks: 0,
  approval: "all",
};

const at = (given: Status, width: number) => lineText(statusLine(given, width));
const atAll = (given: Status) => drawn(widths.map((width) => statusLine(given, width)));

it("marks what is a guess", () => {
  const tokens = { input: 1200, output: 30, estimated: true };
  const guessed: Status = { ...fresh, tokens, context: { used: 1230, window: undefined, estimated: true } };
  expect(at(guessed, 200)).toContain("ctx ~1.2k · tokens ~1.2k in, ~30 out");
  expect(at({ ...guessed, context: { used: 10, window: 100, estimated: true } }, 40)).toContain("ctx ~10%");
});

describe("at 20, 40, 80 and 200 columns", () => {
  it("everything", () =>
    expect(atAll(status)).toMatchInlineSnapshot(`
    "| claude-sonnet-4-5  |
    | claude-sonnet-4-5 · ctx 12% · ask      |
    | claude-sonnet-4-5 · ctx █░░░░░░░ 24k/200k 12% · $0.12 · 2 bg · ask      ? help |
    | anthropic claude-sonnet-4-5 · reviewer · ctx █░░░░░░░ 24k/200k 12% · tokens 31k in, 1.8k out · $0.12 · fix the parser · 2 in background · tools ask first             ? help  PgUp scroll  Ctrl-C stop |"
  `));
  it("scrolled", () =>
    expect(atAll(scrolled)).toMatchInlineSnapshot(`
    "| claude-so…  12 new |
    | claude-sonnet-4-5 · ctx 12%     12 new |
    | claude-sonnet-4-5 · ctx 12% · $0.12 · 2 bg · ask    at 37%, 12 new lines below |
    | anthropic claude-sonnet-4-5 · reviewer · ctx █░░░░░░░ 24k/200k 12% · tokens 31k in, 1.8k out · $0.12 · fix the parser · 2 in background · tools ask first           ? help  at 37%, 12 new lines below |"
  `));
  it("at the start, with an unknown model and tools that run unasked", () =>
    expect(atAll(fresh)).toMatchInlineSnapshot(`
      "| claude-sonnet-4-5  |
      | claude-sonnet-4-5 · ctx 0 · unasked    |
      | anthropic claude-sonnet-4-5 · ctx 0 · 0 in, 0 out · $? · unasked        ? help |
      | anthropic claude-sonnet-4-5 · ctx 0 · tokens 0 in, 0 out · $? · tools run unasked                                                                                     ? help  PgUp scroll  Ctrl-C stop |"
    `));
});

/** What is shown for each segment, at its longest and shorter. */
const forms: Readonly<Record<string, readonly string[]>> = {
  model: ["anthropic claude-sonnet-4-5", "claude-sonnet-4-5", "claude-so…"],
  variant: ["reviewer"],
  context: ["ctx █░░░░░░░ 24k/200k 12%", "ctx 24k/200k 12%", "ctx 12%"],
  tokens: ["tokens 31k in, 1.8k out", "31k in, 1.8k out"],
  cost: ["$0.12"],
  session: ["fix the parser"],
  tasks: ["2 in background", "2 bg"],
  approval: ["tools ask first", "ask"],
  hint: ["? help"],
  scroll: ["at 37%, 12 new lines below", "12 new lines below", "12 new"],
};

/** Which form is shown; as many as there are when none is. */
function formOf(name: string, text: string): number {
  const list = forms[name] ?? [];
  const found = list.findIndex((form) => text.includes(form));
  return found < 0 ? list.length : found;
}

test("it degrades in the stated order, one step after the other", () => {
  const seen = new Set<number>();
  for (let width = 260; width > 20; width -= 1) {
    const text = at(scrolled, width);
    const taken = statusSteps.slice(0, stepsTaken(text));
    for (const name of Object.keys(forms)) {
      expect(formOf(name, text), `${name} at ${width}`).toBe(taken.filter((step) => step === name).length);
    }
    seen.add(taken.length);
  }
  expect(seen.size).toBeGreaterThan(12);
});

function stepsTaken(text: string): number {
  return Object.keys(forms).reduce((sum, name) => sum + formOf(name, text), 0);
}

test("further hints come as there is room, in order", () => {
  const wideEnough = (count: number) => status.hints.slice(0, count).map(({ key, does }) => `${key} ${does}`);
  const seen = new Set<number>();
  for (let width = 30; width < 220; width += 1) {
    const text = at(status, width);
    const count = [3, 2, 1, 0].find((hints) => text.endsWith(`${wideEnough(hints).join("  ")} `)) ?? 0;
    for (const hint of wideEnough(3).slice(count)) expect(text).not.toContain(hint);
    seen.add(count);
  }
  expect([...seen].sort()).toEqual([0, 1, 2, 3]);
});

test("a context that is nearly full has a mark", () => {
  expect(at({ ...status, context: { used: 159_999, window: 200_000 } }, 200)).toContain("159k/200k 79% ·");
  expect(at({ ...status, context: { used: 160_000, window: 200_000 } }, 200)).toContain("160k/200k 80%! ·");
});

test("one line is one line, and a place without news is a place", () => {
  expect(at({ ...status, scroll: { percent: 5, newLines: 1 } }, 200)).toContain("1 new line below");
  expect(at({ ...status, scroll: { percent: 5, newLines: 0 } }, 200)).toMatch(/at 5% $/);
});

test("a backend without a model is named", () => {
  expect(at({ ...status, model: "" }, 200)).toMatch(/^ anthropic · /);
});

test("names cannot draw", () => {
  const esc = String.fromCharCode(27);
  expect(at({ ...status, session: `a${esc}[2J\nb` }, 200)).toContain("a^[[2J\\nb");
});

test("what matters most is strong, and all of it belongs to the bar", () => {
  const line = statusLine(scrolled, 200);
  expect(textsOf([line], "status-strong")).toEqual([
    "anthropic claude-sonnet-4-5",
    "2 in background",
    "tools ask first",
    "at 37%, 12 new lines below",
  ]);
  expect(new Set(line.map(({ role }) => role))).toEqual(new Set(["status", "status-strong"]));
});

test("it is always as wide as asked", () => {
  const name = fc.string({ unit: "grapheme", maxLength: 30 });
  const given = fc.record({
    backend: name,
    model: name,
    variant: name,
    session: name,
    hints: fc.array(fc.record({ key: name, does: name }), { maxLength: 3 }),
    backgroundTasks: fc.nat(99),
    scroll: fc.option(fc.record({ percent: fc.nat(100), newLines: fc.nat() }), { nil: undefined }),
  });
  fc.assert(
    fc.property(given, fc.integer({ min: 1, max: 220 }), (some, width) => {
      expect(lineWidth(statusLine({ ...status, ...some }, width))).toBe(width);
    }),
  );
});
