import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownReader } from "../../../src/view/markdown/reader.ts";
import { createPartStream, readParts } from "../../../src/view/part-stream.ts";
import { type SafeText, sanitise } from "../../../src/view/sanitise.ts";
import { lineWidth } from "../../../src/view/wrap.ts";
import { linesOfParts, markdownLines, spansOf, textsOf } from "../show-lines.ts";

function shown(text: string, width?: number): readonly string[] {
  return textsOf(markdownLines(text, width));
}

function spans(text: string): readonly string[] {
  return spansOf(markdownLines(text));
}

describe("inline", () => {
  it.each<[text: string, expected: readonly string[]]>([
    ["plain", ["text:plain"]],
    [
      "*a* _b_ **c** __d__",
      ["emphasis:a", "text: ", "emphasis:b", "text: ", "strong:c", "text: ", "strong:d"],
    ],
    ["***both***", ["strong:both"]],
    ["**a *b* c**", ["strong:a b c"]],
    ["*a **b** c*", ["emphasis:a ", "strong:b", "emphasis: c"]],
    ["snake_case_name and 2 * 3 * 4", ["text:snake_case_name and 2 * 3 * 4"]],
    ["un*frigging*believable", ["text:un", "emphasis:frigging", "text:believable"]],
    ["**never closed", ["text:**never closed"]],
    ["*a _b* c_", ["emphasis:a _b", "text: c_"]],
    ["`code` and ``a ` b``", ["code:code", "text: and ", "code:a ` b"]],
    ["`*not*`", ["code:*not*"]],
    ["`open", ["text:`open"]],
    ["\\*not\\* \\\\ \\a", ["text:*not* \\ \\a"]],
    ["[text](http://x.y)", ["link:text", "muted: (http://x.y)"]],
    ["[a](b_(c)) [http://x](http://x)", ["link:a", "muted: (b_(c))", "text: ", "link:http://x"]],
    ["![picture](p.png)", ["link:picture", "muted: (p.png)"]],
    ["[not a link] (x)", ["text:[not a link] (x)"]],
    ["<https://x.y> see https://x.y/z.", ["link:https://x.y", "text: see ", "link:https://x.y/z", "text:."]],
    ["# A **b** `c`", ["heading:A b ", "code:c"]],
  ])("%s", (text, expected) => {
    expect(spans(text)).toEqual(expected);
  });
});

describe("blocks", () => {
  it("parts paragraphs, and keeps line breaks within them", () => {
    expect(shown("one\ntwo\n\n\nthree")).toEqual(["one", "two", "", "three"]);
  });

  it("knows both kinds of headings", () => {
    expect(spans("## A ##\nB\n===\nC\n---\n#no")).toEqual([
      "heading:A",
      "heading:B",
      "heading:C",
      "text:#no",
    ]);
  });

  it("nests lists", () => {
    const text = "- a\n  - b\n    c\n    1. d\n- e\n\n  f\n10. g\n\nh";
    expect(shown(text)).toEqual(["• a", "  • b", "    c", "    1. d", "• e", "", "  f", "10. g", "", "h"]);
  });

  it("does not take any number for an item", () => {
    expect(shown("born in\n1984. The end")).toEqual(["born in", "1984. The end"]);
  });

  it("wraps items below their text", () => {
    expect(shown("- one two three\n1. one two three", 9)).toEqual([
      "• one two",
      "  three",
      "1. one",
      "   two",
      "   three",
    ]);
  });

  it("marks quotations on every row", () => {
    expect(shown("> one two\n> > deep\n\nout", 8)).toEqual(["│ one", "│ two", "│ │ deep", "", "out"]);
  });

  it("draws rules as wide as there is room", () => {
    expect(shown("a\n\n---\nb\n* * *", 5)).toEqual(["a", "", "─────", "", "b", "", "─────"]);
  });

  it("shows code as it is, without anything before it", () => {
    const text = "Look:\n```\n  a *b*\n\n\tc\n```\ndone";
    expect(shown(text)).toEqual(["Look:", "", "  a *b*", "", "    c", "", "done"]);
  });

  it.each([
    ["in a list", "- a\n  ```\n  code\n  ```\n- b", ["• a", "", "code", "", "• b"]],
    ["in a quotation", "> ```\n> code\n> ```\nout", ["code", "", "out"]],
    ["with a longer fence", "````\n```\n````", ["```"]],
    ["with tildes", "~~~\n```\n~~~", ["```"]],
    ["by its indent", "a\n\n    code\n\nb", ["a", "", "code", "", "b"]],
    ["without an end", "```\ncode\n", ["code"]],
  ])("knows code %s", (_, text, expected) => {
    expect(shown(text)).toEqual(expected);
  });
});

describe("tables", () => {
  const table = "| Name | Size |\n|:-----|-----:|\n| a | 1 |\n| long name | 22 |\n\nafter";

  it("are as wide as they need to be", () => {
    expect(shown(table)).toEqual([
      "Name      │ Size",
      "──────────┼─────",
      "a         │    1",
      "long name │   22",
      "",
      "after",
    ]);
  });

  it("wrap their cells", () => {
    expect(shown(table, 12).slice(0, 5)).toEqual([
      "Name  │ Size",
      "──────┼─────",
      "a     │    1",
      "long  │   22",
      "name  │     ",
    ]);
  });

  it("become lists where columns have no room", () => {
    expect(shown(table, 8)).toEqual([
      "Name: a",
      "Size: 1",
      "",
      "Name:",
      "long",
      "name",
      "Size: 22",
      "",
      "after",
    ]);
  });

  it("have what their header has: no more cells, no fewer", () => {
    expect(shown("a|b\n-|-\n1\n\nx|y\n-|-\n1|2|3\n4|")).toEqual([
      "a │ b",
      "──┼──",
      "",
      "1",
      "",
      "x │ y",
      "──┼──",
      "1 │ 2",
      "4 │  ",
    ]);
  });

  it("lose nothing of a row that is too long for one", () => {
    const cell = "x".repeat(3000);
    const rows = shown(`a|b\n-|-\n1|2\n3|${cell}\n`, 4000);
    expect(rows.slice(0, 3).map((row) => row.trimEnd().slice(0, 5))).toEqual(["a │ b", "──┼──", "1 │ 2"]);
    expect(rows.join("").replace(/[^x]/g, "")).toBe(cell);
  });

  it("are none without the line under the header", () => {
    expect(shown("a | b\nc | d")).toEqual(["a | b", "c | d"]);
  });
});

const pieces = [
  "# Title\n",
  "text *em* **strong** `code`",
  "\n",
  "\n\n",
  "- item\n",
  "  - nested\n",
  "1. one\n",
  "> quote\n",
  ">> deep\n",
  "```ts\n",
  "const a = 'x' // y\n",
  "/* open\n",
  "```\n",
  "| a | b |\n|---|---|\n",
  "| 1 | 2 |\n",
  "---\n",
  "    indented\n",
  "[a](b)",
  "日本語 ",
  "\tx",
  "***",
  "word ".repeat(500),
  "line\n".repeat(45),
  `| ${"cell ".repeat(450)}|\n`,
  "| 1 | 2 |\n".repeat(45),
];
const document = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), { maxLength: 12 })
  .map((texts) => sanitise(texts.join("")));

describe("in pieces", () => {
  it("gives the same as in one, wherever it is cut", () => {
    fc.assert(
      fc.property(document, fc.array(fc.nat(400), { maxLength: 60 }), (text, lengths) => {
        const stream = createPartStream(markdownReader);
        let at = 0;
        for (const length of lengths) {
          stream.push(text.slice(at, at + length) as SafeText);
          if (length % 2) stream.parts();
          at += length;
        }
        stream.push(text.slice(at) as SafeText);
        stream.finish();
        expect(stream.parts()).toEqual(readParts(markdownReader, text));
      }),
      { numRuns: 300 },
    );
  });

  it("may be parted where it says so, and gone on with in another stream", () => {
    fc.assert(
      fc.property(document, fc.nat(300), (text, least) => {
        const first = createPartStream(markdownReader);
        const rest = first.push(text, (length) => length >= least);
        const state = first.state();
        const before = text.slice(0, text.length - (rest ?? "").length) as SafeText;
        const parts =
          rest === undefined
            ? readParts(markdownReader, text)
            : [...readParts(markdownReader, before), ...readParts(markdownReader, rest, state)];
        expect(linesOfParts(parts, 40)).toEqual(linesOfParts(readParts(markdownReader, text), 40));
      }),
    );
  });

  it("no row is wider than there is room", () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 2, max: 50 }), (text, width) => {
        for (const row of markdownLines(text, width)) expect(lineWidth(row)).toBeLessThanOrEqual(width);
      }),
    );
  });

  function soFar(text: string): readonly string[] {
    const stream = createPartStream(markdownReader);
    stream.push(sanitise(text));
    return spansOf(linesOfParts(stream.parts(), 60));
  }

  it.each<[text: string, expected: readonly string[]]>([
    ["some **bold tex", ["text:some ", "strong:bold tex"]],
    ["some *emph", ["text:some ", "emphasis:emph"]],
    ["call `foo(", ["text:call ", "code:foo("]],
    ["# Head", ["heading:Head"]],
    ["```ts\nconst", ["code-keyword:const"]],
    ["- ", ["list-marker:• "]],
    ["a ** ", ["text:a **"]],
  ])("shows %j sensibly before it is complete", (text, expected) => {
    expect(soFar(text)).toEqual(expected);
  });

  it("keeps what is complete when more comes", () => {
    const stream = createPartStream(markdownReader);
    stream.push(sanitise("one\n\ntwo\n\nthr"));
    const before = stream.parts();
    stream.push(sanitise("ee"));
    const after = stream.parts();
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect(after[2]).not.toBe(before[2]);
  });
});

describe("hostile text stays cheap", () => {
  const length = 100_000;
  it.each([
    "*a ",
    "**a*b_c",
    "_",
    "`",
    "[",
    "[a](",
    "![a](b(c)",
    "<http://",
    "http://.",
    "> ",
    ">",
    "- ",
    "|",
    "|-",
    "#",
    "\\'",
    "\t",
    "क्",
    "👩‍💻",
    "日",
    " ",
    "\\",
  ])(
    "%j without end",
    (piece) => {
      for (const text of [
        piece.repeat(length / piece.length),
        `${piece.repeat(200)}\n`.repeat(50),
        `\`\`\`js\n${piece.repeat(20_000)}`,
      ]) {
        const parts = readParts(markdownReader, sanitise(text));
        for (const part of parts) {
          if ("text" in part) expect(part.text.length).toBeLessThanOrEqual(6100);
        }
        linesOfParts(parts, 40);
      }
    },
    4000,
  );
});
