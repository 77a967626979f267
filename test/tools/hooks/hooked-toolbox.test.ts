/** Hooks as real processes around real tools. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { HookSettings } from "../../../src/model/settings.ts";
import { withHooks } from "../../../src/tools/hooks/hooked-toolbox.ts";
import { matchesName } from "../../../src/tools/hooks/match-name.ts";
import { eventually, expectGone } from "../processes.ts";
import { makeWorkspace } from "../workspace.ts";

const path = { PATH: process.env.PATH ?? "" };

function hooked(hooks: readonly HookSettings[], env: Readonly<Record<string, string>> = path) {
  const space = makeWorkspace();
  const toolbox = withHooks(space.toolbox, { hooks, cwd: space.cwd, env });
  onTestFinished(() => toolbox.shutdown());
  const warnings: string[] = [];
  const turn = { task: "t7", warn: (text: string) => warnings.push(text) };
  const around = toolbox.forTurn?.(turn) ?? toolbox;
  const run = (name: string, input: Record<string, unknown>, signal = new AbortController().signal) =>
    around.run({ id: "c", name, input }, { signal, onOutput: () => undefined });
  const ended = (outcome: string, signal = new AbortController().signal) =>
    toolbox.hooks?.ended(turn, outcome, signal);
  const made = (name: string) => existsSync(join(space.cwd, name));
  const json = (name: string) => JSON.parse(readFileSync(join(space.cwd, name), "utf8"));
  return { ...space, toolbox, warnings, run, ended, made, json };
}

const guarding = (command: string, more: Partial<HookSettings> = {}): HookSettings => ({
  on: "before_tool",
  command,
  ...more,
});

describe("a hook before a tool", () => {
  it("that is content lets it run, and knows what will be done where", async () => {
    const { cwd, run, json } = hooked([guarding("cat > facts; pwd > where")]);
    expect(await run("bash", { command: "cat where" })).toEqual({ output: `${cwd}\n`, isError: false });
    expect(json("facts")).toEqual({
      event: "before_tool",
      tool: "bash",
      input: { command: "cat where" },
      directory: cwd,
      task: "t7",
    });
  });

  it.each([
    ["echo 'not today'; echo really >&2; exit 1", "not today\nreally"],
    ["exit 2", '"exit 2" ended with exit code 2'],
    ["kill -KILL $$", '"kill -KILL $$" was killed by SIGKILL'],
    ["head -c 5000 /dev/zero | tr '\\0' x; exit 1", "x".repeat(2000)],
  ])("that ends with an error forbids it: %s", async (command, message) => {
    const { run, made } = hooked([guarding(command)]);
    expect(await run("bash", { command: "touch made" })).toEqual({
      output: `Blocked by a hook: ${message}`,
      isError: true,
      refused: true,
    });
    expect(made("made")).toBe(false);
  });

  it("that cannot be started forbids it", async () => {
    const { run, made } = hooked([guarding("true")], { PATH: "/no/such/place" });
    expect(await run("bash", { command: "touch made" })).toMatchObject({
      output: 'Blocked by a hook: "true" could not be started (ENOENT)',
      refused: true,
    });
    expect(made("made")).toBe(false);
  });

  it("that does not end forbids it, and is killed with what it started", async () => {
    const { cwd, run, made } = hooked([guarding("sleep 1000 & echo $! > pid; wait", { timeoutSeconds: 1 })]);
    expect(await run("bash", { command: "touch made" })).toMatchObject({
      output: expect.stringMatching(/^Blocked by a hook: .* did not end within 1 second$/),
    });
    expect(made("made")).toBe(false);
    await expectGone(Number(readFileSync(join(cwd, "pid"), "utf8")));
  });

  it("is killed when the turn is cancelled, and nothing runs", async () => {
    const controller = new AbortController();
    const { cwd, run, made } = hooked([guarding("echo $$ > pid; sleep 1000")]);
    const running = run("bash", { command: "touch made" }, controller.signal);
    await eventually(() => expect(readFileSync(join(cwd, "pid"), "utf8")).toMatch(/\d\n/));
    controller.abort();
    expect(await running).toEqual({ output: "Not started: cancelled by the user", isError: true });
    expect(made("made")).toBe(false);
    await expectGone(Number(readFileSync(join(cwd, "pid"), "utf8")));
  });

  it("is asked in order, until one forbids", async () => {
    const { run, made } = hooked([guarding("touch one"), guarding("exit 1"), guarding("touch three")]);
    await run("bash", { command: "true" });
    expect([made("one"), made("three")]).toEqual([true, false]);
  });

  it("need not read its input", async () => {
    const { run } = hooked([guarding("exec true")]);
    const content = "x".repeat(1_000_000);
    expect(await run("write", { path: "big", content })).toMatchObject({ isError: false });
  });

  it("is asked about its tools alone", async () => {
    const { run } = hooked([guarding("exit 1", { tools: ["wri*", "edi?"] })]);
    expect(await run("bash", { command: "true" })).toMatchObject({ isError: false });
    expect(await run("write", { path: "x", content: "" })).toMatchObject({ refused: true });
    expect(await run("edit", { path: "x", old_string: "", new_string: "" })).toMatchObject({ refused: true });
  });

  it("sees the input under its own names, whatever the model called them", async () => {
    const { put, run, json } = hooked([guarding("cat > facts")]);
    put("file", "text");
    await run("read", { file_path: "file" });
    expect(json("facts").input).toEqual({ path: "file" });
  });

  it("is asked outside of a turn too", async () => {
    const { toolbox } = hooked([guarding("exit 1")]);
    const live = { signal: new AbortController().signal, onOutput: () => undefined };
    const call = { id: "c", name: "bash", input: { command: "true" } };
    expect(await toolbox.run(call, live)).toMatchObject({ refused: true });
  });
});

describe("a hook after a tool", () => {
  it("knows what came of it", async () => {
    const { cwd, run, json } = hooked([{ on: "after_tool", command: "cat > facts" }]);
    await run("bash", { command: "echo out; exit 3" });
    expect(json("facts")).toEqual({
      event: "after_tool",
      tool: "bash",
      input: { command: "echo out; exit 3" },
      output: "out\n[exit code 3]",
      isError: true,
      directory: cwd,
      task: "t7",
    });
  });

  it("only warns when it fails", async () => {
    const { run, warnings } = hooked([{ on: "after_tool", command: "echo no >&2; exit 1" }]);
    expect(await run("bash", { command: "echo out" })).toEqual({ output: "out\n", isError: false });
    expect(warnings).toEqual(["The after_tool hook failed: no"]);
  });

  it("does not run after a call that was blocked", async () => {
    const { run, made } = hooked([guarding("exit 1"), { on: "after_tool", command: "touch after" }]);
    await run("bash", { command: "true" });
    expect(made("after")).toBe(false);
  });
});

describe("a hook at the end of a turn", () => {
  it("knows how it ended, and only warns when it fails", async () => {
    const { cwd, ended, json, warnings } = hooked([{ on: "turn_end", command: "cat > facts; exit 1" }]);
    await ended("answered");
    expect(json("facts")).toEqual({ event: "turn_end", outcome: "answered", directory: cwd, task: "t7" });
    expect(warnings).toEqual(['The turn_end hook failed: "cat > facts; exit 1" ended with exit code 1']);
  });

  it("runs after a cancelled turn too, which does not wait for it; the end of the program ends it", async () => {
    const { cwd, ended, toolbox } = hooked([{ on: "turn_end", command: "echo $$ > pid; sleep 1000" }]);
    await ended("cancelled", AbortSignal.abort());
    await eventually(() => expect(readFileSync(join(cwd, "pid"), "utf8")).toMatch(/\d\n/));
    toolbox.shutdown();
    await expectGone(Number(readFileSync(join(cwd, "pid"), "utf8")));
  });
});

it.each([
  [undefined, "bash", true],
  [[], "bash", false],
  [["bash"], "bash", true],
  [["bash"], "bash2", false],
  [["files__*"], "files__read", true],
  [["*"], "a.b", true],
  [["a.b"], "axb", false],
  [["?ash"], "bash", true],
  [["(x"], "(x", true],
])("%j matches %s: %s", (patterns, name, matches) => {
  expect(matchesName(patterns, name)).toBe(matches);
});
