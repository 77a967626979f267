/** Turns in the background, in both displays: the foreground stays free, and nobody speaks within another's line. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runProgram, scratch, startProgram } from "../support/program.ts";
import { startPty } from "../support/pty.ts";
import { eventually, expectGone } from "../tools/processes.ts";
import { chatting, type DisplayName, type Person } from "./both-displays.ts";
import { type Branches, spoken, startBranches } from "./branches.ts";

let provider: Branches;
let place: { cwd: string; env: { HOME: string; ANTHROPIC_API_KEY: string } };

beforeEach(async () => {
  provider = await startBranches();
  place = { cwd: scratch(), env: { HOME: scratch(), ANTHROPIC_API_KEY: "test" } };
});

afterEach(async () => {
  await provider.close();
  expect(provider.refusals).toEqual([]);
});

const chat = (display: DisplayName, use: (person: Person) => Promise<void>, ...args: readonly string[]) =>
  chatting(display, { url: provider.url, ...place, args }, use);

const pidIn = (name: string) =>
  eventually(() => {
    const pid = Number(readFileSync(join(place.cwd, name), "utf8"));
    expect(pid).toBeGreaterThan(1);
    return pid;
  });

const sleeper = (name: string) => `sleep 1000 & echo $! > ${name}; wait`;

describe.each<DisplayName>(["append", "full"])("a task in the background (%s)", (display) => {
  it("streams beside the foreground, line by line, and is no part of it until it is joined", () =>
    chat(display, async ({ enter, sees, text }) => {
      await enter("/bg count sheep");
      await enter("/bg count goats");
      const [sheep, goats, front] = ["count sheep", "count goats", "and you?"].map(provider.on);
      await sheep?.request();
      await goats?.request();
      await enter("and you?");
      await front?.request();
      front?.send("I count ");
      sheep?.send("one sheep\ntwo ");
      goats?.send("one goat\n");
      front?.send("nothing\n");
      await sees(display === "append" ? "#1| Assistant: one sheep" : /#1 │ one sheep/);
      await sees(display === "append" ? "#2| Assistant: one goat" : /#2 │ one goat/);
      expect(text()).toContain("I count nothing\n");
      front?.send("at all, really.");
      front?.end();
      await sees("at all, really.");
      sheep?.send("sheep");
      sheep?.end();
      await sees("Background task #1 (count sheep) finished after");
      await sees("two sheep");
      await enter("/join 1");
      await sees("Joined: the prompt of task #1");
      await enter("how many?");
      await provider.on("how many?").answer("Two.");
      await sees("Two.");
      const [, , asked, joined] = provider.bodies.map(spoken);
      expect(asked).toEqual(["user: and you?"]);
      expect(joined).toEqual([
        "user: and you?",
        "assistant: I count nothing\nat all, really.",
        "user: count sheep",
        "assistant: one sheep\ntwo sheep",
        "user: how many?",
      ]);
      await enter("/tasks");
      await sees(/#2 running \d+s: count goats/);
      await enter("/kill");
      await sees("Background task #2 (count goats) was stopped after");
    }));

  it("asks in its own name while somebody types, and takes nothing of what was typed for an answer", () =>
    chat(display, async ({ enter, type, sees, answer, clearLine }) => {
      await enter("/bg look");
      type("yes or no");
      await provider.on("look").call("echo woven > cloth");
      await sees("Task #1: Approval needed: bash: echo woven > cloth");
      await enter("?");
      await provider.on("yes or no?").answer("Maybe.");
      await sees("Maybe.");
      expect(existsSync(join(place.cwd, "cloth"))).toBe(false);
      type("half");
      await sees("half");
      if (display === "full") await sees("Send or clear what you have typed");
      clearLine();
      if (display === "full") await sees("Waiting for your answer");
      await answer("#1", "y");
      await provider.on("look").answer("Done.", 2);
      await sees("Background task #1 (look) finished after");
      expect(existsSync(join(place.cwd, "cloth"))).toBe(true);
    }));

  it("is killed in the middle of a tool, with what the tool has started", () =>
    chat(
      display,
      async ({ enter, sees }) => {
        await enter("/bg wait");
        await provider.on("wait").call(sleeper("pid"));
        const pid = await pidIn("pid");
        await enter("/ps");
        await sees("running bash: sleep 1000");
        await enter("/kill #1");
        await sees("Background task #1 (wait) was stopped after");
        await expectGone(pid);
        await enter("/join 1");
        await sees("Task #1 came to no answer");
      },
      "--auto-tools",
    ));

  it("is stopped when its time is up, and while it waits for an answer", () =>
    chat(display, async ({ enter, sees }) => {
      await enter("/bg dawdle");
      await provider.on("dawdle").call("date");
      await sees("Task #1: Approval needed");
      await enter("/timeout 1ms 9");
      await sees("No running background task with id #9.");
      await enter("/timeout 200ms");
      await sees(/Background task #1 \(dawdle\) was stopped after [\d.]+s: its time was up/);
      await enter("on we go");
      await provider.on("on we go").answer("Fine.");
      await sees("Fine.");
    }));

  it("is told of once before it is stopped by leaving, and leaves nothing behind", async () => {
    const pty = startPty({
      ...place,
      args: ["-b", "anthropic", "--base-url", provider.url, "--auto-tools", "--display", display],
      cols: 200,
    });
    const enter = async (line: string) => {
      pty.type(line);
      await pty.expect(line.slice(-3));
      pty.type("\r");
    };
    try {
      await pty.expect(display === "append" ? "You: " : "? help");
      await enter("/bg one");
      await provider.on("one").call(sleeper("pid1"));
      await enter("/bg two");
      await provider.on("two").call(sleeper("pid2"));
      const pids = [await pidIn("pid1"), await pidIn("pid2")];
      await enter("exit");
      await pty.expect("Background tasks #1, #2 are running; leave again to stop that");
      await enter("exit");
      expect(await pty.exited).toMatchObject({ code: 0 });
      for (const pid of pids) await expectGone(pid);
    } finally {
      await pty.dispose();
    }
  });

  it("goes on when Ctrl-C stops the foreground", () =>
    chat(display, async ({ enter, sees, interrupt }) => {
      await enter("/bg weave");
      await provider.on("weave").request();
      await enter("spin");
      await provider.on("spin").request();
      provider.on("spin").send("Spinning");
      await sees("Spinning");
      interrupt();
      await sees("operation cancelled by user");
      await provider.on("weave").answer("Woven.");
      await sees("Background task #1 (weave) finished after");
      await sees("Woven.");
    }));

  it("fails by itself", () =>
    chat(display, async ({ enter, sees }) => {
      await provider.close();
      await enter("/bg weave");
      await sees(/Background task #1 \(weave\) failed after [\dms.]+: /);
    }));
});

describe("tasks in the background", () => {
  const flags = () => ["-b", "anthropic", "--base-url", provider.url, "--auto-tools"];
  const sessions = () => join(place.env.HOME, ".local", "state", "treadle", "sessions");
  const journals = () => readdirSync(sessions()).filter((name) => name.endsWith(".jsonl"));

  it("are waited for at the end of a script, and say in every event whose it is", async () => {
    const input = "/bg weave\n/bg spin\n";
    const running = startProgram({ ...place, args: [...flags(), "--output", "jsonl"], input });
    await provider.on("weave").answer("Woven.");
    await provider.on("spin").answer("Spun.");
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    const envelopes = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const texts = envelopes.filter(({ event }) => event.type === "text-delta");
    expect(new Map(texts.map(({ task, background, event }) => [event.text, { task, background }]))).toEqual(
      new Map([
        ["Woven.", { task: "#1", background: true }],
        ["Spun.", { task: "#2", background: true }],
      ]),
    );
    expect(envelopes.map(({ seq }) => seq)).toEqual(envelopes.map((_, index) => index + 1));
  });

  it("leave a session that goes on after a kill -9, and sessions of their own", async () => {
    const running = startProgram({ ...place, args: flags(), input: undefined });
    const { child } = running;
    child.stdin?.write("/bg weave\n/bg spin\nhello\n");
    await provider.on("hello").answer("Hi.");
    await provider.on("weave").call("echo 1");
    await provider.on("weave").request(2);
    await provider.on("spin").call(sleeper("pid"));
    await pidIn("pid");
    child.stdin?.write("and?\n");
    await provider.on("and?").request();
    provider.on("and?").send("Well");
    await eventually(() => expect(running.stdout()).toContain("Well"));
    child.kill("SIGKILL");
    await running.ended;

    const resumed = startProgram({ ...place, args: [...flags(), "-c", "go on"] });
    await provider.on("go on").answer("On.");
    expect(await resumed.ended).toMatchObject({ code: 0, stdout: "On.\n" });
    expect(provider.bodies.map(spoken).at(-1)).toEqual(["user: hello", "assistant: Hi.", "user: and? go on"]);

    expect(journals()).toHaveLength(3);
    const list = await runProgram({ ...place, args: flags(), input: "/sessions\n" });
    expect(list.stdout).toMatch(/\(task of \S+\) weave/);
    const [, id = ""] = /(\S+) {2}[^\n]*\(task of \S+\) spin/.exec(list.stdout) ?? [];
    const task = startProgram({ ...place, args: [...flags(), "--resume", id, "how far?"] });
    await provider.on("how far?").answer("Far.");
    expect(await task.ended).toMatchObject({ code: 0, stdout: "Far.\n" });
    expect(provider.bodies.map(spoken).at(-1)?.[0]).toBe("user: spin");
    process.kill(await pidIn("pid"), "SIGKILL");
  });
});
