import { describe, expect, it } from "vitest";
import { parseLine } from "../../src/input/line.ts";
import { readCases } from "../support/cases.ts";

const file = readCases("commands");
const lines = file.cases.flatMap(({ id, input, expected, required }) => {
  const { line } = input as { line?: string };
  return line === undefined ? [] : [{ id, line, expected, required }];
});

/** Aliases are looked up in the table of commands, so `/q` is a command here whatever it stands for. */
describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => expect(lines.length).toBeGreaterThan(20));

  it.each(lines.filter(({ line }) => line.trim().startsWith("/")))("$id: $line is a command", ({ line }) => {
    const [first = "", ...rest] = line.trim().slice(1).split(" ");
    expect(parseLine(line)).toEqual({ kind: "command", name: first.toLowerCase(), args: rest.join(" ") });
  });

  it.each(lines.filter(({ expected }) => String(expected).startsWith("command")))(
    "$id: $line is a command without a slash",
    ({ line }) => expect(parseLine(line)).toEqual({ kind: "command", name: line.toLowerCase(), args: "" }),
  );

  it.each(lines.filter(({ required }) => required !== undefined))("$id: $line is chat", ({ line }) => {
    expect(parseLine(line)).toEqual({ kind: "prompt", text: line });
  });
});

describe("a line for the shell", () => {
  it.each([
    ["!ls -l", { kind: "shell", command: "ls -l", send: false }],
    [" !!git diff\n", { kind: "shell", command: "git diff", send: true }],
  ])("%j", (line, expected) => expect(parseLine(line)).toEqual(expected));

  it.each(["!", "!!", "! no", "!! no", "!!! wow", "hi !ls"])("%j is chat", (line) => {
    expect(parseLine(line)).toEqual({ kind: "prompt", text: line });
  });
});

describe("parseLine", () => {
  it.each(["", "   ", "\n\t\n"])("nothing in %j", (line) => {
    expect(parseLine(line)).toEqual({ kind: "empty" });
  });

  it.each([
    ["exit", "exit"],
    ["  QUIT ", "quit"],
    ["Clear", "clear"],
  ])("%j without a slash", (line, name) => {
    expect(parseLine(line)).toEqual({ kind: "command", name, args: "" });
  });

  it.each(["exit now", "exit.", "quit smoking?", "clear the cache", "help", "stop"])("%j is chat", (line) => {
    expect(parseLine(line)).toEqual({ kind: "prompt", text: line });
  });

  it.each(["/etc/hosts is broken", "/tmp/a b", "//", "/", "/ help", "a /help"])(
    "%j is no command",
    (line) => {
      expect(parseLine(line)).toEqual({ kind: "prompt", text: line });
    },
  );

  it.each([
    ["/model vendor/name", "model", "vendor/name"],
    ["/Save  My Notes  ", "save", "My Notes"],
    ["/system one\ntwo", "system", "one\ntwo"],
    ["/?", "?", ""],
    ["/$", "$", ""],
  ])("%j has arguments", (line, name, args) => {
    expect(parseLine(line)).toEqual({ kind: "command", name, args });
  });

  it("keeps the lines of a prompt", () => {
    expect(parseLine("one\n\n  two\n")).toEqual({ kind: "prompt", text: "one\n\n  two" });
  });
});
