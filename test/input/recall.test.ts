import { describe, expect, it } from "vitest";
import { historyLine, parseHistory } from "../../src/input/history-file.ts";
import {
  beginRecall,
  type History,
  historyLimit,
  type Recall,
  recalled,
  recallText,
  remembered,
} from "../../src/input/recall.ts";
import { beginSearch, matchOf, nextMatch, refined, searchPrompt } from "../../src/input/search.ts";
import { readCases } from "../support/cases.ts";

const file = readCases("text_layout");
const caseOf = (name: string) =>
  file.cases.flatMap(({ id, input, expected }) => {
    const value = (input as Record<string, unknown>)[name];
    return value === undefined || "draft" in (input as object) ? [] : [{ id, value, expected }];
  });

describe.skipIf(file.absent)(file.title, () => {
  it.each(caseOf("history"))("$id: entries", ({ value, expected }) => {
    expect((value as string[]).reduce<History>(remembered, [])).toEqual(expected);
  });

  it.each(caseOf("history_file"))("$id: a file of plain lines", ({ value, expected }) => {
    expect(parseHistory(value as string)).toEqual(expected);
  });

  it("has both", () => expect([caseOf("history").length, caseOf("history_file").length]).toEqual([1, 1]));
});

describe("remembered", () => {
  it("leaves out what is empty, and the oldest beyond the limit", () => {
    expect(remembered(["a"], " \n")).toEqual(["a"]);
    expect(remembered(["a", "b"], "a")).toEqual(["a", "b", "a"]);
    const full = Array.from({ length: historyLimit }, (_, index) => `${index}`);
    const more = remembered(full, "new");
    expect([more.length, more[0], more.at(-1)]).toEqual([historyLimit, "1", "new"]);
  });
});

describe("the file of the history", () => {
  it("gives back what was written, of several lines too", () => {
    const entries = ["one", 'two\n"three"', "\\ 日", "123", "{}"];
    expect(parseHistory(entries.map(historyLine).join(""))).toEqual(entries);
  });

  it("survives a torn line, doubles and foreign lines", () => {
    expect(parseHistory('"a"\n"a"\n123\n\nplain\r\n"torn')).toEqual(["a", "123", "plain", '"torn']);
    expect(parseHistory("")).toEqual([]);
  });
});

describe("recalled", () => {
  const history = ["git log", "ls", "git push", "git push", "make"];

  function walk(draft: string, directions: string): readonly string[] {
    let recall: Recall | undefined = beginRecall(history, draft);
    const shown: string[] = [];
    for (const direction of directions) {
      recall = recalled(history, recall, direction === "u" ? "older" : "newer") ?? recall;
      shown.push(recallText(history, recall));
    }
    return shown;
  }

  it("goes to the oldest and back to the draft", () => {
    expect(walk("", "uuuuuu")).toEqual(["make", "git push", "ls", "git log", "git log", "git log"]);
    expect(walk("", "uudd")).toEqual(["make", "git push", "make", ""]);
  });

  it("shows only what begins like the draft", () => {
    expect(walk("git", "uuudd")).toEqual(["git push", "git log", "git log", "git push", "git"]);
    expect(walk("nothing", "u")).toEqual(["nothing"]);
    expect(walk("draft", "d")).toEqual(["draft"]);
  });
});

describe("search", () => {
  const history = ["git Log", "ls -l", "git push", "make"];
  const at = (query: string) =>
    [...query].reduce(
      (search, letter) => refined(history, search, search.query + letter),
      beginSearch(history),
    );

  it("finds the newest, then older ones", () => {
    const first = at("git");
    expect(matchOf(history, first)).toEqual({ text: "git push", offset: 0 });
    const second = nextMatch(history, first, "older");
    expect(matchOf(history, second)?.text).toBe("git Log");
    expect(matchOf(history, nextMatch(history, second, "newer"))?.text).toBe("git push");
    const none = nextMatch(history, second, "older");
    expect([none.failing, matchOf(history, none)?.text]).toEqual([true, "git Log"]);
  });

  it("begins again when the query gets shorter", () => {
    expect(matchOf(history, refined(history, at("git l"), "g"))?.text).toBe("git push");
    expect(matchOf(history, refined(history, at("git"), ""))).toBeUndefined();
  });

  it("takes small letters for both, capitals and signs as they are", () => {
    expect(matchOf(history, at("log"))?.text).toBe("git Log");
    expect(at("Push").failing).toBe(true);
    expect(at("(.*[").failing).toBe(true);
    expect(matchOf(history, at("-l"))).toEqual({ text: "ls -l", offset: 3 });
  });

  it("has a prompt of its own", () => {
    expect(searchPrompt(at("git"))).toBe("(reverse search) git: ");
    expect(searchPrompt(at("zzz"))).toBe("(no match) zzz: ");
  });
});
