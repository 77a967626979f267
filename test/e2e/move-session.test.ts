import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram, scratch } from "../support/program.ts";

interface Place {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly sessions: string;
}

function place(): Place {
  const state = scratch();
  return { cwd: scratch(), env: { XDG_STATE_HOME: state }, sessions: join(state, "treadle", "sessions") };
}

const run = ({ cwd, env }: Place, ...args: string[]) => runProgram({ args, cwd, env });

async function chat(where: Place, input: string): Promise<void> {
  await runProgram({ args: ["-b", "offline", "--display", "append"], input, cwd: where.cwd, env: where.env });
}

describe("treadle export", () => {
  it("writes a recorded session, or a part of it", async () => {
    const where = place();
    await chat(where, "hello there\nand again\n");
    const { stdout, code } = await run(where, "export", "last", "talk.md");
    expect(stdout).toMatch(/^Exported 4 messages to talk\.md \(\d+ bytes\)\.\n$/);
    expect(code).toBe(0);
    expect(readFileSync(join(where.cwd, "talk.md"), "utf8")).toContain("**You:**\n\nhello there\n");
    const [id = ""] = readdirSync(where.sessions).map((name) => name.replace(".jsonl", ""));
    await run(where, "export", id, "part.txt", "3-3");
    const part = readFileSync(join(where.cwd, "part.txt"), "utf8");
    expect(part).toContain("and again");
    expect(part).not.toContain("hello there");
  });

  it("replaces nothing unasked, and says what is wrong", async () => {
    const where = place();
    await chat(where, "hello there\n");
    await run(where, "export", "last", "a.md");
    const again = await run(where, "export", "last", "a.md");
    expect(again.stderr).toBe("treadle: a.md is there already; add --force to replace it.\n");
    expect(again.code).toBe(1);
    expect((await run(where, "export", "last", "a.md", "--force")).code).toBe(0);
    expect((await run(where, "export", "nope", "b.md")).stderr).toBe("treadle: Session not found: nope\n");
    expect((await run(where, "export", "last", "b.pdf")).stderr).toContain("A file ends in .md");
  });
});

describe("treadle import", () => {
  it("makes a session that can be searched, and exported as it was", async () => {
    const where = place();
    const saved = {
      id: "abc123",
      created: "2025-02-01T10:00:00Z",
      messages: [
        { role: "user", content: "Where is the zebra?" },
        { role: "assistant", content: "In the zoo." },
      ],
      metadata: { name: "my-project", tokens_used: 5432 },
    };
    writeFileSync(join(where.cwd, "in.json"), JSON.stringify(saved));
    const { stdout } = await run(where, "import", "in.json");
    expect(stdout).toMatch(/^Imported 2 messages as the session [\w-]+\.\n$/);
    const [file = ""] = readdirSync(where.sessions);
    expect(statSync(join(where.sessions, file)).mode & 0o777).toBe(0o600);
    expect((await run(where, "--search", "zebra")).stdout).toContain("my-project (");
    await run(where, "export", "my-project", "out.json");
    const out = JSON.parse(readFileSync(join(where.cwd, "out.json"), "utf8"));
    expect(out).toMatchObject({ created: "2025-02-01T10:00:00.000Z", messages: saved.messages });
    expect(out.metadata.name).toBe("my-project");
  });

  it.each([
    ["{", "is not valid JSON: see line 1, column 2."],
    ['{"messages": [{"role": "user", "content": 7}]}', "messages[0].content must be a string."],
    ['{"messages": []}', "bad.json has no messages."],
  ])("refuses %s", async (text, sentence) => {
    const where = place();
    writeFileSync(join(where.cwd, "bad.json"), text);
    const { stderr, code } = await run(where, "import", "bad.json");
    expect(stderr).toContain(sentence);
    expect(code).toBe(1);
  });

  it("reads no directory and nothing that is not there", async () => {
    const where = place();
    mkdirSync(join(where.cwd, "d.json"));
    expect((await run(where, "import", "d.json")).stderr).toContain("it is a directory");
    expect((await run(where, "import", "no.json")).stderr).toContain("there is no such file");
  });
});

describe("/save and /load", () => {
  it("writes the conversation to a file, and goes on with it in a session of its own", async () => {
    const where = place();
    await chat(where, "hello there\n/save my talk\n");
    const path = join(where.sessions, "..", "saved", "my-talk.json");
    const saved = JSON.parse(readFileSync(path, "utf8"));
    expect(saved).toMatchObject({
      metadata: { name: "my talk" },
      messages: [{ content: "hello there" }, {}],
    });
    await chat(where, `/load ${path}\n/export out.json\n`);
    const out = JSON.parse(readFileSync(join(where.cwd, "out.json"), "utf8"));
    expect(out.messages).toEqual(saved.messages);
    expect(out.id).not.toBe(saved.id);
    expect(readdirSync(where.sessions).filter((name) => name.endsWith(".jsonl"))).toHaveLength(2);
  });
});
