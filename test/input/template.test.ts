import { describe, expect, it } from "vitest";
import { parametersOf, parseTemplateCall, renderTemplate } from "../../src/input/template.ts";
import { builtInTemplates } from "../../src/input/template-table.ts";
import { readCases } from "../support/cases.ts";

interface Observed {
  readonly name: string | null;
  readonly args: Readonly<Record<string, string>>;
  readonly missing?: readonly string[];
  readonly rendered_contains_all_values?: boolean;
}

const templateNamed = (name: string) => {
  const template = builtInTemplates.find((one) => one.name === name);
  if (!template) throw new Error(`no template ${name}`);
  return template;
};

const file = readCases("templates");
const rows = file.cases.flatMap(({ id, input, observed }) => {
  const { line } = input as { line?: string };
  return line === undefined || observed === undefined ? [] : [{ id, line, observed: observed as Observed }];
});

describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => expect(rows.length).toBeGreaterThan(0));
  it.each(rows)("$id $line", ({ line, observed }) => {
    const call = parseTemplateCall(line);
    expect(call?.name ?? null).toBe(observed.name);
    expect(call?.values ?? {}).toEqual(observed.args);
    if (!call) return;
    const rendered = renderTemplate(templateNamed(call.name), call);
    expect(rendered.kind === "missing" ? rendered.names : []).toEqual(observed.missing ?? []);
    if (rendered.kind === "text")
      for (const value of Object.values(observed.args)) expect(rendered.text).toContain(value);
  });
});

describe("a template", () => {
  const fix = { name: "fix", text: "Code {code}, error {error}, {code} again." };
  const render = (line: string, template = fix) => {
    const call = parseTemplateCall(line);
    return call && renderTemplate(template, call);
  };

  it("is filled in once: a value is not looked through again", () => {
    expect(render('@fix code="{error}" error=boom')).toEqual({
      kind: "text",
      text: "Code {error}, error boom, {error} again.",
    });
    expect(render("@fix code=$& error=$1")).toMatchObject({ text: "Code $&, error $1, $& again." });
  });

  it("takes the rest of the line for the first value that was not named", () => {
    expect(render("@fix error=boom f(x) { y }")).toMatchObject({
      text: "Code f(x) { y }, error boom, f(x) { y } again.",
    });
    expect(render("@fix a b")).toEqual({ kind: "missing", names: ["error"] });
    expect(render("@fix code=a error=b and more")).toMatchObject({
      text: "Code a, error b, a again.\n\nand more",
    });
  });

  it("takes quotes, and what is in them", () => {
    expect(parseTemplateCall(`@fix code="a \\"b\\" \\\\ c" error='d "e"'`)?.values).toEqual({
      code: 'a "b" \\ c',
      error: 'd "e"',
    });
    expect(parseTemplateCall('@fix code="two\nlines" error=x')?.values.code).toBe("two\nlines");
  });

  it.each(["@", "@ fix", "@1", "mail@fix", "@fix/me", "@src/a.ts what is it?", "@a.b"])(
    "%j is none",
    (line) => {
      expect(parseTemplateCall(line)).toBeUndefined();
    },
  );

  it("has no say over what objects are made of", () => {
    expect(render("@fix __proto__=x constructor=y code=a error=b")).toMatchObject({ kind: "text" });
  });
});

it("there are 16 of them, each with something to fill in", () => {
  expect(builtInTemplates).toHaveLength(16);
  for (const template of builtInTemplates) expect(parametersOf(template).length).toBeGreaterThan(0);
});
