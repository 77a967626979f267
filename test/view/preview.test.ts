import { expect, test } from "vitest";
import { previewText } from "../../src/view/preview.ts";

const esc = String.fromCharCode(27);

test("one line is quoted, so that nothing in it is invisible or ambiguous", () => {
  const value = `ls "a" \t\u202e\\u{202e}${esc}`;
  expect(previewText({ label: "a\nb", value })).toEqual({
    kind: "quoted",
    label: "a\\nb",
    value: '"ls \\"a\\" \\t\\u{202e}\\\\u{202e}\\u001b"',
  });
});

test("several lines stay lines, and a CR stays to be seen", () => {
  expect(previewText({ label: "content", value: `a\r\n\tb${esc}\n` })).toEqual({
    kind: "lines",
    label: "content",
    lines: ["a^M", "\tb^[", ""],
  });
});
