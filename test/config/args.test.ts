import { describe, expect, test } from "vitest";
import { promptText, readArguments } from "../../src/config/args.ts";
import type { Invocation } from "../../src/config/invocation.ts";

function prompt(...argv: readonly string[]): unknown {
  const read = readArguments(argv);
  return "prompt" in read ? { kind: read.kind, ...read.prompt } : read;
}

function settings(...argv: readonly string[]): unknown {
  const read = readArguments(argv);
  return "flags" in read ? read.flags.settings : read;
}

function kind(...argv: readonly string[]): Invocation["kind"] {
  return readArguments(argv).kind;
}

describe("what is to be done", () => {
  test.each<readonly [Invocation["kind"], readonly string[]]>([
    ["chat", []],
    ["chat", ["--"]],
    ["chat", ["-I"]],
    ["chat", ["-I", "hello"]],
    ["one-shot", ["hello"]],
    ["one-shot", ["-"]],
    ["one-shot", ["--", "--help"]],
    ["list-agents", ["--list-agents"]],
    ["help", ["-h"]],
    ["help", ["--nonsense", "--help"]],
    ["version", ["-V"]],
    ["trust", ["trust"]],
    ["trust", ["trust", "some/where"]],
    ["one-shot", ["trust", "me", "please"]],
    ["one-shot", ["--", "trust"]],
    ["one-shot", ["trust me"]],
  ])("%s: %j", (expected, argv) => {
    expect(kind(...argv)).toBe(expected);
  });

  test("trust names its directory", () => {
    expect(readArguments(["trust", "some/where"])).toMatchObject({ directory: "some/where" });
    expect(readArguments(["trust"])).toMatchObject({ directory: undefined });
  });
});

describe("the prompt", () => {
  test.each([
    [["what", "is", "this"], { words: "what is this", stdin: false }],
    [["-"], { words: "", stdin: true }],
    [["review", "this", "-"], { words: "review this", stdin: true }],
    [["--", "-"], { words: "-", stdin: false }],
    [["--", "--model", "x"], { words: "--model x", stdin: false }],
    [["a", "--", "-b"], { words: "a -b", stdin: false }],
    [["--no-tools", "hello"], { words: "hello", stdin: false }],
    [["--help me"], undefined],
  ])("%j", (argv, expected) => {
    if (expected) expect(prompt(...argv)).toEqual({ kind: "one-shot", ...expected });
    else expect(kind(...argv)).toBe("usage-error");
  });

  test("is joined with standard input", () => {
    expect(promptText({ words: "review", stdin: true }, "diff")).toBe("review\n\ndiff");
    expect(promptText({ words: "", stdin: true }, "diff")).toBe("diff");
    expect(promptText({ words: "hello", stdin: false }, "diff")).toBe("hello");
  });
});

describe("flags", () => {
  test.each([
    [["--model", "m"], { model: "m" }],
    [["--model=m"], { model: "m" }],
    [["-m", "m"], { model: "m" }],
    [["-mm"], { model: "m" }],
    [["-Im", "m", "x"], { model: "m" }],
    [["--model=a=b"], { model: "a=b" }],
    [["--model", "a", "--model", "b"], { model: "b" }],
    [["--max-iterations", "0"], { maxIterations: 0 }],
    [["--max-iterations=7"], { maxIterations: 7 }],
    [["--tools", "read, edit"], { tools: ["read", "edit"] }],
    [["--no-tools"], { tools: [] }],
    [["--no-tools", "--tools", "bash"], { tools: ["bash"] }],
    [["--auto-tools"], { autoTools: true }],
    [["--display", "append"], { display: "append" }],
    [["--temperature", "0.5", "--top-p", "1"], { temperature: 0.5, topP: 1 }],
    [["--system="], { systemPrompt: "" }],
    [["--system", "-5 degrees"], { systemPrompt: "-5 degrees" }],
    [["--system=--terse"], { systemPrompt: "--terse" }],
  ])("%j", (argv, expected) => {
    expect(settings(...argv)).toEqual(expected);
  });

  test("those of this run are no settings", () => {
    const argv = ["-a", "yolo", "--config", "c.yaml", "--output", "jsonl", "--trace", "t", "--no-session"];
    expect(readArguments([...argv, "--base-url", "http://localhost:1"])).toEqual({
      kind: "chat",
      flags: {
        settings: {},
        agent: "yolo",
        config: "c.yaml",
        baseUrl: "http://localhost:1",
        output: "jsonl",
        trace: "t",
        record: false,
      },
    });
  });

  test.each([
    [["--resume"], ""],
    [["--continue"], ""],
    [["-c", "--no-tools"], ""],
    [["--resume", "--no-tools"], ""],
    [["--resume", "last"], "last"],
    [["--resume=my loom"], "my loom"],
    [["--resume", "last", "-c"], "last"],
    [[], undefined],
  ])("%j goes on with %j", (argv, resume) => {
    expect(readArguments(argv)).toMatchObject({ kind: "chat", flags: { resume } });
  });

  test("what comes after -- is a prompt, --resume too", () => {
    expect(readArguments(["--", "--resume"])).toMatchObject({
      kind: "one-shot",
      prompt: { words: "--resume" },
    });
    expect(readArguments(["--resume", "--", "hi"])).toMatchObject({
      kind: "one-shot",
      flags: { resume: "" },
    });
  });

  test("by default the answer is text and the session is recorded", () => {
    expect(readArguments([])).toMatchObject({ flags: { output: "text", record: true } });
  });
});

describe("wrong usage", () => {
  test.each([
    [["--modle", "x"], "Unknown option --modle; did you mean --model? See treadle --help."],
    [["--no-auto-tools"], "Unknown option --no-auto-tools; did you mean --auto-tools? See treadle --help."],
    [["-x"], "Unknown option -x; put -- before a prompt that begins with a dash. See treadle --help."],
    [
      ["--__proto__=1"],
      "Unknown option --__proto__; put -- before a prompt that begins with a dash. See treadle --help.",
    ],
    [["--model"], "--model needs a value: --model NAME."],
    [["-m"], "-m needs a value: -m NAME."],
    [["--model", "--no-tools"], "--model needs a value; if it begins with a dash, write --model=--no-tools."],
    [["--model", "--", "x"], "--model needs a value; if it begins with a dash, write --model=--."],
    [["--model="], '--model must be a name without spaces, not "".'],
    [["--no-tools=yes"], "--no-tools takes no value. See treadle --help."],
    [["--max-iterations", "abc"], '--max-iterations must be a whole number from 0 up, not "abc".'],
    [["--max-iterations", "-1"], '--max-iterations must be a whole number from 0 up, not "-1".'],
    [["--max-iterations", "1.5"], '--max-iterations must be a whole number from 0 up, not "1.5".'],
    [["--max-iterations", "0x10"], '--max-iterations must be a whole number from 0 up, not "0x10".'],
    [["--max-output-tokens", "0"], '--max-output-tokens must be a whole number from 1 up, not "0".'],
    [["--temperature", "3"], '--temperature must be a number from 0 to 2, not "3".'],
    [["--output", "xml"], '--output must be one of text, json, jsonl, not "xml".'],
    [["--display", "nope"], '--display must be one of auto, full, append, not "nope".'],
    [
      ["--tools", "read,bsh"],
      '--tools must be a list of tools (bash, read, write, edit), separated by commas, not "read,bsh".',
    ],
    [["--trace="], '--trace must be the name of a file, not "".'],
    [
      ["--base-url", "ftp://x"],
      '--base-url must be an http:// or https:// address without a user name, not "ftp://x".',
    ],
    [["  "], "The prompt is empty: write one, or leave it out for a chat."],
    [[""], "The prompt is empty: write one, or leave it out for a chat."],
    [["-I", "-"], "-I needs standard input for the chat, so it cannot be used with -."],
  ])("%j", (argv, message) => {
    expect(readArguments(argv)).toEqual({ kind: "usage-error", message });
  });

  test("the password of an address is refused", () => {
    expect(kind("--base-url", "https://me:secret@example.org")).toBe("usage-error");
  });
});

describe("the screen", () => {
  test.each<readonly [readonly string[], object]>([
    [["--theme", "amber"], { theme: "amber" }],
    [["--theme=my.own-1_x"], { theme: "my.own-1_x" }],
    [["--no-motion"], { motion: false }],
    [["--ascii"], { ascii: true }],
    [["--vi"], { editing: "vi" }],
  ])("%j", (argv, expected) => {
    expect(settings(...argv)).toEqual(expected);
  });

  test.each(["../amber", "/etc/passwd", "a/b", ".amber", "-x", "a b", "a".repeat(65), ""])(
    "%j is no name of a theme",
    (name) => {
      expect(readArguments([`--theme=${name}`])).toMatchObject({
        kind: "usage-error",
        message: expect.stringContaining("--theme must be the name of a theme"),
      });
    },
  );
});

describe("sessions as files", () => {
  test.each([
    [["export", "last", "a.md"], { kind: "export", session: "last", file: "a.md", range: "", force: false }],
    [
      ["export", "x", "a.html", "last", "3", "--force"],
      { kind: "export", session: "x", file: "a.html", range: "last 3", force: true },
    ],
    [["import", "a.json"], { kind: "import", file: "a.json" }],
  ])("%j", (argv, invocation) => expect(readArguments(argv)).toEqual(invocation));

  test.each([
    [["export", "the", "data"]],
    [["export", "all", "of a.md", "to", "the", "disk"]],
    [["import", "numpy"]],
    [["--", "import", "a.json"]],
  ])("%j is a prompt", (argv) => expect(readArguments(argv).kind).toBe("one-shot"));
});
