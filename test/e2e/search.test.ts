import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram, scratch, startProgram } from "../support/program.ts";

const esc = String.fromCharCode(27);

function record(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** A state directory with these sessions in it. */
function stateWith(sessions: Readonly<Record<string, readonly string[]>>): string {
  const state = scratch();
  const directory = join(state, "treadle", "sessions");
  mkdirSync(directory, { recursive: true });
  for (const [id, texts] of Object.entries(sessions)) {
    const head = { type: "session", version: 1, id, created: "2026-01-01T00:00:00.000Z", cwd: "/" };
    const messages = texts.map((text) => record({ type: "message", at: 1, message: { role: "user", text } }));
    writeFileSync(join(directory, `${id}.jsonl`), record(head) + messages.join(""));
  }
  return state;
}

describe("treadle --search", () => {
  it("prints what it finds to standard output, and what it says of it to standard error", async () => {
    const env = { XDG_STATE_HOME: stateWith({ one: ["first", "Some Words here"], two: ["nothing"] }) };
    const { stdout, stderr, code } = await runProgram({ args: ["--search", "some words"], env });
    expect(stdout).toMatch(/^one, \d{4}-\d\d-\d\d \d\d:\d\d\n {2}2 user: \*\*Some Words\*\* here\n$/);
    expect(stderr).toBe("1 match in 1 session.\n");
    expect(code).toBe(0);
  });

  it("sends nothing of a text to the terminal but text", async () => {
    const env = {
      XDG_STATE_HOME: stateWith({ one: [`a ${esc}]0;needle${String.fromCharCode(7)} ${esc}[2J`] }),
    };
    for (const more of [[], ["--json"], ["--count"]]) {
      const { stdout } = await runProgram({ args: ["--search", "needle", ...more], env });
      expect(stdout).not.toContain(esc);
      expect(stdout).toContain("one");
    }
  });

  it("takes options, and says what is wrong with them", async () => {
    const env = { XDG_STATE_HOME: stateWith({ one: ["a.b axb", "AXB"] }) };
    const search = async (...args: string[]) => (await runProgram({ args, env })).stderr;
    expect(await search("--search", "a.b", "--regex")).toBe("3 matches in 1 session.\n");
    expect(await search("--search", "a.b", "--regex", "--case", "--limit", "1")).toBe(
      "2 matches in 1 session; 1 more than are shown, see --limit.\n",
    );
    expect(await search("--search", "(", "--regex")).toContain('"(" is no regular expression');
    expect(await search("--role", "user", "hello")).toContain("--role belongs to treadle --search.");
    expect(await search("--search", "a", "prompt")).toContain("--search takes one text");
    expect(await search("--search", "absent")).toBe("Nothing found.\n");
  });

  it("gives up a regular expression that would take for ever", async () => {
    const env = { XDG_STATE_HOME: stateWith({ one: [`${"a".repeat(60)}!`] }) };
    const { stderr, code } = await runProgram({ args: ["--search", "(a+)+$", "--regex"], env });
    expect(stderr).toContain("Cannot search: the regular expression takes too long");
    expect(code).not.toBe(0);
    const input = "/search --regex (a+)+$\nstill here\n";
    const chat = await runProgram({ args: ["-b", "offline", "--display", "append"], input, env });
    expect(chat.stdout).toContain("Error: the regular expression takes too long");
    expect(chat.stdout).toMatch(/too long[\s\S]*Assistant:/);
  });

  it("ends when nobody reads what it prints", async () => {
    const texts = Array.from({ length: 200 }, () => "needle ".repeat(200));
    const sessions = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`s${index}`, texts]));
    const env = { XDG_STATE_HOME: stateWith(sessions) };
    const running = startProgram({ args: ["--search", "needle", "--limit", "99999"], env, input: "" });
    running.child.stdout?.destroy();
    expect((await running.ended).signal).toBeNull();
  });
});

describe("/search", () => {
  it("finds the running session and others, in the chat", async () => {
    const env = { XDG_STATE_HOME: stateWith({ old: ["the zebra of last year"] }) };
    const input = "a zebra\n/search ZEBRA\n/search --role\n/search\n";
    const { stdout } = await runProgram({ args: ["-b", "offline", "--display", "append"], input, env });
    expect(stdout).toMatch(/\d{8}-\d{6}-\w+, .*\n {2}1 user: a \*\*zebra\*\*/);
    expect(stdout).toMatch(/old, .*\n {2}1 user: the \*\*zebra\*\* of last year/);
    expect(stdout).toContain("in 2 sessions.");
    expect(stdout).toContain("Error: --role must be user, assistant, tool, system.");
    expect(stdout).toContain("Usage: /search");
  });
});
