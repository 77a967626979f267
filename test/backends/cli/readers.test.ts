/** What the readers make of agents' output, whole and cut into single characters. */
import { describe, expect, test } from "vitest";
import type { AgentOutput } from "../../../src/backends/cli/output.ts";
import { agentProfiles } from "../../../src/backends/cli/profiles.ts";
import type { LinePatterns } from "../../../src/backends/cli/read-text.ts";
import { describeTool } from "../../../src/backends/cli/tool-reports.ts";
import { readCases } from "../../support/cases.ts";

function outputs(profile: string, pieces: Iterable<string>, patterns: LinePatterns = {}, prompt = "") {
  const reader = agentProfiles[profile]?.reader(patterns, prompt);
  if (!reader) throw new Error(`no profile ${profile}`);
  const all: AgentOutput[] = [];
  for (const piece of pieces) all.push(...reader.read(piece));
  return [...all, ...reader.end()];
}

function summary(all: readonly AgentOutput[]) {
  const reports = all.flatMap((output) => (output.type === "tool-report" ? [output.report] : []));
  return {
    text: all.map((output) => (output.type === "text" ? output.text : "")).join(""),
    reasoning: all.map((output) => (output.type === "reasoning" ? output.text : "")).join(""),
    usage: all.flatMap((output) => (output.type === "usage" ? [output.usage] : [])).at(-1),
    problem: all.flatMap((output) => (output.type === "problem" ? [output.message] : []))[0],
    session: all.flatMap((output) => (output.type === "session" ? [output.id] : []))[0],
    cost: all.flatMap((output) => (output.type === "cost" ? [output.total] : []))[0],
    finished: all.some((output) => output.type === "finished"),
    tools: reports.flatMap((report) => {
      if (report.phase !== "started") return [];
      const { name, input, id } = report.call;
      const end = reports.find((other) => other.phase === "finished" && other.result.callId === id);
      const isError = end?.phase === "finished" && end.result.isError;
      return [
        { name, args: Object.values(input)[0], status: end ? (isError ? "error" : "success") : "open" },
      ];
    }),
  };
}

/** The same whole, by lines and by characters. */
function read(profile: string, output: string, patterns?: LinePatterns, prompt?: string) {
  const whole = summary(outputs(profile, [output], patterns, prompt));
  expect(summary(outputs(profile, output, patterns, prompt))).toEqual(whole);
  expect(summary(outputs(profile, output.split(/(?<=\n)/), patterns, prompt))).toEqual(whole);
  return whole;
}

interface Expected {
  readonly content?: string;
  readonly content_has?: string | string[];
  readonly tokens?: Record<string, number>;
  readonly tool_events?: Record<string, string>[];
  readonly tool_calls?: [];
  readonly reasoning?: string[];
  readonly cost_usd?: number;
  readonly session_id?: string;
  readonly is_error?: boolean;
}

function check(profile: string, stdout: string, expected: Expected): void {
  const result = read(profile, stdout);
  const text = result.problem ?? result.text;
  if (expected.content !== undefined) expect(text).toBe(expected.content);
  for (const part of [expected.content_has ?? []].flat()) expect(text).toContain(part);
  for (const [name, count] of Object.entries(expected.tokens ?? {})) {
    const key = { cache_read: "cacheRead", cache_create: "cacheWrite" }[name] ?? name;
    if (key !== "total") expect(result.usage).toMatchObject({ [key]: count });
  }
  expect(result.tools).toMatchObject(expected.tool_events ?? expected.tool_calls ?? []);
  if (expected.tool_events) expect(result.tools).toHaveLength(expected.tool_events.length);
  if (expected.reasoning) expect(result.reasoning).toBe(expected.reasoning.join("\n"));
  if (expected.cost_usd)
    expect(result).toMatchObject({ cost: expected.cost_usd, session: expected.session_id });
  if (expected.is_error) expect(result.problem).toBeDefined();
}

type Printed = { readonly stdout?: string; readonly stderr?: string; readonly argv?: readonly string[] };

const coro = readCases("coro_output");
describe.skipIf(coro.absent)(coro.title, () => {
  test.each(coro.cases.filter(({ input }) => (input as Printed).stdout))("$id", ({ input, expected }) => {
    check("coro", (input as Printed).stdout ?? "", expected as Expected);
  });
});

const agents = readCases("cli_agents");
describe.skipIf(agents.absent)(agents.title, () => {
  test.each(agents.cases.filter(({ input }) => (input as Printed).stdout))(
    "$id",
    ({ id, input, expected }) => {
      // The two that were not asked for JSON answer in plain text.
      const profile = id.endsWith("-text") ? "text" : (id.split("-")[0] ?? "");
      check(profile, (input as Printed).stdout ?? "", expected as Expected);
    },
  );

  test.each(agents.cases.filter(({ id }) => id === "describe-tool"))("$id", ({ input, expected }) => {
    const calls = input as [string, Record<string, unknown>][];
    expect(calls.map(([name, args]) => describeTool(name, args))).toEqual(expected);
  });
});

const esc = String.fromCharCode(27);
const lines = (...events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join("");

describe("coro", () => {
  const info = `${esc}[2m2025-11-18T05:00:00.123456Z${esc}[0m ${esc}[32m INFO${esc}[0m coro::run:`;

  test("repeats a prompt of several lines, which is no answer", () => {
    const prompt = "Previous conversation:\nUser: hi\n\nCurrent request: go";
    expect(read("coro", `${info} Executing task: ${prompt}\n4\n`, {}, prompt).text).toBe("4");
  });

  test("thinks in grey, and shows results of tools below them", () => {
    const output = `${esc}[90mhm\nwell${esc}[0m\n${esc}[92m⏺${esc}[0m Read(a)\n  ⎿  line\nDone\n`;
    expect(read("coro", output)).toMatchObject({ reasoning: "hm\nwell\n", text: "Done" });
  });

  test("overwrites what it has written", () => {
    expect(read("coro", `Working...\n${esc}[1A${esc}[2K\rDone\n`).text).toBe("Done");
  });

  test.each(["4", "A", "0m", "Duration: 5s of work", "I used Tokens: 1 input + 2 output today"])(
    "may answer %s",
    (answer) => expect(read("coro", `${answer}\n`).text).toBe(answer),
  );

  test("shows a tool when it begins", () => {
    const [first] = outputs("coro", [`${esc}[97m⏺${esc}[0m Bash(sleep 5)\n`]);
    expect(first).toMatchObject({ report: { phase: "started", preview: { title: "$ sleep 5" } } });
  });
});

describe("text", () => {
  test("is shown as it comes, without escapes, but with its spaces", () => {
    const pieces = ["Grü", `ße${esc}[`, "31m, ", `${esc}]0;title`, `${String.fromCharCode(7)}  end `, "\n\n"];
    const all = outputs("text", pieces);
    expect(all.map((output) => output.type === "text" && output.text)).toEqual(["Grü", "ße", ", ", "  end "]);
  });

  test("has tools and tokens where patterns say so", () => {
    const patterns = { tool: /^> (?<name>\w+) (?<args>.*)$/u, tokens: /^in (\d+) out (\d+)/u };
    expect(read("text", "> bash ls -l\nfine\nin 12 out 3\n", patterns)).toMatchObject({
      text: "fine",
      tools: [{ name: "bash", args: "ls -l", status: "success" }],
      usage: { input: 12, output: 3 },
    });
  });
});

describe("claude", () => {
  const delta = (text: string) => ({
    type: "stream_event",
    event: { type: "content_block_delta", delta: { type: "text_delta", text } },
  });
  const start = { type: "stream_event", event: { type: "content_block_start" } };
  const said = (text: string) => ({ type: "assistant", message: { content: [{ type: "text", text }] } });

  test("is shown piece by piece, and nothing twice", () => {
    const tool = { type: "tool_use", id: "t", name: "Read", input: { file_path: "/a/b" } };
    const output = lines(
      { type: "system", subtype: "init", session_id: "s1" },
      ...[start, delta("Let me "), delta("look."), said("Let me look.")],
      { type: "assistant", message: { content: [tool] } },
      { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "t", content: "x" }] } },
      ...[start, delta("It is x."), said("It is x.")],
      { type: "hologram", of: "the future" },
      { type: "result", subtype: "success", is_error: false, result: "It is x.", session_id: "s1" },
    );
    expect(read("claude", output)).toMatchObject({
      text: "Let me look.\n\nIt is x.",
      tools: [{ name: "Read", args: "/a/b", status: "success" }],
      session: "s1",
      finished: true,
    });
  });

  test("without a newline at the end is read all the same", () => {
    expect(read("claude", lines({ type: "result", subtype: "success", result: "ok" }).trim()).text).toBe(
      "ok",
    );
  });

  test("may stop for a reason that is no error", () => {
    const { problem } = read(
      "claude",
      lines({ type: "result", subtype: "error_max_turns", is_error: false }),
    );
    expect(problem).toBe("error max turns");
  });
});

describe("codex", () => {
  const item = (phase: string, facts: object) => ({ type: `item.${phase}`, item: facts });

  test("tells its messages, commands and tokens", () => {
    const command = { id: "item_0", type: "command_execution", command: "false" };
    const output = `warming up\n${lines(
      { type: "thread.started", thread_id: "t1" },
      item("completed", { id: "r", type: "reasoning", text: "hm" }),
      item("started", { ...command, aggregated_output: "", status: "in_progress" }),
      item("completed", { ...command, aggregated_output: "no", exit_code: 1, status: "failed" }),
      item("completed", { id: "m1", type: "agent_message", text: "One." }),
      item("updated", { id: "m2", type: "agent_message", text: "Two" }),
      item("completed", { id: "m2", type: "agent_message", text: "Two." }),
      item("completed", { id: "x", type: "constructor" }),
      { type: "turn.completed", usage: { input_tokens: 100, cached_input_tokens: 60, output_tokens: 5 } },
    )}`;
    expect(read("codex", output)).toMatchObject({
      text: "One.\n\nTwo.",
      reasoning: "hm\n",
      tools: [{ name: "bash", args: "false", status: "error" }],
      usage: { input: 40, cacheRead: 60, output: 5, cacheWrite: 0 },
      session: "t1",
      finished: true,
    });
  });

  test("that tries again in vain has failed", () => {
    const trying = { type: "error", message: "Reconnecting... 1/5" };
    expect(read("codex", lines(trying)).problem).toBe("Reconnecting... 1/5");
    const done = { type: "turn.completed", usage: {} };
    expect(read("codex", lines(trying, done)).problem).toBeUndefined();
  });
});

test("a whole object over several lines is gemini's answer too", () => {
  const whole = JSON.stringify({ session_id: "g", response: "Hi" }, undefined, 2);
  expect(read("gemini", whole)).toMatchObject({ text: "Hi", finished: true, session: "g" });
});
