import { describe, expect, it } from "vitest";
import type { CommandHost } from "../../src/commands/command.ts";
import { findCommand } from "../../src/commands/table.ts";
import type { TaskReport } from "../../src/commands/task-powers.ts";
import { elapsedText } from "../../src/model/elapsed.ts";
import type { RunningTask } from "../../src/model/event.ts";
import { livenessLine } from "../../src/view/spinner.ts";
import { lineText } from "../../src/view/wrap.ts";
import { readCases } from "../support/cases.ts";

const usage = { input: 1200, output: 340, cacheRead: 0, cacheWrite: 0 };

function task(number: number, changes: Partial<TaskReport> = {}): TaskReport {
  const running = { state: "running", elapsedMs: 12_345, doing: "running bash: make" } as const;
  return { id: `#${number}`, prompt: "weave\na twill", ...running, usage, cost: 0.0123, ...changes };
}

/** What is said, and what is done to the tasks. */
async function run(line: string, tasks: readonly TaskReport[] = []) {
  const said: string[] = [];
  const done: string[] = [];
  const host = {
    say: (text: string) => said.push(text),
    tasks: {
      start: async (prompt: string) => (prompt === "too much" ? "No." : void done.push(`start ${prompt}`)),
      list: () => tasks,
      kill: (id: string) => done.push(`kill ${id}`),
      limit: (id: string, ms: number) => done.push(`limit ${id} ${ms}`),
      join: (id: string) => done.push(`join ${id}`),
    },
  } as unknown as CommandHost;
  const [name = "", ...words] = line.split(" ");
  await findCommand(name)?.run(host, words.join(" "), new AbortController().signal);
  return { said, done };
}

const finished = { state: "finished", answer: "Woven.", elapsedMs: 4210 } as const;

describe("/bg", () => {
  it("starts a turn with the prompt as it is, or says why it cannot", async () => {
    expect(await run("bg weave /tasks")).toEqual({ said: [], done: ["start weave /tasks"] });
    expect(await run("bg too much")).toEqual({ said: ["No."], done: [] });
    expect(await run("bg")).toEqual({ said: ["Usage: /bg PROMPT"], done: [] });
  });
});

describe("/tasks", () => {
  it("tells of each what it is, how it stands, what it does and what it has cost", async () => {
    const tasks = [
      task(1, { leftMs: 48_000, session: "s2" }),
      task(2, finished),
      task(3, { state: "timed out", cost: undefined }),
    ];
    for (const name of ["tasks", "ps"]) {
      expect((await run(name, tasks)).said).toEqual([
        [
          "#1 running 12s (timeout in 48s): weave a twill",
          "   running bash: make; 1,200 tokens in, 340 out; $0.0123; session s2",
          "#2 finished after 4s: weave a twill; /join 2 takes it in",
          "   1,200 tokens in, 340 out; $0.0123",
          "#3 timed out after 12s: weave a twill",
          "   1,200 tokens in, 340 out; $?",
        ].join("\n"),
      ]);
    }
    expect((await run("tasks")).said).toEqual(["No background tasks; /bg PROMPT starts one."]);
  });
});

describe("/kill", () => {
  it.each([
    ["kill", [1], ["kill #1"]],
    ["kill 2", [1, 2], ["kill #2"]],
    ["kill #2", [1, 2], ["kill #2"]],
    ["kill all", [1, 2], ["kill #1", "kill #2"]],
  ])("%s of %j", async (line, numbers, done) => {
    const tasks = [...numbers.map((number) => task(number)), task(7, finished)];
    expect(await run(line, tasks)).toEqual({ said: [], done });
  });

  it.each([
    ["kill", [], "No running background tasks."],
    ["kill all", [], "No running background tasks."],
    ["kill", [1, 2], "Task id required when multiple background tasks are running."],
    ["kill 7", [1], "No running background task with id #7."],
    ["kill it", [1], "Task id must be a number. Usage: /kill [ID | all]"],
  ])("%s of %j is not done", async (line, numbers, text) => {
    const tasks = [...numbers.map((number) => task(number)), task(7, finished)];
    expect(await run(line, tasks)).toEqual({ said: [text], done: [] });
  });
});

describe("/timeout", () => {
  it("sets when a task is stopped", async () => {
    expect(await run("timeout 10m", [task(3)])).toEqual({
      said: ["task #3 timeout set to 10m0s"],
      done: ["limit #3 600000"],
    });
    expect(await run("timeout 500ms 2", [task(1), task(2)])).toMatchObject({ done: ["limit #2 500"] });
  });

  it.each([
    ["timeout 10m", [], "No running background tasks."],
    ["timeout 10m x", [1], "Task id must be a number. Usage: /timeout <duration> [task-id]"],
    ["timeout 10m 1 2", [1], "Usage: /timeout <duration> [task-id]"],
  ])("%s of %j is not done", async (line, numbers, text) => {
    expect(
      await run(
        line,
        numbers.map((number) => task(number)),
      ),
    ).toEqual({ said: [text], done: [] });
  });
});

describe("/join", () => {
  it("takes a finished task in", async () => {
    expect(await run("join 2", [task(2, finished)])).toEqual({
      said: ["Joined: the prompt of task #2 and its answer are part of the conversation now."],
      done: ["join #2"],
    });
  });

  it.each([
    ["join", [], "Usage: /join ID; /tasks lists the ids."],
    ["join 1", [], "There is no background task #1 to join; /tasks lists them."],
    ["join 1", [task(1)], "Task #1 has to end first; /tasks shows what it does."],
    ["join 1", [task(1, { state: "failed" })], "Task #1 came to no answer, so there is nothing to join."],
  ])("%s is not done", async (line, tasks, text) => {
    expect(await run(line, tasks)).toEqual({ said: [text], done: [] });
  });
});

const file = readCases("tasks_durations");

function rowsWith<T>(name: string) {
  return file.cases.flatMap(({ id, input, expected }) =>
    typeof input === "object" && input !== null && name in input
      ? [{ id, input: input as T, expected: expected as never }]
      : [],
  );
}

describe.skipIf(file.absent)(file.title, () => {
  it.each(rowsWith<{ elapsed_s: number }>("elapsed_s"))("$id $input", ({ input, expected }) => {
    const ms = input.elapsed_s * 1000;
    expect({ fine: elapsedText(ms, "fine"), coarse: elapsedText(ms) }).toEqual(expected);
  });

  it.each(rowsWith<{ timeout: readonly (string | null)[]; running: readonly number[] }>("timeout"))(
    "$id $input",
    async ({ input, expected }) => {
      const line = ["timeout", ...input.timeout.filter((word) => word !== null)].join(" ");
      expect(
        (
          await run(
            line,
            input.running.map((number) => task(number)),
          )
        ).said,
      ).toEqual([expected]);
    },
  );

  it.each(rowsWith<{ state: RunningTask["state"]; elapsed: number; timeout_in?: number }>("state"))(
    "$id $input",
    ({ input: { state, elapsed, timeout_in }, expected }) => {
      const now = elapsed * 1000;
      const until = timeout_in === undefined ? {} : { until: now + timeout_in * 1000 };
      const line = livenessLine([{ id: "#1", state, since: 0, ...until }], {
        ...{ now, width: 80, charset: "ascii", motion: true },
      });
      const [glyph = ""] = /\[(.)\]/.exec(lineText(line))?.slice(1) ?? [];
      expect("|/-\\").toContain(glyph);
      expect(lineText(line).replace(`[${glyph}]`, "[|]")).toBe(expected);
    },
  );
});
