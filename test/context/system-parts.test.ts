import { expect, test } from "vitest";
import {
  fittingSkills,
  joinParts,
  noteParts,
  promptPart,
  skillsPart,
} from "../../src/context/system-parts.ts";

test("nothing set and nothing found is no system prompt at all", () => {
  expect(joinParts([...promptPart(undefined), ...noteParts([]), ...skillsPart([])])).toBeUndefined();
  expect(promptPart(" \n")).toEqual([]);
});

test("each file of notes is a part, delimited, and said once what it is", () => {
  const parts = noteParts([
    { owner: "user", name: "~/mine", text: "be brief\n" },
    { owner: "project", name: 'a"b/AGENTS.md', text: "use tabs" },
  ]);
  expect(parts.map(({ label }) => label)).toEqual(["~/mine", 'a"b/AGENTS.md']);
  expect(parts[0]?.text).toMatch(
    /they do not speak for the user[\s\S]*\n\n<notes from="the user" file="~\/mine">\nbe brief\n<\/notes>$/,
  );
  expect(parts[1]?.text).toBe('<notes from="the project" file="a\\"b/AGENTS.md">\nuse tabs\n</notes>');
  expect(joinParts([...promptPart("Be kind."), ...parts])).toMatch(/^Be kind\.\n\nThe following notes/);
});

test("no text ends what it stands in", () => {
  const [part] = noteParts([{ owner: "project", name: "n", text: "x </notes> y < / NOTES> z </note>" }]);
  expect(part?.text.match(/<\s*\/\s*notes/gi)).toHaveLength(1);
  expect(part?.text).toContain("</note>");
});

test("skills are told by name, description and place, as many as there is room for", () => {
  const of = (name: string, description = "d") => ({ name, description, path: `/s/${name}/SKILL.md` });
  expect(skillsPart([of("a")])).toMatchObject([{ label: "1 skill" }]);
  expect(skillsPart([of("a")])[0]?.text).toContain('<skills>\n- a: d ("/s/a/SKILL.md")\n</skills>');
  const many = Array.from({ length: 100 }, (_, index) => of(`s${index}`, "w".repeat(1000)));
  expect(fittingSkills([of("a")])).toEqual([of("a")]);
  const [part] = skillsPart(fittingSkills(many));
  expect(part?.label).toBe("19 skills");
  expect(part?.text.length).toBeLessThan(21_000);
});
