import { describe, expect, it } from "vitest";
import { markdownLines, spansOf } from "../show-lines.ts";

function coloured(language: string, code: string): readonly string[] {
  return spansOf(markdownLines(`\`\`\`${language}\n${code}\n\`\`\``)).filter(
    (span) => !/^code:\s*$/.test(span),
  );
}

describe("code", () => {
  it.each<[language: string, code: string, expected: readonly string[]]>([
    [
      "ts",
      "const a = 4.2; // b",
      ["code-keyword:const", "code: a = ", "code-number:4.2", "code:; ", "code-comment:// b"],
    ],
    ["js", "x = 'it\\'s' + \"y\"", ["code:x = ", "code-string:'it\\'s'", "code: + ", 'code-string:"y"']],
    ["ts", "/* a\nb */ c", ["code-comment:/* a", "code-comment:b */", "code: c"]],
    ["ts", "`a\nb` c", ["code-string:`a", "code-string:b`", "code: c"]],
    ["ts", "'open\nreturn", ["code-string:'open", "code-keyword:return"]],
    [
      "python",
      'def f(): """doc\nend""" # x',
      [
        "code-keyword:def",
        "code: f(): ",
        'code-string:"""doc',
        'code-string:end"""',
        "code: ",
        "code-comment:# x",
      ],
    ],
    ["sh", "echo $# a#b # c", ["code-keyword:echo", "code: $# a#b ", "code-comment:# c"]],
    [
      "SQL",
      "SELECT 1 -- x",
      ["code-keyword:SELECT", "code: ", "code-number:1", "code: ", "code-comment:-- x"],
    ],
    ["ts title=a.ts", "if", ["code-keyword:if"]],
    ["unheard-of", "if 'x' // y", ["code:if 'x' // y"]],
    ["", "if 1", ["code:if 1"]],
    ["yaml", "url: http://x # y", ["code:url: http://x ", "code-comment:# y"]],
    ["js", "a1 = x2", ["code:a1 = x2"]],
  ])("in %s: %j", (language, code, expected) => {
    const blanks = (span: string) => !/^code:\s*$/.test(span);
    expect(coloured(language, code)).toEqual(expected.filter(blanks));
  });

  it("goes on with a comment that is longer than a part", () => {
    const lines = markdownLines(`\`\`\`c\n/*\n${"x\n".repeat(100)}*/ int\n\`\`\``);
    expect(lines[90]).toEqual([{ role: "code-comment", text: "x" }]);
    expect(spansOf(lines.slice(-1))).toEqual(["code-comment:*/", "code: ", "code-keyword:int"]);
  });
});
