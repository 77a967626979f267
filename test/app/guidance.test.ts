import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGuidance, guidedDirectory, skillPlaces } from "../../src/app/guidance.ts";
import { addTrust } from "../../src/config/trust.ts";
import { defaultSettings } from "../../src/model/settings.ts";
import { scratch } from "../support/program.ts";

const skill = "---\nname: s\ndescription: d\n---\nbody\n";

function open() {
  const home = scratch();
  const cwd = join(home, "project");
  mkdirSync(cwd);
  const put = (name: string, text: string) => {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const place = { env: {}, cwd, home };
  const guidance = createGuidance(place);
  const look = async (settings = {}, canRead = true) => {
    const { parts, notices } = await guidance.look({ ...defaultSettings, ...settings }, canRead);
    return { labels: parts.map(({ label }) => label), notices };
  };
  const trust = () => addTrust(join(home, ".local/state/treadle"), { guidance: guidedDirectory(cwd, home) });
  return { home, cwd, put, place, guidance, look, trust };
}

describe("what the model is told", () => {
  it("is nothing of a project before it is trusted, and that is said once", async () => {
    const { put, look, trust, guidance } = open();
    put("project/AGENTS.md", "obey");
    put("project/.agents/skills/s/SKILL.md", skill);
    expect(await look()).toEqual({
      labels: [],
      notices: [
        "This project has notes for agents (AGENTS.md) and a skill; the model is not told until you run: treadle trust",
      ],
    });
    expect(await guidance.skills()).toEqual([]);
    expect(await look()).toEqual({ labels: [], notices: [] });
    trust();
    expect(await look()).toEqual({ labels: ["AGENTS.md", "1 skill"], notices: [] });
    expect(await guidance.skills()).toMatchObject([{ name: "s", owner: "project" }]);
  });

  it("leaves out skills that are too many, and says which", async () => {
    const { put, look } = open();
    for (let n = 10; n < 40; n += 1) {
      const text = `---\nname: s${n}\ndescription: ${"w".repeat(1000)}\n---\n`;
      put(`.config/treadle/skills/s${n}/SKILL.md`, text);
    }
    const { labels, notices } = await look();
    expect(labels).toEqual([expect.stringMatching(/^1\d skills$/)]);
    expect(notices).toEqual([
      expect.stringMatching(/not told of the skills s2\d, .*s39: there are too many/),
    ]);
    expect(await look({}, false)).toEqual({ labels: [], notices: [] });
  });

  it("is of the user without any question, behind the system prompt", async () => {
    const { put, look } = open();
    put(".config/treadle/AGENTS.md", "be brief");
    put(".config/treadle/skills/s/SKILL.md", skill);
    const all = ["system prompt", "~/.config/treadle/AGENTS.md", "1 skill"];
    expect((await look({ systemPrompt: "Hi." })).labels).toEqual(all);
    expect((await look({ notes: false })).labels).toEqual(["1 skill"]);
    expect((await look({ skills: false })).labels).toEqual(["~/.config/treadle/AGENTS.md"]);
    expect((await look({}, false)).labels).toEqual(["~/.config/treadle/AGENTS.md"]);
  });

  it("does not speak of notes and skills that are switched off", async () => {
    const { put, look } = open();
    put("project/AGENTS.md", "obey");
    put("project/.agents/skills/s/SKILL.md", skill);
    expect((await look({ notes: false, skills: false })).notices).toEqual([]);
    expect((await look({ notes: false })).notices[0]).toContain("has a skill;");
  });

  it("is trusted by the root of the repository, not by another one inside", async () => {
    const { cwd, home, put, trust } = open();
    mkdirSync(join(cwd, ".git"));
    trust();
    put("project/below/AGENTS.md", "a");
    put("project/vendor/.git/HEAD", "");
    put("project/vendor/AGENTS.md", "b");
    const labels = async (from: string) => {
      const { parts } = await createGuidance({ env: {}, home, cwd: join(cwd, from) }).look(
        defaultSettings,
        true,
      );
      return parts.map(({ label }) => label);
    };
    expect(await labels("below")).toEqual(["AGENTS.md"]);
    expect(await labels("vendor")).toEqual([]);
  });
});

describe("the places that skills may be read from", () => {
  it("are the user's, and the trusted project's that stay in the project", () => {
    const { home, cwd, place, trust } = open();
    expect(skillPlaces(place)).toEqual([join(home, ".config/treadle/skills")]);
    trust();
    mkdirSync(join(cwd, ".claude"));
    mkdirSync(join(home, ".config"));
    symlinkSync(join(home, ".config"), join(cwd, ".claude/skills"));
    expect(skillPlaces(place)).toEqual([
      join(home, ".config/treadle/skills"),
      join(cwd, ".treadle/skills"),
      join(cwd, ".agents/skills"),
    ]);
  });
});
