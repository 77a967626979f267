import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { bashTool } from "../../src/tools/bash.ts";
import { createProcessGroups, type GroupEnd } from "../../src/tools/process-group.ts";
import { runProgram } from "./node-program.ts";
import { eventually, expectGone, holdTimer } from "./processes.ts";
import { makeWorkspace } from "./workspace.ts";

const bash = (command: string, options = {}, live = {}) =>
  makeWorkspace(options).run("bash", { command }, live);

describe("the result of a command", () => {
  it.each([
    ["echo hi", "hi\n", false],
    ["true", "(no output)", false],
    ["exit 3", "(no output)\n[exit code 3]", true],
    ["echo out; exit 4", "out\n[exit code 4]", true],
    ["printf out; exit 4", "out\n[exit code 4]", true],
    ["kill -KILL $$", "(no output)\n[killed by SIGKILL]", true],
    ["cat", "(no output)", false],
    ["printf 'a\\0b'", "[binary output: 3 bytes, not shown]", false],
    ["printf 'a\\0b'; exit 1", "[binary output: 3 bytes, not shown]\n[exit code 1]", true],
    ["", "No command provided", true],
    [" \n", "No command provided", true],
    ["echo \0", "[Validation] command must not contain NUL characters", true],
    ["echo \ud83d", expect.stringMatching(/^\[Validation\] command contains half a character/), true],
    ["printf 'a\\xffb'", "a\ufffdb", false],
    ["-x", expect.stringMatching(/-x: command not found\n\[exit code 127\]$/), true],
    ["--version", expect.stringMatching(/--version: command not found\n\[exit code 127\]$/), true],
  ])("of %j", async (command, output, isError) => {
    expect(await bash(command)).toEqual({ output, isError });
  });

  it("runs in the working directory, by bash", async () => {
    const space = makeWorkspace();
    const { output } = await space.run("bash", { command: 'pwd; [[ -n $BASH_VERSION ]] && echo "bash $0"' });
    expect(output).toBe(`${space.cwd}\nbash bash\n`);
  });

  it("falls back to sh where there is no bash", async () => {
    const bin = mkdtempSync(join(tmpdir(), "treadle-bin-"));
    symlinkSync(which("sh"), join(bin, "sh"));
    const { output } = await bash('echo "[$BASH_VERSION] $0 $1"', { env: { PATH: bin } });
    const dashed = await bash("-x", { env: { PATH: bin } });
    rmSync(bin, { recursive: true });
    expect(output).toBe("[] sh \n");
    expect(dashed.output).toContain("[exit code 127]");
  });

  it("says so when there is no shell, or no directory to run it in", async () => {
    expect(await bash("true", { env: { PATH: "/no/such/place" } })).toMatchObject({
      output: expect.stringContaining("no sh on PATH"),
      isError: true,
    });
    expect(await bash("true", { cwd: "/no/such/directory" })).toMatchObject({ isError: true });
  });

  it("says so when the command is too long for the system", async () => {
    expect(await bash(`: ${"x".repeat(5_000_000)}`)).toEqual({
      output: "The command was not started: it is too long; write it to a file and run that",
      isError: true,
    });
  });

  it("keeps both outputs in the order they were written", async () => {
    const { output } = await bash("for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done");
    expect(output).toBe("o1\ne1\no2\ne2\no3\ne3\no4\ne4\no5\ne5\n");
  });

  it("decodes characters that arrive in pieces", async () => {
    const { output } = await bash("printf '\\xf0\\x9f'; sleep 0.05; printf '\\x98\\x80'");
    expect(output).toBe("😀");
  });
});

describe("much output", () => {
  it("of 500 MB is capped while it is captured, and counted to the end", async () => {
    const report = await runProgram(
      `
      import { createToolbox } from "tools/toolbox.ts";
      const toolbox = createToolbox({
        cwd: "/", home: "/", env: process.env, allowed: ["bash"], bashTimeoutMs: 0,
        maxResultChars: 40_000, passEnv: [], secrets: [], protectedPaths: [],
        policy: { judge: () => ({ decision: { kind: "run" }, rules: [] }), remember() {} },
      });
      let shown = 0;
      let peak = 0;
      const watch = setInterval(() => { peak = Math.max(peak, process.memoryUsage.rss()); }, 5);
      const command = "head -c 500000000 /dev/zero | tr '\\\\0' x; exit 5";
      const live = { signal: new AbortController().signal, onOutput: (text) => { shown += text.length; } };
      const result = await toolbox.run({ id: "1", name: "bash", input: { command } }, live);
      clearInterval(watch);
      console.log(JSON.stringify({ ...result, shown, peak }));`,
      ["--max-old-space-size=64"],
    );
    const { output, truncatedFrom, shown, peak } = JSON.parse(report);
    expect(truncatedFrom).toBe(500_000_000);
    expect(output).toBe(
      `${"x".repeat(40_000)}\n\n[OUTPUT TRUNCATED: Showing 40,000 of 500,000,000 characters from bash]\n[exit code 5]`,
    );
    expect(shown).toBe(100_000);
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(300_000_000);
  });

  it("is capped in memory also where the settings name no limit", async () => {
    const result = await bash("head -c 12000000 /dev/zero | tr '\\0' x", { maxResultChars: 0 });
    expect(result.output).toMatch(
      /\[OUTPUT TRUNCATED: Showing 10,000,000 of 12,000,000 characters from bash\]$/,
    );
  });

  it("is whole without a limit", async () => {
    const result = await bash("head -c 100000 /dev/zero | tr '\\0' x", { maxResultChars: 0 });
    expect(result).toEqual({ output: "x".repeat(100_000), isError: false });
  });
});

describe("live output", () => {
  it("comes while the command runs", async () => {
    const space = makeWorkspace();
    const shown: string[] = [];
    const done = space.run(
      "bash",
      { command: "echo first; while [ ! -e go ]; do sleep 0.01; done; echo last" },
      { onOutput: (text) => shown.push(text) },
    );
    await eventually(() => expect(shown.join("")).toBe("first\n"));
    space.put("go", "");
    expect(await done).toEqual({ output: "first\nlast\n", isError: false });
    expect(shown.join("")).toBe("first\nlast\n");
  });
});

describe("stopping", () => {
  it("after the time limit", async () => {
    expect(await bash("sleep 999", { bashTimeoutMs: 50 })).toEqual({
      output: "Command timed out after 0.05 seconds",
      isError: true,
    });
  });

  it("after the time limit keeps what there was", async () => {
    const limit = holdTimer(120_000);
    const timing = { killMs: 300, pollMs: 10, settleMs: 50, drainMs: 50, setTimer: limit.setTimer };
    const context = {
      ...{ cwd: "/", childEnv: { PATH: process.env.PATH ?? "" }, maxChars: 100 },
      ...{ bashTimeoutMs: 120_000, groups: createProcessGroups(timing) },
    };
    const live = { signal: new AbortController().signal, onOutput: () => limit.goOff() };
    expect(await bashTool.run({ command: "echo partial; sleep 999" }, context, live)).toEqual({
      ...{ output: "partial\n", totalChars: 8, isError: true },
      footer: "Command timed out after 120 seconds",
    });
  });

  it("on abort keeps what there was and ends the children", async () => {
    const abort = new AbortController();
    const shown: string[] = [];
    const live = { signal: abort.signal, onOutput: (text: string) => shown.push(text) };
    const done = bash("sleep 999 & echo $!; wait", { bashTimeoutMs: 0 }, live);
    await eventually(() => expect(shown.join("")).toMatch(/^\d+\n$/));
    abort.abort();
    const { output, isError } = await done;
    expect(output).toBe(`${shown.join("")}Command interrupted by the user; it may have partly run`);
    expect(isError).toBe(true);
    await expectGone(Number.parseInt(output, 10));
  });

  it("leaves no background job behind", async () => {
    const { output, isError } = await bash("sleep 999 & echo $!");
    expect(isError).toBe(false);
    await expectGone(Number.parseInt(output, 10));
  });

  it.each<[GroupEnd, string]>([
    [{ kind: "timed-out" }, "Command timed out after 120 seconds"],
    [{ kind: "aborted" }, "Command interrupted by the user; it may have partly run"],
  ])("says why: %j", async (end, footer) => {
    const groups = { ...createProcessGroups(), run: async () => end };
    const context = { cwd: "/", childEnv: {}, bashTimeoutMs: 120_000, maxChars: 100, groups };
    const live = { signal: new AbortController().signal, onOutput: () => undefined };
    expect(await bashTool.run({ command: "x" }, context, live)).toEqual({
      output: "",
      isError: true,
      footer,
    });
  });

  it("shutdown ends what is running", async () => {
    const space = makeWorkspace();
    const shown: string[] = [];
    const done = space.run(
      "bash",
      { command: "echo $$; exec sleep 999" },
      { onOutput: (text) => shown.push(text) },
    );
    await eventually(() => expect(shown.join("")).toMatch(/^\d+\n$/));
    space.toolbox.shutdown();
    expect((await done).output).toContain("[killed by SIGKILL]");
    await expectGone(Number.parseInt(shown.join(""), 10));
  });
});

describe("the environment of a command", () => {
  it("has no secrets in it", async () => {
    const env = {
      PATH: process.env.PATH,
      OPENAI_API_KEY: "shuttle-key-one",
      PLAIN: "value",
      LEAK: "hunter2-hunter2",
    };
    const { output } = await bash("env", { env, secrets: ["hunter2-hunter2"] });
    expect(output).toContain("PLAIN=value\n");
    expect(output).toContain("TERM=dumb\n");
    expect(output).not.toMatch(/shuttle-key-one|hunter2/);
    const passed = await bash("env", { env, passEnv: ["OPENAI_API_KEY"] });
    expect(passed.output).toContain("OPENAI_API_KEY=shuttle-key-one\n");
  });
});

function which(program: string): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? program;
}
