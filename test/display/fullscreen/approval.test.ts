import { describe, expect, it } from "vitest";
import { openQuestion } from "../../../src/display/fullscreen/approval.ts";
import type { Question } from "../../../src/model/question.ts";
import { type Key, namedKey, textKey } from "../../../src/terminal/keys/key.ts";
import { drawn } from "../../view/drawn.ts";

const shownAt = 1000;
const fresh = 1300;

const tool: Question = {
  kind: "tool",
  call: { id: "c1", name: "bash", input: { command: "ls" } },
  preview: { title: "bash: ls", fields: [{ label: "command", value: "ls" }] },
};
const pause: Question = { kind: "pause", reason: "After 25 iterations." };

const ask = (question: Question = tool) => openQuestion("q1", question, { directory: "/home/me", shownAt });

describe("an open question", () => {
  it.each<readonly [string, Key, object]>([
    ["y", textKey("y"), { kind: "answer", answer: { verdict: "allow" } }],
    ["s", textKey("s"), { kind: "answer", answer: { verdict: "session" } }],
    ["n", textKey("n"), { kind: "answer", answer: { verdict: "deny" } }],
    ["r", textKey("r"), { kind: "ask-reason" }],
    ["Enter, which takes the safe one", namedKey("enter"), { kind: "answer", answer: { verdict: "deny" } }],
  ])("is answered by %s", (_, key, pressed) => {
    expect(ask().press(key, fresh)).toEqual(pressed);
  });

  it("goes on with Enter where the loop only paused", () => {
    expect(ask(pause).press(namedKey("enter"), fresh)).toEqual({
      kind: "answer",
      answer: { verdict: "allow" },
    });
    expect(ask(pause).press(textKey("a"), fresh)).toEqual({ kind: "elsewhere" });
  });

  it.each([
    ["before 300 ms have passed", textKey("y"), fresh - 1],
    ["when it is no choice", textKey("z"), fresh],
    ["with Ctrl", namedKey("y", { ctrl: true }), fresh],
    ["with Alt", namedKey("y", { meta: true }), fresh],
    ["in upper case", textKey("Y"), fresh],
  ])("leaves a key to the input %s", (_, key, at) => {
    expect(ask().press(key, at)).toEqual({ kind: "elsewhere" });
  });

  it("is not answered by somebody who goes on typing", () => {
    const question = ask();
    for (let at = shownAt + 100; at < 5000; at += 299) {
      expect(question.press(textKey("y"), at)).toEqual({ kind: "elsewhere" });
    }
    expect(question.press(textKey("y"), 5400)).toMatchObject({ kind: "answer" });
  });

  it("lets the arrows select, all the way round", () => {
    const question = ask();
    const marked = () =>
      /^\|> ?(\w)|>(\w) /m
        .exec(drawn(question.lines(60, 8)))
        ?.slice(1)
        .join("");
    expect(marked()).toBe("n");
    expect(question.press(namedKey("down"), shownAt)).toEqual({ kind: "taken" });
    expect(marked()).toBe("r");
    question.press(namedKey("down"), shownAt);
    expect(marked()).toBe("y");
    question.press(namedKey("up"), shownAt);
    expect(marked()).toBe("r");
    expect(question.press(namedKey("enter"), fresh)).toEqual({ kind: "ask-reason" });
  });

  it("leaves arrows with Alt or Ctrl to the history", () => {
    expect(ask().press(namedKey("up", { meta: true }), fresh)).toEqual({ kind: "elsewhere" });
    expect(ask().press(namedKey("up", { ctrl: true }), fresh)).toEqual({ kind: "elsewhere" });
  });

  it("shows where the tool would run", () => {
    expect(drawn(ask().lines(60, 8))).toContain('directory: "/home/me"');
  });

  it("is paged by the keys that keyboards without PgDn have", () => {
    const value = Array.from({ length: 40 }, (_, line) => `line ${line + 1};`).join("\n");
    const question = ask({ ...tool, preview: { title: "bash", fields: [{ label: "command", value }] } });
    const seen = () => drawn(question.lines(60, 10));
    seen();
    expect(question.press(namedKey("v", { ctrl: true }), shownAt)).toEqual({ kind: "taken" });
    expect(seen()).not.toContain("line 1;");
    expect(question.press(namedKey("v", { meta: true }), shownAt)).toEqual({ kind: "taken" });
    expect(seen()).toContain("line 1;");
  });

  it("is paged through from its beginning to its end, and no further", () => {
    const value = Array.from({ length: 40 }, (_, line) => `line ${line + 1};`).join("\n");
    const preview = { title: "bash: much", fields: [{ label: "command", value }] };
    const question = ask({ ...tool, preview });
    const seen = () => drawn(question.lines(60, 10));
    expect(seen()).toContain("line 1;");
    for (let page = 0; page < 20; page++) {
      question.press(namedKey("page-down"), shownAt);
      question.lines(60, 10);
    }
    expect(seen()).toContain("/home/me");
    question.press(namedKey("page-up"), shownAt);
    expect(seen()).not.toContain("/home/me");
    for (let page = 0; page < 20; page++) question.press(namedKey("page-up"), shownAt);
    expect(seen()).toContain("line 1;");
  });

  it("wants as many rows as show all of it", () => {
    const question = ask();
    const rows = question.wantedRows(60);
    expect(question.lines(60, rows)).toHaveLength(rows);
    expect(drawn(question.lines(60, rows))).not.toContain("more below");
  });
});
