import { describe, expect, it } from "vitest";
import {
  type Completion,
  completionList,
  cycled,
  findCompletion,
  onlyWord,
} from "../../src/input/completion.ts";
import {
  commandArguments,
  commandFiles,
  commandTexts,
  filePaths,
  type ListedFile,
  mentions,
  namedArguments,
  promptTemplates,
  slashCommands,
} from "../../src/input/completion-sources.ts";

const files: Readonly<Record<string, readonly ListedFile[]>> = {
  "": [
    { name: "src", isDirectory: true },
    { name: "README.md", isDirectory: false },
    { name: ".git", isDirectory: true },
  ],
  "src/": [{ name: "main.ts", isDirectory: false }],
};

const sources = [
  slashCommands(() => ["stop", "status", "model", "help"].map((name) => ({ name, detail: `about ${name}` }))),
  commandArguments(["model", "m"], () => [
    { name: "vendor/big" },
    { name: "vendor/small" },
    { name: "Other" },
  ]),
  namedArguments((command) => (command === "s:greet" ? [{ name: "who" }, { name: "how" }] : [])),
  promptTemplates(() => [{ name: "review" }, { name: "rewrite" }]),
  commandTexts(["load", "session resume"], () => [
    { name: "Red cloth", detail: "2026" },
    { name: "2026" },
    { name: "2025" },
  ]),
  commandFiles(["export", "load"], (directory) => files[directory] ?? []),
  filePaths((directory) => files[directory] ?? []),
  mentions(() => [{ name: "docs:file:///a", detail: "A" }]),
];

function wordsFor(before: string, line = 0): readonly string[] {
  return findCompletion(sources, before, line)?.candidates.map(({ text }) => text) ?? [];
}

describe("findCompletion", () => {
  it.each<[string, readonly string[]]>([
    ["/st", ["/status", "/stop"]],
    ["/export ", ["README.md", "src/"]],
    ["/export src/", ["src/main.ts"]],
    ["/export README.md 3", []],
    ["/ST", ["/status", "/stop"]],
    ["/", ["/help", "/model", "/status", "/stop"]],
    ["/zzz", []],
    ["say /st", []],
    ["/model ", ["Other", "vendor/big", "vendor/small"]],
    ["/model  vendor/s", ["vendor/small"]],
    ["/M o", ["Other"]],
    ["/load 2", ["2026", "2025"]],
    ["/Load  red c", ["Red cloth"]],
    ["/load r", ["Red cloth", "README.md"]],
    ["/session resume red", ["Red cloth"]],
    ["/session fork red", []],
    ["/loads 2", []],
    ["/help v", []],
    ["/s:greet ", ["how=", "who="]],
    ["/s:greet w", ["who="]],
    ["/s:greet who=Ada ", ["how="]],
    ["/s:greet who=h", []],
    ["/s:other ", []],
    ["@r", ["@review", "@rewrite", "@README.md"]],
    ["see @r", ["@README.md"]],
    ["see @", ["@README.md", "@src/", "@docs:file:///a"]],
    ["see @.", ["@.git/"]],
    ["see @d", ["@docs:file:///a"]],
    ["see @docs:f", ["@docs:file:///a"]],
    ["see @src/", ["@src/main.ts"]],
    ["see @src/x", []],
    ["mail@sr", []],
    ["plain", []],
    ["", []],
  ])("after %j", (before, words) => {
    expect(wordsFor(before)).toEqual(words);
  });

  it("knows commands and templates only in the first line, files everywhere", () => {
    expect(wordsFor("/st", 1)).toEqual([]);
    expect(wordsFor("@r", 1)).toEqual(["@README.md"]);
  });

  it("says where the word begins", () => {
    expect(findCompletion(sources, "see @sr", 0)).toMatchObject({ start: 4, word: "@sr" });
    expect(findCompletion(sources, `${"x ".repeat(500_000)}@sr`, 0)).toMatchObject({ start: 1_000_000 });
  });
});

describe("a completion", () => {
  const found = findCompletion(sources, "/st", 0) as Completion;

  it("goes round, through what was typed", () => {
    const places = [0, 1, undefined, 0];
    let completion = found;
    for (const place of places) {
      completion = cycled(completion, "next");
      expect(completion.chosen).toBe(place);
    }
    expect(cycled(found, "previous").chosen).toBe(1);
  });

  it("puts a space behind the only candidate, unless it is a directory", () => {
    expect(onlyWord(found)).toBeUndefined();
    expect(onlyWord(findCompletion(sources, "/sto", 0) as Completion)).toBe("/stop ");
    expect(onlyWord(findCompletion(sources, "@sr", 0) as Completion)).toBe("@src/");
  });

  it("shows at most six, the chosen one among them", () => {
    const candidates = Array.from({ length: 9 }, (_, index) => ({ text: `${index}` }));
    const list = (chosen: number | undefined, room?: number) =>
      completionList({ start: 0, word: "", candidates, chosen }, room);
    const texts = (one: ReturnType<typeof list>) => one.items.map(({ text }) => text).join("");
    expect([texts(list(undefined)), list(undefined).chosen, list(undefined).more]).toEqual([
      "012345",
      undefined,
      3,
    ]);
    expect([texts(list(7)), list(7).chosen]).toEqual(["234567", 5]);
    expect([texts(list(4, 2)), list(4, 2).chosen]).toEqual(["34", 1]);
  });
});
