import { describe, expect, it } from "vitest";
import type { History } from "../../../src/view/history.ts";
import { createAnswer, createReasoning } from "../../../src/view/passage.ts";
import { noteOf, numbered, screen, watchedHistory } from "./sample.ts";

function marks(history: History, height = 9): readonly string[] {
  const lines = history.visible(40, height).rows.map(({ line }) => line);
  return lines.flatMap((line) =>
    line.flatMap(({ role, text }) => {
      if (role === "selection") return [`[${text}]`];
      return role === "search-match" ? [`${text}`] : [];
    }),
  );
}

describe("searching", () => {
  it("goes through all matches, and shows the one it is at", () => {
    const history = numbered(300);
    screen(history, 9);
    history.search("77");
    expect(history.find("back")).toBe("found");
    expect(screen(history, 9)).toContain("277");
    expect(marks(history)).toEqual(["[77]"]);
    const seen = ["177", "77"].map((expected) => {
      expect(history.find("back")).toBe("found");
      return screen(history, 9).includes(expected);
    });
    expect(seen).toEqual([true, true]);
    expect(history.find("back")).toBe("none");
    expect(history.find("forward")).toBe("found");
    expect(screen(history, 9)).toContain("177");
    expect(history.visible(40, 9).position.following).toBe(false);
  });

  it("ignores capitals, takes signs for what they are, and counts matches in a line", () => {
    const { history } = watchedHistory();
    history.add(noteOf("A.b a.B axb"));
    screen(history, 5);
    history.search("a.b");
    expect(marks(history)).toEqual(["A.b", "a.B"]);
    history.find("back");
    expect(marks(history)).toEqual(["A.b", "[a.B]"]);
    history.find("back");
    expect(marks(history)).toEqual(["[A.b]", "a.B"]);
    expect(history.find("back")).toBe("none");
    history.search("");
    expect(marks(history)).toEqual([]);
    expect(history.find("back")).toBe("none");
  });

  it("finds text that is marked up, and text over the end of a row", () => {
    const { history } = watchedHistory();
    const answer = createAnswer(history);
    answer.push("Some **bold** words that go on and on until the row ends.");
    answer.end();
    screen(history, 5);
    history.search("bold words");
    expect(history.find("back")).toBe("found");
    expect(marks(history)).toEqual(["[bold]", "[ words]"]);
    history.search("on until the row");
    expect(history.find("back")).toBe("found");
    expect(marks(history).join(" ")).toMatch(/^\[on until( the)?\] \[(the )?row\]$/);
  });

  it("expands what it finds something in", () => {
    const { history } = watchedHistory();
    const thought = createReasoning(history);
    thought.push("first\nsecond needle\nthird");
    thought.end();
    screen(history, 9);
    history.expandAll("reasoning", false);
    expect(screen(history, 9)).toEqual(["", "Thinking: first [...]"]);
    history.search("needle");
    expect(history.find("forward")).toBe("found");
    expect(screen(history, 9)).toContain("second needle");
  });

  it("takes a long way in steps", () => {
    const history = numbered(2000);
    screen(history, 9);
    history.search("needle");
    const answers = Array.from({ length: 12 }, () => history.find("back"));
    expect(answers[0]).toBe("more");
    expect(answers.at(-1)).toBe("none");
    expect(answers.filter((answer) => answer === "more").length).toBeLessThan(12);
  });

  it("finds nothing in nothing", () => {
    const history = numbered(0);
    history.search("x");
    expect(history.find("back")).toBe("none");
    expect(history.find("forward")).toBe("none");
  });
});
