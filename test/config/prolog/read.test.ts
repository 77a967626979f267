import { describe, expect, it } from "vitest";
import { readFacts } from "../../../src/config/prolog/read.ts";
import { writeTerm } from "../../../src/config/prolog/term.ts";
import { positionText } from "../../../src/config/tree.ts";
import { readCases } from "../../support/cases.ts";

function facts(text: string): readonly string[] {
  const read = readFacts(text);
  if (read.kind === "failed") throw new Error(`${read.problem.offset}: ${read.problem.text}`);
  return read.facts.map(writeTerm);
}

function problem(text: string): string {
  const read = readFacts(text);
  if (read.kind === "ok") throw new Error("there is nothing wrong");
  return `${positionText(text, read.problem.offset)}: ${read.problem.text}`;
}

describe("facts", () => {
  it.each([
    ["% line\nx(1). /* block\n x(9). */ y(2).", ["x(1)", "y(2)"]],
    ["a('it''s', \"say \\\"hi\\\"\").", ['a(\'it\\\'s\', "say \\"hi\\"")']],
    ['a("tab\\tnl\\n bs\\\\ d\\\\d+").', ['a("tab\\tnl\\n bs\\\\ d\\\\d+")']],
    ["x(['urllib.request' - [urlopen, 'Request']]).", ["x(['-'('urllib.request', [urlopen, 'Request'])])"]],
    ['a("end. not").', ['a("end. not")']],
    ["a(\n  b,\n  c\n).", ["a(b, c)"]],
    [":- module(m, [a/1, b/2]).\na(1).", ["a(1)"]],
    ["a(-3, 2.5, 1_000). b. c([]).", ["a(-3, 2.5, 1000)", "b", "c([])"]],
    ["größe('Ü').", ["'größe'('Ü')"]],
    ["", []],
  ])("%j", (text, wanted) => {
    expect(facts(text)).toEqual(wanted);
  });

  it("read back as they are written", () => {
    const text = 'a(\'B c\', "quote \\" and \\x1\\ and \\\\", [-1, x(y)]).';
    const [once = ""] = facts(text);
    expect(facts(`${once}.`)).toEqual([once]);
  });
});

describe("what is no fact is refused with its place", () => {
  it.each([
    ["a(b.\nc(d).", '1:4: ")" or a comma is missing here.'],
    ["a(b)", "1:5: the full stop at the end of this fact is missing."],
    ["a(X).", "1:3: variables such as X are not understood here: quote it."],
    ["a :- b.", "1:3: only facts are understood here, no rules."],
    ['a("b).', '1:3: this text does not end: " is missing.'],
    ['a("\\q").', "1:4: this escape is unknown; a backslash is written \\\\."],
    ["a(b) /* c", "1:6: this comment does not end: */ is missing."],
    ["a(`b`).", '1:3: "`" has no meaning here.'],
    ["a(b)) .", '1:5: a full stop or a comma is missing before ")".'],
    ["a(,).", '1:3: "," cannot stand here.'],
    ["[a].", "1:1: a fact begins with a name."],
    [`a(${"[".repeat(40)}).`, "1:35: the values are nested more than 32 levels deep."],
  ])("%j", (text, wanted) => {
    expect(problem(text)).toBe(wanted);
  });

  it("and a file that is too large for an honest one", () => {
    expect(problem(`a([${"x,".repeat(20_000)}y]).`)).toMatch("more than 10000 values");
  });
});

const shared = readCases("prolog_spec");
describe.skipIf(shared.absent)(shared.title, () => {
  const texts = shared.cases.flatMap(({ id, input }) =>
    typeof input === "object" && input !== null && "prolog" in input
      ? [[id, String(input.prolog)] as const]
      : [],
  );
  it.each(texts)("%s is read, or refused with its place", (id, text) => {
    expect(readFacts(text).kind).toBe(id === "syntax-error" ? "failed" : "ok");
  });
});
