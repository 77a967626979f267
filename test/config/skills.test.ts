import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGuidanceReader } from "../../src/config/guidance-file.ts";
import { createSkillsReader, findSkills, readBody } from "../../src/config/skills.ts";
import { makeWorkspace } from "./workspace.ts";

function open() {
  const { home, cwd, put } = makeWorkspace();
  const place = { cwd, home, config: join(home, ".config/treadle") };
  const read = createGuidanceReader();
  const readAll = createSkillsReader(read);
  const all = () => readAll([...findSkills(place, "user"), ...findSkills(place, "project")]);
  return { home, cwd, put, read, all };
}

const skill = (name: string, description: string, body = "Do it.\n") =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;

describe("skills", () => {
  test("are the user's own, and the project's in the folders that agents share", async () => {
    const { home, put, all } = open();
    mkdirSync(join(home, "project/.git"));
    put(".config/treadle/skills/mine/SKILL.md", skill("mine", "one"));
    put("project/.agents/skills/a/SKILL.md", skill("a", "two"));
    put("project/.claude/skills/b/SKILL.md", skill("b", "three"));
    put("project/.treadle/skills/c/SKILL.md", skill("c", "four"));
    put("project/.agents/skills/readme.md", "no skill");
    put("project/.agents/skills/deep/er/SKILL.md", skill("d", "no"));
    const { skills, notices } = await all();
    expect(skills.map(({ owner, name, description }) => [owner, name, description])).toEqual([
      ["user", "mine", "one"],
      ["project", "c", "four"],
      ["project", "b", "three"],
      ["project", "a", "two"],
    ]);
    expect(notices).toEqual([]);
  });

  test("of a project cannot take the place of the user's", async () => {
    const { put, all } = open();
    put(".config/treadle/skills/x/SKILL.md", skill("deploy", "mine"));
    put("project/.agents/skills/y/SKILL.md", skill("deploy", "theirs"));
    expect((await all()).skills.map(({ description }) => description)).toEqual(["mine"]);
  });

  test.each([
    ["folded", "---\nname: x\ndescription: >-\n  one\n  two\n---\n", "one two"],
    ["quoted", '---\nname: x\ndescription: "a: b"\n---\n', "a: b"],
    ["no YAML", "---\nname: x\ndescription: Use when: asked\n---\nbody", "Use when: asked"],
    ["without a name", "---\ndescription: d\n---", "d"],
    ["long", skill("x", "w".repeat(3000)), "w".repeat(1024)],
    ["in CRLF", "---\r\nname: x\r\ndescription: d\r\n---\r\nbody", "d"],
  ])("have a description: %s", async (_what, text, description) => {
    const { put, all } = open();
    put(".config/treadle/skills/x/SKILL.md", text);
    expect((await all()).skills).toMatchObject([{ name: "x", description }]);
  });

  test.each([
    ["no front matter", "# Title\n", "its front matter has no description"],
    ["a front matter that is not at the top", `\n${skill("x", "d")}`, "its front matter has no description"],
    ["no description", "---\nname: x\n---\n", "its front matter has no description"],
    [
      "a name that cannot be typed",
      skill("a b", "d"),
      "its name is not one of letters, digits, dashes, dots and underscores",
    ],
  ])("are ignored with %s", async (_what, text, reason) => {
    const { put, all } = open();
    put(".config/treadle/skills/x/SKILL.md", text);
    expect(await all()).toEqual({
      skills: [],
      notices: [`The skill in ~/.config/treadle/skills/x/SKILL.md is ignored: ${reason}.`],
    });
  });

  test("that lead out of the project are not read; the user's own may lead anywhere", async () => {
    const { home, cwd, put, all } = open();
    put("elsewhere/s/SKILL.md", skill("s", "d"));
    mkdirSync(join(cwd, ".agents"));
    symlinkSync(join(home, "elsewhere"), join(cwd, ".agents/skills"));
    const { skills, notices } = await all();
    expect(skills).toEqual([]);
    expect(notices).toEqual([
      "The skill in .agents/skills/s/SKILL.md is ignored: it is a link that leads out of the project.",
    ]);
    mkdirSync(join(home, ".config/treadle"), { recursive: true });
    symlinkSync(join(home, "elsewhere"), join(home, ".config/treadle/skills"));
    expect((await all()).skills).toMatchObject([{ name: "s", owner: "user" }]);
  });

  test("have a body without its front matter, and change when their file does", async () => {
    const { put, all, read } = open();
    put(".config/treadle/skills/x/SKILL.md", skill("x", "one", "First.\n---\nSecond.\n"));
    const [first] = (await all()).skills;
    expect(first && readBody(first, read)).toEqual({
      kind: "read",
      text: "First.\n---\nSecond.\n",
      cut: false,
    });
    put(".config/treadle/skills/x/SKILL.md", skill("x", "other"));
    expect((await all()).skills).toMatchObject([{ description: "other" }]);
  });
});
