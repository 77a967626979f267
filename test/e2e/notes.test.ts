/** What the model is told beyond the conversation: notes and skills, the user's own and a trusted project's. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { textReply, toolReply } from "../support/mock-anthropic.ts";
import { scratch, startProgram } from "../support/program.ts";
import { messagesOf, resultsOf, useAgent } from "./agent.ts";

const agent = useAgent();

function place() {
  const home = scratch();
  const cwd = scratch();
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const trust = () => startProgram({ args: ["trust"], cwd, env: { HOME: home }, input: "y\n" }).ended;
  return { cwd, home, put, trust, options: { cwd, env: { HOME: home } } };
}

const systems = () => agent.mock.requests.map(({ body }) => JSON.stringify(body?.system ?? ""));

describe("a project's AGENTS.md", () => {
  it("does nothing before trust, is told of once, and counts after it", async () => {
    const { cwd, put, trust, options } = place();
    put(join(cwd, "AGENTS.md"), "Use tabs here.");
    const { stdout } = await agent.run([], { ...options, input: "a\nb\n" });
    expect(stdout.match(/notes for agents \(AGENTS\.md\).*treadle trust/g)).toHaveLength(1);
    expect(systems()).toEqual(['""', '""']);
    await trust();
    await agent.run([], { ...options, input: "a\n" });
    expect(systems()[2]).toContain("Use tabs here.");
    await agent.run(["--no-notes"], { ...options, input: "a\n" });
    expect(systems()[3]).toBe('""');
  });

  it("is read again when it changes between two turns", async () => {
    const { cwd, put, trust, options } = place();
    const path = put(join(cwd, "AGENTS.md"), "one");
    await trust();
    const chat = agent.start([], options);
    chat.type("a\n");
    await chat.sees("Tokens");
    put(path, "other");
    chat.type("b\n");
    await chat.end();
    expect(systems()[0]).toContain("one\\n");
    expect(systems()[1]).toContain("other\\n");
  });
});

describe("a skill of the user's", () => {
  const skill = "---\nname: brew\ndescription: Makes tea.\n---\nBoil water.\n";

  it("is told by name, and the model may read it without a question", async () => {
    const { home, put, options } = place();
    const path = put(join(home, ".config/treadle/skills/brew/SKILL.md"), skill);
    agent.mock.enqueue(toolReply([{ id: "c1", name: "read", input: { path } }]), textReply("Tea."));
    await agent.run(["tea, please"], options);
    expect(systems()[0]).toContain("- brew: Makes tea.");
    expect(systems()[0]).not.toContain("Boil");
    expect(resultsOf(agent.mock.requests)).toMatchObject([
      { isError: false, text: expect.stringContaining("Boil water.") },
    ]);
  });

  it("is given to the model whole by /skill, before what was typed ahead", async () => {
    const { home, put, options } = place();
    put(join(home, ".config/treadle/skills/brew/SKILL.md"), skill);
    const { stdout } = await agent.run(["--no-skills"], {
      ...options,
      input: "/skill brew for two\nthanks\n/skill nope\n",
    });
    const [first, second] = agent.mock.requests.map((request) => messagesOf(request).at(-1));
    expect(first).toContain("for two\n\n<skill name=");
    expect(first).toContain("Boil water.");
    expect(second).toContain("thanks");
    expect(systems()[0]).toBe('""');
    expect(stdout).toContain('there is no skill "nope". Skills: brew');
  });
});
