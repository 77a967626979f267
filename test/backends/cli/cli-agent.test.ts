/** CLI agents as backends, with the fixture agent in their place. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliAgentOptions, createCliAgent } from "../../../src/backends/cli/cli-agent.ts";
import type { BackendRequest } from "../../../src/model/backend.ts";
import type { Message } from "../../../src/model/message.ts";
import { readAll } from "../../contract/read-all.ts";
import { scratch } from "../../support/program.ts";
import { testHost } from "../../support/program-host.ts";
import { until } from "../../support/until.ts";

type Step = Readonly<Record<string, string | number>>;

interface Start {
  readonly pid: number;
  readonly argv: string[];
  readonly stdin: string;
  readonly env: Record<string, string>;
}

async function agent(
  profile: string,
  play: readonly Step[] | readonly (readonly Step[])[],
  settings: Partial<CliAgentOptions> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const folder = scratch();
  const log = join(folder, "log");
  writeFileSync(join(folder, "play"), JSON.stringify(play));
  const host = testHost({ AGENT_LOG: log, AGENT_PLAY: join(folder, "play"), ...env }, folder);
  const options = { name: profile, label: profile, profile, ...settings };
  const starts = (): readonly Start[] =>
    existsSync(log)
      ? readFileSync(log, "utf8")
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line))
      : [];
  return { backend: await createCliAgent(options, host), starts, childFile: `${log}.child` };
}

const user = (text: string): Message => ({ role: "user", text });
const assistant = (text: string): Message => ({ role: "assistant", parts: [{ type: "text", text }] });
const ask = (...messages: readonly Message[]): BackendRequest => ({ messages, tools: [], maxTokens: 1 });
const hi = ask(user("hi"));

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

const result = (text: string, session = "s1") =>
  `${JSON.stringify({ type: "result", subtype: "success", result: text, session_id: session })}\n`;

describe.concurrent("the call", () => {
  const calls: readonly (readonly [string, Partial<CliAgentOptions>, string[], string])[] = [
    ["coro", {}, ["coro", "--verbose", "hi"], ""],
    ["coro", { args: ["-c", "/x", "--max-steps", "5"] }, ["coro", "-c", "/x", "--max-steps", "5", "hi"], ""],
    ["ollama", { model: "llama3" }, ["ollama", "run", "llama3"], "hi"],
    [
      "gemini",
      { model: "g3", args: ["--approval-mode", "yolo"] },
      ["gemini", "-m", "g3", "-o", "stream-json", "--approval-mode", "yolo", "-p", "hi"],
      "",
    ],
    ["codex", {}, ["codex", "exec", "--json", "--skip-git-repo-check", "--sandbox", "read-only", "-"], "hi"],
    [
      "claude",
      { model: "sonnet" },
      [
        ...["claude", "-p", "--verbose", "--output-format", "stream-json", "--include-partial-messages"],
        ...["--permission-mode", "plan", "--model", "sonnet"],
      ],
      "hi",
    ],
    ["text", { command: "myagent", args: ["--ask={prompt}", "-v"] }, ["myagent", "--ask=hi", "-v"], ""],
    ["text", { command: "myagent", promptVia: "stdin" }, ["myagent"], "hi"],
  ];
  test.each(calls)("of %s with %j", async (profile, settings, argv, stdin) => {
    const { backend, starts } = await agent(profile, [{ out: "ok\n" }], settings);
    await readAll(backend, hi);
    expect(starts()).toMatchObject([{ argv, stdin }]);
  });

  test.each([
    ["coro", "--help me", ["coro", "--verbose", "--", "--help me"]],
    ["coro", "tools", ["coro", "--verbose", "--", "tools"]],
    ["text", "--help", ["myagent", " --help"]],
    ["text", "$& {model}", ["myagent", "$& {model}"]],
  ])("of %s keeps the prompt %j a prompt", async (profile, prompt, argv) => {
    const { backend, starts } = await agent(
      profile,
      [{ out: "ok\n" }],
      profile === "text" ? { command: "myagent" } : {},
    );
    await readAll(backend, ask(user(prompt)));
    expect(starts()).toMatchObject([{ argv }]);
  });

  test("carries no secret but the agent's own key, and a plain terminal", async () => {
    const env = { ANTHROPIC_API_KEY: "mine", OPENAI_API_KEY: "other", GITHUB_TOKEN: "t", FORCE_COLOR: "1" };
    const { backend, starts } = await agent("claude", [{ out: result("ok") }], {}, env);
    expect((await readAll(backend, hi)).text).toBe("ok");
    expect(starts()[0]?.env).toMatchObject({ ANTHROPIC_API_KEY: "mine", TERM: "dumb", NO_COLOR: "1" });
    for (const name of ["OPENAI_API_KEY", "GITHUB_TOKEN", "FORCE_COLOR"]) {
      expect(starts()[0]?.env).not.toHaveProperty(name);
    }
  });

  test("has no terminal, neither as input nor by name", async () => {
    const { backend } = await agent("text", [{ tty: "" }], { command: "myagent" });
    expect((await readAll(backend, hi)).text).toBe("not a tty\ndone");
  });
});

describe.concurrent("the conversation", () => {
  const next = ask(user("hi"), assistant("one"), user("and?"));

  test("is told in the format that is set", async () => {
    const settings = { command: "myagent", contextFormat: "xml", contextMessages: 1 } as const;
    const { backend, starts } = await agent("text", [{ out: "ok\n" }], settings);
    await readAll(backend, next);
    expect(starts()[0]?.argv[1]).toBe(
      'Previous conversation:\n<conversation>\n  <message role="assistant">\n    one\n  </message>\n</conversation>\n\nCurrent request: and?',
    );
  });

  test("goes on in the agent's own session, until it is another one", async () => {
    const plays = [[{ out: result("one") }], [{ out: result("two", "s2") }], [{ out: result("three") }]];
    const { backend, starts } = await agent("claude", plays);
    await readAll(backend, hi);
    await readAll(backend, next);
    await readAll(backend, ask(user("fresh")));
    const [, second, third] = starts();
    expect(second?.argv.slice(-2)).toEqual(["--resume", "s1"]);
    expect(second?.stdin).toBe("and?");
    expect(third?.argv).not.toContain("--resume");
    expect(third?.stdin).toBe("fresh");
  });

  test("does not go on in a session whose answer was another", async () => {
    const { backend, starts } = await agent("claude", [{ out: result("not one") }]);
    await readAll(backend, hi);
    await readAll(backend, next);
    expect(starts()[1]?.argv).not.toContain("--resume");
    expect(starts()[1]?.stdin).toContain("Previous conversation:\nUser: hi");
  });
});

describe.concurrent("the answer", () => {
  test("comes as it is written, with characters cut in two", async () => {
    const pieces: readonly Step[] = [{ out: "so far" }, { wait: 300 }, { bytes: "Grüße 世界" }];
    const { backend } = await agent("text", pieces, { command: "myagent" });
    const seen: string[] = [];
    const { text, end } = await readAll(backend, hi, undefined, (event) => {
      if (event.type === "text") seen.push(event.text);
    });
    expect(seen[0]).toBe("so far");
    expect(text).toBe("so farGrüße 世界");
    expect(end).toEqual({ type: "done", stop: "end" });
  });

  test("may be empty", async () => {
    const { backend } = await agent("text", [], { command: "myagent" });
    expect((await readAll(backend, hi)).end).toEqual({ type: "done", stop: "end" });
  });

  test("tells of tools, which nobody else runs, and closes them", async () => {
    const { backend } = await agent("coro", [{ out: "⏺ Bash(touch x)\n" }]);
    const { events, calls } = await readAll(backend, hi);
    expect(calls).toEqual([]);
    expect(events.flatMap((event) => (event.type === "tool-report" ? [event.report.phase] : []))).toEqual([
      "started",
      "finished",
    ]);
  });

  test("is over although the program stays", { timeout: 8000 }, async () => {
    const { backend, starts } = await agent("claude", [{ out: result("ok") }, { hang: 0 }]);
    expect((await readAll(backend, hi)).end).toEqual({ type: "done", stop: "end" });
    await until(
      () => !isAlive(starts()[0]?.pid ?? 0),
      () => "the end of the program",
    );
  });
});

describe.concurrent("failures", () => {
  const told = async (profile: string, play: readonly Step[], settings: Partial<CliAgentOptions> = {}) => {
    const { backend } = await agent(profile, play, settings);
    const { events, kind, message } = await readAll(backend, hi);
    const hint = events.flatMap((event) => (event.type === "notice" ? [event.text] : [])).at(-1);
    return { kind, message, hint };
  };

  test("a missing command is named, and what to do", async () => {
    expect(await told("coro", [], { command: "no-such-coro" })).toEqual({
      kind: "other",
      message: "Command 'no-such-coro' not found",
      hint: "Install no-such-coro, or name its program in `backends.coro.command`.",
    });
  });

  test.each([
    ["claude", "Invalid API key", "auth", "Invalid API key"],
    ["ollama", 'Error: model "x" not found', "other", 'Error: model "x" not found'],
    ["coro", "\u001b[31mError: No configuration found.\u001b[0m\n", "other", "Error: No configuration found"],
  ])("%s says %j itself", async (profile, err, kind, message) => {
    const failure = await told(profile, [{ err }, { exit: 1 }], { model: "x" });
    expect(failure).toMatchObject({ kind, message });
    expect(failure.hint).toContain(`${profile} ended with exit code 1`);
  });

  test("exit codes are explained", async () => {
    const error = '{"error":{"type":"FatalInputError","message":"bad","code":42}}';
    expect(await told("gemini", [{ out: error }, { exit: 42 }])).toMatchObject({ message: "bad" });
    expect((await told("gemini", [{ exit: 53 }])).message).toContain("it reached its limit of turns");
  });

  test("a program that dies, or stops short, has not answered", async () => {
    const died = await told("claude", [{ out: '{"type":"system"}\n' }, { signal: "SIGKILL" }]);
    expect(died).toMatchObject({ kind: "other", message: "claude was ended by SIGKILL" });
    expect((await told("claude", [{ out: "Hello there\n" }])).message).toContain('but wrote "Hello there"');
    expect(
      (await told("text", [{ out: "half" }, { signal: "SIGKILL" }], { command: "myagent" })).message,
    ).toBe("myagent was ended by SIGKILL");
  });

  test("a prompt that is too long for an argument", async () => {
    const { backend } = await agent("coro", []);
    expect((await readAll(backend, ask(user("x".repeat(3_000_000))))).message).toContain("too long");
  });

  test("a flood is stopped", async () => {
    const { message } = await told("text", [{ flood: "y\n" }], { command: "myagent" });
    expect(message).toBe("myagent wrote without end and was stopped");
  });

  test.each([
    [{ profile: "other" }, /profile` must be one of text, coro/],
    [{ command: "" }, /command` to the program/],
    [{ model: "-x" }, /cannot be the name of a model/],
  ])("settings like %j cannot be used", async (settings, reason) => {
    await expect(agent("text", [], { command: "x", ...settings })).rejects.toThrow(reason);
  });
});

describe("stopping", () => {
  const stubborn: readonly Step[] = [{ out: "so far\n" }, { stubborn: "" }, { hang: 0 }];
  const childOf = async (file: string) => {
    await until(
      () => existsSync(file) && readFileSync(file, "utf8") !== "",
      () => "the child",
    );
    return Number(readFileSync(file, "utf8"));
  };

  test("a cancelled run is over at once, with everything it has started", async () => {
    const { backend, starts, childFile } = await agent("text", stubborn, { command: "myagent" });
    const controller = new AbortController();
    const reading = readAll(backend, hi, controller.signal);
    const child = await childOf(childFile);
    const before = performance.now();
    controller.abort();
    expect(await reading).toMatchObject({ kind: "aborted", text: "so far" });
    expect(performance.now() - before).toBeLessThan(200);
    await until(
      () => !isAlive(child) && !isAlive(starts()[0]?.pid ?? 0),
      () => "the end of the tree",
    );
    expect(performance.now() - before).toBeLessThan(1000);
  });

  test("a run that takes too long is stopped, with everything it has started", async () => {
    const settings = { command: "myagent", timeoutSeconds: 1 };
    const { backend, childFile } = await agent("text", stubborn, settings);
    expect(await readAll(backend, hi)).toMatchObject({ message: "Command timed out after 1 second" });
    const child = await childOf(childFile);
    await until(
      () => !isAlive(child),
      () => "the end of the tree",
    );
  });

  test("closing ends what runs, and so does not reading on", async () => {
    const { backend, starts, childFile } = await agent("text", stubborn, { command: "myagent" });
    const iterator = backend.stream(hi, new AbortController().signal)[Symbol.asyncIterator]();
    await iterator.next();
    const child = await childOf(childFile);
    backend.close?.();
    await until(
      () => !isAlive(child) && !isAlive(starts()[0]?.pid ?? 0),
      () => "the end of the tree",
    );
    await iterator.return?.();
  });

  test("cancelled before the start, nothing is run", async () => {
    const { backend, starts } = await agent("text", [], { command: "myagent" });
    expect((await readAll(backend, hi, AbortSignal.abort())).kind).toBe("aborted");
    expect(starts()).toEqual([]);
  });
});
