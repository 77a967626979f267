import { expect, test } from "vitest";
import { contentWords, findHelp, isGreeting } from "../../src/backends/offline/help.ts";

const sections = [
  { title: "Sessions", text: "Every conversation is saved. Use /sessions to list and /resume to load one." },
  { title: "Keys", text: "Ctrl-C cancels the answer. Ctrl-D quits. Page Up scrolls the history." },
  { title: "Themes", text: "Colours come from a theme; /theme lists them." },
  { title: "Tools", text: "The tools are bash, read, write and edit. Writing a file asks you first." },
];

test.each([
  ["How do I resume a session?", "Sessions"],
  ["which keys are there", "Keys"],
  ["How can I quit?", "Keys"],
  ["change theme colours", "Themes"],
  ["TOOL", "Tools"],
  ["hello, how do I quit treadle?", "Keys"],
])("%j is about %s", (question, title) => {
  expect(findHelp(question, sections)?.title).toBe(title);
});

test.each(["What is the capital of France?", "write me a poem about lonely cats", "", "what is this"])(
  "%j is about nothing in the help",
  (question) => {
    expect(findHelp(question, sections)).toBeUndefined();
  },
);

test("a rare word counts for more than a common one", () => {
  const pages = [
    { title: "One", text: "list common" },
    { title: "Two", text: "list rare" },
    { title: "Three", text: "list common" },
  ];
  expect(findHelp("common rare", pages)?.title).toBe("Two");
});

test("plurals and stop words do not matter", () => {
  expect(contentWords("What are the entries, classes and keys? The keys!")).toEqual([
    "entry",
    "class",
    "key",
  ]);
});

test.each([
  ["Hi", true],
  ["hello there!", true],
  ["Good morning", true],
  ["hello, how do I quit?", false],
  ["what can you do", false],
])("%j is a greeting: %s", (text, expected) => {
  expect(isGreeting(text)).toBe(expected);
});
