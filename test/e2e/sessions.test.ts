/** Sessions of the built program: resumed, forked, named, and never written by two. */
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textReply, toolReply } from "../support/mock-anthropic.ts";
import { scratch } from "../support/program.ts";
import { until } from "../support/until.ts";
import { messagesOf, resultsOf, useAgent } from "./agent.ts";

const agent = useAgent();

function place() {
  const HOME = scratch();
  const cwd = scratch();
  const directory = join(HOME, ".local", "state", "treadle", "sessions");
  const names = () => (existsSync(directory) ? readdirSync(directory) : []);
  const ids = () => names().flatMap((name) => (name.endsWith(".jsonl") ? [name.slice(0, -6)] : []));
  const records = (id = ids()[0] ?? "") =>
    readFileSync(join(directory, `${id}.jsonl`), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  return { options: { cwd, env: { HOME } }, directory, names, ids, records };
}

const call = { id: "toolu_1", name: "bash", input: { command: "echo shed" } };

describe("--resume and --continue", () => {
  it("bring back the conversation with its calls, shown and sent", async () => {
    const { options, ids, names } = place();
    agent.mock.enqueue(toolReply([call], { text: "Running." }), textReply("Done: shed."));
    await agent.run(["--auto-tools", "-I", "weave"], options);
    expect(names()).toEqual([expect.stringMatching(/^[\w.-]+\.jsonl$/)]);
    agent.mock.enqueue(textReply("Again."));
    const { stdout } = await agent.run(["--continue"], { ...options, input: "more\n" });
    expect(stdout).toMatch(
      /You: weave\nAssistant: Running\.\n\[Tool: bash: echo shed\]\n\[Tool bash result\]\n {2}shed\nAssistant: Done: shed\./,
    );
    expect(stdout).toContain(`[Resumed ${ids()[0]}, 4 messages]`);
    expect(messagesOf(agent.mock.requests.at(-1))).toEqual([
      "user: weave",
      "assistant: Running.",
      "assistant: toolu_1",
      "user: toolu_1",
      "assistant: Done: shed.",
      "user: more",
    ]);
    expect(ids()).toHaveLength(1);
  });

  it("take back changes of the conversation that were made before, the last one first", async () => {
    const { options } = place();
    agent.mock.enqueue(textReply("one"), textReply("two"));
    await agent.run([], { ...options, input: "a\nb\n/edit 1 A\n/delete 3-4\n/edit 2 nothing\n/undo\n" });
    agent.mock.enqueue(textReply("three"));
    const { stdout } = await agent.run(["--continue"], {
      ...options,
      input: "/undo\nc\n/session fork\n/undo\n/undo\nd\n",
    });
    expect(messagesOf(agent.mock.requests.at(-2))).toEqual([
      "user: A",
      "assistant: one",
      "user: b",
      "assistant: two",
      "user: c",
    ]);
    expect(messagesOf(agent.mock.requests.at(-1))).toEqual([
      "user: a",
      "assistant: one",
      "user: b",
      "assistant: two",
      "user: c",
      "assistant: three",
      "user: d",
    ]);
    expect(stdout).toContain("Nothing to undo");
  });

  it("take a name, the beginning of an id, or last; the totals go on", async () => {
    const { options, ids } = place();
    const usage = { input_tokens: 100, output_tokens: 7 };
    agent.mock.enqueue(textReply("one", { usage }));
    await agent.run([], { ...options, input: "a\n/session name Warp Beam\n" });
    const [id = ""] = ids();
    for (const wanted of ["warp beam", id, id.slice(0, 12), "last", "LAST"]) {
      const { stdout, code } = await agent.run(["--resume", wanted], { ...options, input: "/tokens\n" });
      expect(stdout).toContain(`[Resumed Warp Beam (${id}), 2 messages]`);
      expect(stdout).toMatch(/100/);
      expect(code).toBe(0);
    }
    expect(agent.mock.requests).toHaveLength(1);
  });

  it("serve a single answer too, which shows nothing of what was said before", async () => {
    const { options, ids } = place();
    agent.mock.enqueue(textReply("one"), textReply("two"));
    await agent.run(["first"], options);
    const { stdout } = await agent.run(["-c", "second"], options);
    expect(stdout).toBe("two\n");
    expect(messagesOf(agent.mock.requests[1])).toEqual(["user: first", "assistant: one", "user: second"]);
    expect(ids()).toHaveLength(1);
  });

  it.each([
    [["--resume", "Missing"], "Session not found: Missing"],
    [["--resume", "last"], "There is no session to resume yet."],
    [["--continue"], "No session was started in "],
    [["--resume"], "No session was started in "],
    [["--continue", "--no-session"], "This session is not recorded"],
  ])("%j with nothing to resume says so and leaves", async (args, sentence) => {
    const { stderr, code } = await agent.run(args, place().options);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });

  it("name the sessions where a name is that of two", async () => {
    const { options, ids } = place();
    for (const _ of [1, 2]) {
      agent.mock.enqueue(textReply("ok"));
      await agent.run([], { ...options, input: "hi\n/save Twill\n" });
    }
    const { stderr, code } = await agent.run(["--resume", "twill"], options);
    expect(stderr).toContain("Session name 'twill' is ambiguous (2 matches: ");
    for (const id of ids()) expect(stderr).toContain(id);
    expect(code).toBe(2);
  });

  it("go on after a torn line, and say so", async () => {
    const { options, ids, directory } = place();
    agent.mock.enqueue(textReply("one"));
    await agent.run(["first"], options);
    const file = join(directory, `${ids()[0]}.jsonl`);
    appendFileSync(file, '{"type":"message","at":17');
    const before = readFileSync(file, "utf8");
    agent.mock.enqueue(textReply("two"));
    const { stdout, stderr } = await agent.run(["-c", "second"], options);
    expect(stdout).toBe("two\n");
    expect(stderr).toMatch(/The last line of \S+ \(line 6\) was not written to its end and is left out\./);
    expect(readFileSync(file, "utf8").startsWith(`${before}\n{`)).toBe(true);
  });

  it("refuse a newer format and leave the file alone", async () => {
    const { options, ids, directory } = place();
    agent.mock.enqueue(textReply("one"));
    await agent.run(["first"], options);
    const file = join(directory, `${ids()[0]}.jsonl`);
    const newer = readFileSync(file, "utf8").replace('"version":1', '"version":2');
    writeFileSync(file, newer);
    const { stderr, code } = await agent.run(["--resume", "last", "--", "second"], options);
    expect(stderr).toContain("was written by a newer treadle (format 2): update treadle to open it.");
    expect(code).toBe(1);
    expect(readFileSync(file, "utf8")).toBe(newer);
    expect(agent.mock.requests).toHaveLength(1);
  });

  it("repair a session that was killed within a tool call", async () => {
    const { options, records } = place();
    const slow = { ...call, input: { command: "sleep 60" } };
    agent.mock.enqueue(toolReply([slow]));
    const chat = agent.start(["--auto-tools"], options);
    chat.type("weave\n");
    await chat.sees("[Tool: bash: sleep 60]");
    await chat.signal("SIGKILL");
    agent.mock.enqueue(textReply("I see."));
    const { stdout, code } = await agent.run(["-c", "go on"], options);
    expect([stdout, code]).toEqual(["I see.\n", 0]);
    expect(resultsOf(agent.mock.requests)).toEqual([
      { id: "toolu_1", text: expect.stringContaining("did not complete"), isError: true },
    ]);
    expect(records().map(({ type }) => type)).toContain("changed");
  });
});

describe("who answers", () => {
  it("is whoever answered before, unless flags say otherwise", async () => {
    const { options } = place();
    agent.mock.enqueue(textReply("one"), textReply("two"), textReply("three"));
    await agent.run([], { ...options, input: "a\n/model claude-other\nb\n" });
    expect(agent.mock.requests.map(({ body }) => body?.model)[1]).toBe("claude-other");
    await agent.run(["-c", "-m", "claude-third", "c"], options);
    expect(agent.mock.requests.at(-1)?.body?.model).toBe("claude-third");
  });
});

describe("two treadles on one session", () => {
  it("write to two files: the second goes on in a copy", async () => {
    const { options, ids, records, names } = place();
    agent.mock.enqueue(textReply("one"));
    const first = agent.start([], options);
    first.type("a\n");
    await first.sees("one");
    const [id = ""] = ids();
    await until(
      () => records(id).at(-1)?.message?.role === "assistant",
      () => "the answer in the journal",
    );
    agent.mock.enqueue(textReply("two"));
    const second = await agent.run(["-c", "b"], options);
    expect(second.stderr).toMatch(
      /This session is open in another treadle \(process \d+\), so what you add goes to a copy/,
    );
    agent.mock.enqueue(textReply("three"));
    first.type("c\n");
    await first.sees("three");
    await first.end();
    const [copy = ""] = ids().filter((other) => other !== id);
    const texts = (which: string) =>
      records(which).flatMap(({ message }) => message?.text ?? message?.parts?.[0].text ?? []);
    expect(texts(id)).toEqual(["a", "one", "c", "three"]);
    expect(texts(copy)).toEqual(["a", "one", "b", "two"]);
    expect(records(copy)[0]).toMatchObject({ id: copy, parent: id });
    expect(names().filter((name) => !name.endsWith(".jsonl"))).toEqual([]);
  });

  it("do not hinder each other when one was killed", async () => {
    const { options, ids, names } = place();
    agent.mock.enqueue(textReply("one"));
    const first = agent.start([], options);
    first.type("a\n");
    await first.sees("one");
    await first.signal("SIGKILL");
    expect(names().some((name) => name.endsWith(".lock"))).toBe(true);
    agent.mock.enqueue(textReply("two"));
    const { stderr } = await agent.run(["-c", "b"], options);
    expect(stderr).not.toContain("copy");
    expect(ids()).toHaveLength(1);
  });
});

describe("/session", () => {
  it("forks: what is said later does not cross", async () => {
    const { options, ids, records } = place();
    agent.mock.enqueue(textReply("one"), textReply("two"), textReply("three"));
    const input = "a\n/session fork\nb\n/session resume last\nc\n";
    const { stdout } = await agent.run([], { ...options, input });
    expect(ids()).toHaveLength(2);
    const parent = ids().find((id) => records(id)[0].parent === undefined) ?? "";
    const child = ids().find((id) => id !== parent) ?? "";
    expect(records(child)[0].parent).toBe(parent);
    expect(stdout).toContain(`[Forked session ${parent} -> Fork of ${parent} (${child}), 2 messages]`);
    expect(records(child)).toContainEqual(
      expect.objectContaining({ type: "named", name: `Fork of ${parent}` }),
    );
    expect(messagesOf(agent.mock.requests[1])).toEqual(["user: a", "assistant: one", "user: b"]);
    expect(messagesOf(agent.mock.requests[2])).toEqual(["user: a", "assistant: one", "user: c"]);
  });

  it("begins anew, and tells what is open and what there is", async () => {
    const { options, ids } = place();
    agent.mock.enqueue(textReply("one"), textReply("two"));
    const input =
      "a question\n/session new\n/tokens\nb\n/session\n/session list\n/session list 1\n/load nope\n";
    const { stdout } = await agent.run([], { ...options, input });
    expect(messagesOf(agent.mock.requests[1])).toEqual(["user: b"]);
    expect(stdout).toMatch(/\[Started new session: [\w-]+\]/);
    expect(stdout).toMatch(/Messages: 2 \(1 of yours, 1 answers\)/);
    expect(stdout).toMatch(/\* [\w-]+ {2}just now {2}b\n {2}[\w-]+ {2}just now {2}a question/);
    expect(stdout).toContain("... and 1 more");
    expect(stdout).toContain("[Session not found: nope]");
    expect(ids()).toHaveLength(2);
  });

  it("explains itself where nothing is recorded", async () => {
    const { stdout } = await agent.run(["--no-session"], {
      ...place().options,
      input: "/session\n/session new\n/sessions\n/session fork\n/load x\n/save x\n",
    });
    expect(stdout.match(/This session is not recorded/g)).toHaveLength(6);
  });
});
