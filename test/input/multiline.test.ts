import { describe, expect, it } from "vitest";
import { createLineAssembler } from "../../src/input/multiline.ts";
import { readCases } from "../support/cases.ts";

/** The texts that come out of these lines, and then out of the end of the input. */
function assemble(...lines: string[]): string[] {
  const assembler = createLineAssembler();
  const texts = lines.map((line) => assembler.push(line));
  return [...texts, assembler.end()].filter((text) => text !== undefined);
}

const file = readCases("multiline");
const rows = file.cases.flatMap(({ id, input, expected }) => {
  const { typed_lines } = input as { typed_lines?: string[] };
  return typed_lines ? [{ id, lines: typed_lines, expected }] : [];
});
const brackets = file.cases.flatMap(({ id, input }) =>
  id.startsWith("data-brackets") ? [{ id, lines: input as string[] }] : [],
);

/** The cases about pasting are tests of the line reader. */
describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => expect(rows.length).toBeGreaterThan(3));

  it.each(rows)("$id", ({ lines, expected }) => {
    expect(assemble(...lines)).toEqual([expected]);
  });

  it.each(brackets)("$id", ({ lines }) => {
    expect(assemble(...lines)).toEqual([lines.join("\n")]);
  });
});

describe("single lines", () => {
  it.each([
    "plain",
    "",
    "  indented",
    "say ```hi``` please",
    "```one line```",
    "a [b] (c) {d}",
    "(an aside) and more",
    "[1] is a footnote",
    "what is <<< in bash",
    "cat <<< word",
    "explain x<<<EOF",
    "<<<<<<< HEAD",
    "<<< two words",
    "1 <<< 2",
    "smile :(",
    "not at the end \\ of it",
  ])("%j", (line) => {
    expect(assemble(line, "next")).toEqual([line, "next"]);
  });
});

describe("a code fence", () => {
  it("goes to the closing fence, which belongs to it", () => {
    expect(assemble("  ```py", "", "if x:", "  ```", "after")).toEqual(["  ```py\n\nif x:\n  ```", "after"]);
  });

  it("is not closed by a fence that opens another, nor by a continuation or a mark", () => {
    expect(assemble("```", "```js", "a \\", "EOF", "```")).toEqual(["```\n```js\na \\\nEOF\n```"]);
  });
});

describe("a <<< block", () => {
  it.each([
    ["<<<", "EOF"],
    ["  <<<  ", "  EOF  "],
    ["<<<END", "END"],
    ["<<< END", "END"],
    ["<<<--end--", "--end--"],
  ])("%j ends with %j, and neither is kept", (opening, closing) => {
    expect(assemble(opening, "a", "", "  b", closing, "after")).toEqual(["a\n\n  b", "after"]);
  });

  it("keeps the text before it", () => {
    expect(assemble("/system <<<END", "be brief", "END")).toEqual(["/system\nbe brief"]);
    expect(assemble("a <<< b <<<END", "c", "END")).toEqual(["a <<< b\nc"]);
  });

  it("may be empty", () => {
    expect(assemble("<<<", "EOF")).toEqual([""]);
  });

  it("is not ended by the default when it has a mark", () => {
    expect(assemble("<<<END", "EOF", "END")).toEqual(["EOF"]);
  });
});

describe("a trailing backslash", () => {
  it("joins lines for as long as they end in one", () => {
    expect(assemble("one\\", "two \\", "three", "four")).toEqual(["one\ntwo \nthree", "four"]);
  });

  it("is taken off once", () => {
    expect(assemble("a\\\\", "b")).toEqual(["a\\\nb"]);
  });

  it("may end with an empty line", () => {
    expect(assemble("a\\", "")).toEqual(["a\n"]);
  });

  it("at the end of the input gives what there is", () => {
    expect(assemble("a\\", "b\\")).toEqual(["a\nb"]);
  });
});

describe("open brackets", () => {
  it.each([
    [["{", '"a": [1,', "2]", "}"]],
    [["[", "(", ")", "]"]],
    [['{ "a": "}",', '"b": "\\"}" }']],
    [["{'a': '}',", "'b': ')' }"]],
    [["(it's", "John's)"]],
    [['{"cut off', "}"]],
  ])("%j are one text", (lines) => {
    expect(assemble(...lines, "after")).toEqual([lines.join("\n"), "after"]);
  });

  it("are given up after two empty lines", () => {
    expect(assemble("(oops", "more", "", "", "after")).toEqual(["(oops\nmore\n\n", "after"]);
    expect(assemble("{", "", "a", "", "}", "after")).toEqual(["{\n\na\n\n}", "after"]);
  });

  it("of a long line of escaped quotes are counted at once", () => {
    const started = performance.now();
    assemble(`{'${"\\'".repeat(100_000)}`);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe("the assembler", () => {
  it("says whether a block is open", () => {
    const assembler = createLineAssembler();
    expect(assembler.open()).toBe(false);
    assembler.push("```");
    expect(assembler.open()).toBe(true);
    assembler.push("```");
    expect(assembler.open()).toBe(false);
  });

  it("forgets a block", () => {
    const assembler = createLineAssembler();
    assembler.push("```");
    assembler.reset();
    expect(assembler.push("fresh")).toBe("fresh");
    expect(assembler.end()).toBeUndefined();
  });
});
