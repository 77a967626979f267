import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Question } from "../../src/model/question.ts";
import type { PreviewField } from "../../src/model/tool.ts";
import { choicesFor } from "../../src/view/approval-choices.ts";
import { type ApprovalOptions, approvalText, approvalView } from "../../src/view/approval-view.ts";
import { previewText } from "../../src/view/preview.ts";
import { safeText } from "../../src/view/sanitise.ts";
import { lineText, lineWidth } from "../../src/view/wrap.ts";
import { drawn, textsOf, widths } from "./drawn.ts";

const keys = { back: safeText`PgUp`, on: safeText`PgDn` };
const esc = String.fromCharCode(27);

const ask = (...fields: PreviewField[]): Question => ({
  kind: "tool",
  call: { id: "1", name: "bash", input: {} },
  preview: { title: `bash: find . -name x${esc}`, fields },
});
const withRule = (question: Question, rule: string): Question =>
  question.kind === "tool" ? { ...question, rule } : question;

const question = ask(
  { label: "command", value: "find . -name '*.orig' -print0 | xargs -0 rm -f -- \u202e" },
  { label: "script", value: "if\n\tx\nfi" },
);

const textFor = (asked: Question, more: Partial<ApprovalOptions> = {}) =>
  approvalText(asked, { width: 80, directory: "/work", ...more });

const bodyOf = (asked: Question, more: Partial<ApprovalOptions> = {}) => drawn(textFor(asked, more).body);

describe("a question", () => {
  const shown = (width: number, height: number) =>
    drawn(
      approvalView(textFor(withRule(question, "allow bash: find …"), { width }), {
        height,
        top: 0,
        selected: 3,
        keys,
      }).lines,
    );

  it("at 20 columns", () =>
    expect(shown(20, 14)).toMatchInlineSnapshot(`
      "|Approval needed: ba…|
      |  command: "find . -|
      |» name '*.orig' -pri|
      |» nt0 | xargs -0 rm |
      |» -f -- \\u{202e}"|
      |  script (3 lines):|
      |  if|
      |  →       x|
      |1-7/11, more: PgDn|
      |  y  Yes, once|
      |  s  session|
      |  a  Yes, always|
      |> n  No             |
      |  r  No, and say why|"
    `));
  it("at 20 columns and 6 lines", () =>
    expect(shown(20, 6)).toMatchInlineSnapshot(`
      "|Approval needed: ba…|
      |  command: "find . -|
      |» name '*.orig' -pri|
      |» nt0 | xargs -0 rm |
      |1-3/11, more: PgDn|
      | y  s  a >n  r |"
    `));
  it("at 40 columns", () =>
    expect(shown(40, 14)).toMatchInlineSnapshot(`
      "|Approval needed: bash: find . -name x^[|
      |  command: "find . -name '*.orig' -print|
      |» 0 | xargs -0 rm -f -- \\u{202e}"|
      |  script (3 lines):|
      |  if|
      |  →       x|
      |  fi|
      |  directory: "/work"|
      |  for longer: "allow bash: find …"|
      |  y  Yes, once|
      |  s  Yes, in this session|
      |  a  Yes, always|
      |> n  No                                 |
      |  r  No, and say why|"
    `));
  it("at 40 columns and 6 lines", () =>
    expect(shown(40, 6)).toMatchInlineSnapshot(`
      "|Approval needed: bash: find . -name x^[|
      |  command: "find . -name '*.orig' -print|
      |» 0 | xargs -0 rm -f -- \\u{202e}"|
      |  script (3 lines):|
      |-- 5 more below -- 1-3/8; PgDn --|
      | y  s  a >n  r |"
    `));
  it("at 80 columns", () =>
    expect(shown(80, 24)).toMatchInlineSnapshot(`
      "|Approval needed: bash: find . -name x^[|
      |  command: "find . -name '*.orig' -print0 | xargs -0 rm -f -- \\u{202e}"|
      |  script (3 lines):|
      |  if|
      |  →       x|
      |  fi|
      |  directory: "/work"|
      |  for longer: "allow bash: find …"|
      |  y  Yes, once|
      |  s  Yes, in this session|
      |  a  Yes, always|
      |> n  No                                                                         |
      |  r  No, and say why|"
    `));
  it("at 200 columns", () =>
    expect(shown(200, 60)).toMatchInlineSnapshot(`
      "|Approval needed: bash: find . -name x^[|
      |  command: "find . -name '*.orig' -print0 | xargs -0 rm -f -- \\u{202e}"|
      |  script (3 lines):|
      |  if|
      |  →       x|
      |  fi|
      |  directory: "/work"|
      |  for longer: "allow bash: find …"|
      |  y  Yes, once|
      |  s  Yes, in this session|
      |  a  Yes, always|
      |> n  No                                                                                                                                                                                                 |
      |  r  No, and say why|"
    `));

  it("about going on", () => {
    const pause: Question = { kind: "pause", reason: "Ten rounds are over. Go on?" };
    const text = approvalText(pause, { width: 20, directory: "/work" });
    expect(drawn(approvalView(text, { height: 12, top: 0, selected: 0, keys }).lines)).toMatchInlineSnapshot(`
      "|Paused|
      |Ten rounds are over.|
      |Go on?|
      |> y  Go on          |
      |  n  Stop|"
    `);
  });
});

describe("the body", () => {
  it("names the directory, but not twice", () => {
    const command = { label: "command", value: "ls" };
    const once = '|  command: "ls"|\n|  directory: "/work"|';
    expect(bodyOf(ask(command))).toBe(once);
    expect(bodyOf(ask(command, { label: "directory", value: "/work" }))).toBe(once);
  });

  it("names the true directory, whatever the tool says", () => {
    expect(bodyOf(ask({ label: "directory", value: "/tmp" }))).toBe(
      '|  directory: "/tmp"|\n|  directory: "/work"|',
    );
  });

  it("tells a line that goes on from the next line", () => {
    expect(bodyOf(ask({ label: "x", value: "abcdefgh\nij" }), { width: 8 })).toContain(
      "|  abcdef|\n|» gh|\n|  ij|",
    );
    expect(bodyOf(ask({ label: "x", value: "abcdef\n» gh\nij" }), { width: 8 })).toContain(
      "|  abcdef|\n|  » gh|\n|  ij|",
    );
  });

  it("tells a tab from spaces by its role", () => {
    const { body } = textFor(ask({ label: "x", value: "a\tb\n→       b" }));
    expect(textsOf(body, "muted")).toContain("→       ".slice(0, 7));
    expect(textsOf(body, "code")).toContain("→       b");
  });

  it("colours a diff", () => {
    const { body } = textFor(ask({ label: "changes", value: "@@ -1,2 +1,2 @@\n-a\n+b\n c" }));
    expect(textsOf(body, "diff-removed")).toEqual(["-a"]);
    expect(textsOf(body, "diff-added")).toEqual(["+b"]);
    expect(textsOf(body, "diff-place")).toEqual(["@@ -1,2 +1,2 @@"]);
    expect(textsOf(textFor(ask({ label: "x", value: "+a\n-b" })).body, "diff-added")).toEqual([]);
  });

  it("is never shortened", () => {
    const value = `${" ".repeat(5_000)}; rm -rf /`;
    const { body } = textFor(ask({ label: "command", value }), { width: 40 });
    const code = textsOf(body, "code").join("");
    expect(code).toContain(JSON.stringify(value));
  });
});

test("all of any value is there, on lines that fit", () => {
  const value = fc.string({
    unit: fc.constantFrom("a", " ", "\n", "世", "e\u0301", esc, "\u202e", '"', "\\"),
  });
  fc.assert(
    fc.property(value, fc.integer({ min: 12, max: 60 }), (text, width) => {
      const field = { label: "x", value: text };
      const { body } = textFor(ask(field), { width });
      expect(body.filter((line) => lineWidth(line) > width)).toEqual([]);
      const expected = previewText(field);
      const complete = expected.kind === "quoted" ? expected.value : expected.lines.join("");
      expect(textsOf(body, "code").join("")).toBe(`${complete}"/work"`);
    }),
  );
});

describe("a long body", () => {
  const value = Array.from({ length: 300 }, (_, index) => `line ${index}`).join("\n");
  const text = textFor(ask({ label: "content", value }), { width: 40 });
  const at = (top: number, height = 10) => approvalView(text, { height, top, selected: 2, keys });

  it("shows where it is and that there is more", () => {
    const { lines, page } = at(0);
    expect(lines.map(lineText)).toContain("-- 295 more below -- 1-7/302; PgDn --");
    expect(page).toBe(7);
    expect(textsOf(lines, "warning")).toContain("-- 295 more below ");
  });

  it.each([
    [80, "-- 295 more below -- lines 1 to 7 of 302; PgDn --", "-- lines 296 to 302 of 302; PgUp --"],
    [20, "1-7/302, more: PgDn", "296-302/302 PgUp"],
    [13, "1-7/302 PgDn", "296-302/302"],
    [7, "1-7/302", "296-30…"],
  ])("says where it is in %i columns", (width, first, last) => {
    const narrow = { ...text, width };
    const placeAt = (top: number) => {
      const { lines } = approvalView(narrow, { height: 10, top, selected: 2, keys });
      return lineText(lines.at(-2) ?? []);
    };
    expect([placeAt(0), placeAt(1_000)]).toEqual([first, last]);
  });

  it.each([
    [40, " y once  s session >n no  r no, why "],
    [39, " y once  s session >n no  r no, why "],
    [20, " y  s >n  r "],
    [10, "y s>n r"],
    [7, "y s>n r"],
  ])("offers every choice in %i columns", (width, expected) => {
    const { lines } = approvalView({ ...text, width }, { height: 10, top: 0, selected: 2, keys });
    expect(lineText(lines.at(-1) ?? [])).toBe(expected);
  });

  it("offers five of them in 10 columns", () => {
    const call = { id: "c", name: "bash", input: {} };
    const choices = choicesFor({ kind: "tool", call, preview: { title: "", fields: [] }, rule: "ls" });
    const { lines } = approvalView(
      { ...text, choices, width: 10 },
      { height: 10, top: 0, selected: 3, keys },
    );
    expect(lineText(lines.at(-1) ?? [])).toBe("y s a>n r");
  });

  it("is turned page by page without a gap", () => {
    const seen: string[] = [];
    for (let top = 0, last = -1; top !== last; ) {
      last = top;
      const view = at(top);
      seen.push(...view.lines.slice(1, 1 + view.page).map(lineText));
      top = at(top + view.page).top;
    }
    expect([...new Set(seen)]).toEqual(text.body.map(lineText));
  });

  it("stays within its ends", () => {
    expect(at(-5).top).toBe(0);
    const end = at(100_000);
    expect(end.top).toBe(302 - 7);
    expect(textsOf(end.lines, "muted")).toContain("-- lines 296 to 302 of 302; PgUp --");
    expect(textsOf(end.lines, "warning")).toHaveLength(1);
  });

  it.each([1, 2, 3, 4, 5, 11, 12, 13, 40])("takes no more than %i lines, the choices last", (height) => {
    const { lines } = at(0, height);
    expect(lines).toHaveLength(height);
    expect(lineText(lines.at(-1) ?? [])).toMatch(/no/i);
  });

  it.each([2, 3, 12])("never hides that there is more in %i lines", (height) => {
    expect(drawn(at(0, height).lines)).toContain("more below");
  });
});

test("the selected choice is marked by more than a colour", () => {
  for (const height of [6, 24]) {
    const marked = [0, 1, 2, 3].map((selected) => {
      const { lines } = approvalView(textFor(question), { height, top: 0, selected, keys });
      return textsOf(lines, "selection").join("").trim();
    });
    expect(marked.map((text) => text.replace(/^> ?/, "").charAt(0))).toEqual(["y", "s", "n", "r"]);
    expect(marked.every((text) => text.startsWith(">"))).toBe(true);
  }
});

test.each(widths)("nothing is wider than %i columns", (width) => {
  for (const height of [3, 8, 24]) {
    const { lines } = approvalView(textFor(question, { width }), { height, top: 0, selected: 2, keys });
    expect(lines.filter((line) => lineWidth(line) > width)).toEqual([]);
  }
});
