/** Tools in the built program: who is asked, what is run, what the model is told. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { messageEnd, messageStart, textReply, toolBlock, toolReply } from "../support/mock-anthropic.ts";
import { rawReply } from "../support/mock-server.ts";
import { scratch } from "../support/program.ts";
import { until } from "../support/until.ts";
import { messagesOf, resultsOf, useAgent } from "./agent.ts";

const agent = useAgent();

function bash(command: string, id = "c1") {
  return { id, name: "bash", input: { command } };
}

function enqueueCalls(...calls: readonly { id: string; name: string; input: unknown }[]): void {
  agent.mock.enqueue(toolReply(calls), textReply("Done."));
}

/** Runs one chat turn and gives these answers, each when its question is there. */
async function answering(answers: readonly string[], cwd = scratch(), args: readonly string[] = []) {
  const chat = agent.start(args, { cwd });
  chat.type("go\n");
  for (const [asked, answer] of answers.entries()) {
    const questions = () => chat.stdout().match(/Allow\? \[y\/N\]/g) ?? [];
    await until(
      () => questions().length > asked,
      () => `question ${asked + 1} in ${chat.stdout()}`,
    );
    expect(questions()).toHaveLength(asked + 1);
    chat.type(`${answer}\n`);
  }
  await chat.sees("Done.");
  return chat.end();
}

describe("a tool that needs a question", () => {
  it.each(["", "n"])("is not run after %j, and the loop goes on (T02, T04)", async (answer) => {
    const cwd = scratch();
    enqueueCalls(bash("touch made"));
    const { stdout } = await answering([answer], cwd);
    expect(existsSync(join(cwd, "made"))).toBe(false);
    expect(resultsOf(agent.mock.requests)).toEqual([
      { id: "c1", text: "Tool execution cancelled by user", isError: true },
    ]);
    expect(stdout).toContain("Assistant: Done.");
  });

  it("is run after y, and what runs is what was shown (T03)", async () => {
    const cwd = scratch();
    enqueueCalls(bash("touch made && echo made it"));
    const { stdout } = await answering(["y"], cwd);
    expect(stdout.indexOf('command: "touch made && echo made it"')).toBeGreaterThan(-1);
    expect(stdout.indexOf('command: "touch made')).toBeLessThan(stdout.indexOf("Allow? [y/N]"));
    expect(existsSync(join(cwd, "made"))).toBe(true);
    expect(resultsOf(agent.mock.requests)).toEqual([{ id: "c1", text: "made it\n", isError: false }]);
  });

  it("is asked about one at a time (T09), and the results keep the order of the calls (T11)", async () => {
    enqueueCalls(bash("echo one", "c1"), bash("echo two", "c2"));
    await answering(["y", "n not this one"]);
    expect(resultsOf(agent.mock.requests)).toEqual([
      { id: "c1", text: "one\n", isError: false },
      { id: "c2", text: "Tool execution cancelled by user: not this one", isError: true },
    ]);
    const [, calls, results] = agent.mock.requests[1]?.body?.messages ?? [];
    expect([calls?.role, results?.role]).toEqual(["assistant", "user"]);
  });

  it("shows what it hides (T03, D12)", async () => {
    const esc = String.fromCharCode(27);
    enqueueCalls(bash(`echo ${esc}[2J safe # \u202E elif`));
    const { stdout } = await answering([""]);
    expect(stdout).toMatch(/command: "echo .*\[2J safe/);
  });

  it("reads without a question (T02)", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "notes"), "the notes\n");
    enqueueCalls({ id: "c1", name: "read", input: { path: "notes" } });
    await answering([], cwd);
    expect(resultsOf(agent.mock.requests)).toMatchObject([
      { text: expect.stringContaining("the notes"), isError: false },
    ]);
  });
});

describe("a script as standard input", () => {
  it("cannot answer ahead: a line that came before the question is a prompt", async () => {
    const cwd = scratch();
    enqueueCalls(bash("touch made"));
    const { code, stdout } = await agent.run([], { cwd, input: "go\ny\n" });
    expect(existsSync(join(cwd, "made"))).toBe(false);
    expect(stdout).toContain("the input has ended");
    expect(messagesOf(agent.mock.requests.at(-1)).at(-1)).toBe("user: y");
    expect(code).toBe(0);
  });

  it("that ends while a question is open denies it", async () => {
    enqueueCalls(bash("touch made"));
    const chat = agent.start();
    chat.type("go\n");
    await chat.sees("Allow? [y/N]");
    const { code } = await chat.end();
    expect(resultsOf(agent.mock.requests)).toMatchObject([{ text: "Tool execution cancelled by user" }]);
    expect(code).toBe(0);
  });

  it("that goes on at the iteration limit, and ends there, ends with status 3", async () => {
    agent.mock.enqueue(toolReply([{ id: "c1", name: "read", input: { path: "none" } }]));
    const { code, stdout } = await agent.run(["--max-iterations", "1"], { input: "go\n" });
    expect(stdout).toContain("Pausing after 1 iterations");
    expect(code).toBe(3);
  });
});

describe("in a one-shot run", () => {
  it("nobody can be asked: the tool is denied, and the status says so (T18)", async () => {
    const cwd = scratch();
    enqueueCalls(bash("touch made"));
    const { code, stdout, stderr } = await agent.run(["go"], { cwd });
    expect(existsSync(join(cwd, "made"))).toBe(false);
    expect(resultsOf(agent.mock.requests)).toMatchObject([{ text: "Tool execution cancelled by user" }]);
    expect(stdout).toBe("Done.\n");
    expect(stderr).toContain("--auto-tools");
    expect(code).toBe(4);
  });

  it.each([[["--auto-tools"]], [["-a", "yolo"]]])("%j runs it unasked (T05, B26)", async (flags) => {
    const cwd = scratch();
    enqueueCalls(bash("echo made > made; cat made"));
    const { code, stdout, stderr } = await agent.run([...flags, "go"], { cwd });
    expect(readFileSync(join(cwd, "made"), "utf8")).toBe("made\n");
    expect(stderr).not.toContain("Allow?");
    expect(stdout).toBe("Done.\n");
    expect(code).toBe(0);
  });

  it("--no-tools offers none (T05, B22) and refuses those that are called all the same (T06)", async () => {
    enqueueCalls(bash("echo hi"));
    await agent.run(["--no-tools", "go"]);
    expect(agent.mock.requests[0]?.body).not.toHaveProperty("tools");
    expect(resultsOf(agent.mock.requests)).toEqual([
      { id: "c1", text: "Tool 'bash' not allowed", isError: true },
    ]);
  });

  it("writes and edits files", async () => {
    const cwd = scratch();
    agent.mock.enqueue(
      toolReply([{ id: "c1", name: "write", input: { file_path: "a", content: "one two" } }]),
      toolReply([{ id: "c2", name: "edit", input: { path: "a", old_string: "two", new_string: "three" } }]),
    );
    await agent.run(["--auto-tools", "go"], { cwd });
    expect(readFileSync(join(cwd, "a"), "utf8")).toBe("one three");
  });

  it("an unknown tool is answered with those there are (T06)", async () => {
    enqueueCalls({ id: "c1", name: "frobnicate", input: {} });
    const { code } = await agent.run(["go"]);
    const [result] = resultsOf(agent.mock.requests);
    expect(result?.text).toMatch(/^Error: unknown tool "frobnicate".*bash, read, write, edit/);
    expect(result?.isError).toBe(true);
    expect(code).toBe(0);
  });

  it("a failing tool is told as an error (T07)", async () => {
    enqueueCalls(bash("echo oops >&2; exit 3"), { id: "c2", name: "read", input: { path: "none" } });
    await agent.run(["--auto-tools", "go"]);
    const [first, second] = resultsOf(agent.mock.requests);
    expect(first).toEqual({ id: "c1", text: "oops\n[exit code 3]", isError: true });
    expect(second?.isError).toBe(true);
  });

  it("tools run side by side (T08)", async () => {
    // Each waits for the other: one after the other they would never end.
    const meet = (mine: string, other: string) =>
      `touch ${mine}; until [ -e ${other} ]; do sleep 0.01; done; echo ${mine}`;
    enqueueCalls(bash(meet("a", "b"), "c1"), bash(meet("b", "a"), "c2"));
    await agent.run(["--auto-tools", "go"]);
    expect(resultsOf(agent.mock.requests).map(({ text }) => text)).toEqual(["a\n", "b\n"]);
  });

  it("long output is cut for the model, with a warning (T10)", async () => {
    enqueueCalls(bash("head -c 120000 /dev/zero | tr '\\0' x"));
    const { stderr } = await agent.run(["--auto-tools", "go"]);
    const [result] = resultsOf(agent.mock.requests);
    expect(result?.text.startsWith("x".repeat(40_000))).toBe(true);
    expect(result?.text.slice(40_000)).toBe(
      "\n\n[OUTPUT TRUNCATED: Showing 40,000 of 120,000 characters from bash]",
    );
    expect(stderr).toContain("was truncated for the model");
  });

  it("binary output is named, not shown", async () => {
    enqueueCalls(bash("head -c 3000 /dev/zero"));
    const { stderr } = await agent.run(["--auto-tools", "go"]);
    expect(resultsOf(agent.mock.requests)).toMatchObject([
      { text: "[binary output: 3000 bytes, not shown]" },
    ]);
    expect(stderr).toContain("[binary output: 3000 bytes, not shown]");
  });

  it("500 MB of output fill no memory", async () => {
    enqueueCalls(bash("yes 0123456789 | head -c 500000000"));
    const program = agent.start(["--auto-tools", "go"]);
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, residentBytes(program.child.pid));
    }, 20);
    const { code } = await program.end();
    clearInterval(watch);
    expect(code).toBe(0);
    expect(resultsOf(agent.mock.requests)[0]?.text).toContain("Showing 40,000 of 500,000,000 characters");
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(300e6);
  });

  it("arguments that are not JSON are sent back, and the model may mend them", async () => {
    const broken = toolBlock(0, { id: "c1", name: "bash" }, ['{"command": "ec']);
    agent.mock.enqueue(rawReply([messageStart() + broken + messageEnd("tool_use")]), textReply("Sorry."));
    const { code, stdout } = await agent.run(["--auto-tools", "go"]);
    expect(resultsOf(agent.mock.requests)).toMatchObject([
      { id: "c1", isError: true, text: expect.stringContaining("not valid JSON") },
    ]);
    expect(stdout).toBe("Sorry.\n");
    expect(code).toBe(0);
  });

  it("no key reaches a tool", async () => {
    enqueueCalls(bash("env"));
    await agent.run(["--auto-tools", "go"], {
      env: { ANTHROPIC_API_KEY: "sk-hidden-1234", OTHER: "sk-hidden-1234" },
    });
    const [result] = resultsOf(agent.mock.requests);
    expect(result?.text).toContain("PATH=");
    expect(result?.text).not.toContain("sk-hidden");
  });
});

function residentBytes(pid: number | undefined): number {
  try {
    const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}
