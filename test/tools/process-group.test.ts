import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, it, onTestFinished } from "vitest";
import { createProcessGroups, type GroupCommand, type GroupTiming } from "../../src/tools/process-group.ts";
import { runProgram } from "./node-program.ts";
import { eventually, expectGone, forever, holdTimer, isAlive } from "./processes.ts";
import { makeWorkspace } from "./workspace.ts";

const quick: GroupTiming = { killMs: 300, pollMs: 10, settleMs: 50, drainMs: 50, setTimer: setTimeout };

/** Prints its process id and cannot be ended by SIGTERM. */
const stubborn = `sh -c 'trap "" TERM; echo $$; while :; do sleep 0.05; done'`;

function start(script: string, options: Partial<GroupCommand> = {}, timing = quick) {
  const groups = createProcessGroups(timing);
  onTestFinished(groups.killAll);
  const abort = new AbortController();
  let output = "";
  const end = groups.run({
    file: "sh",
    args: ["-c", script],
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? "" },
    timeoutMs: 0,
    signal: abort.signal,
    onChunk: (chunk) => {
      output += Buffer.from(chunk).toString();
    },
    ...options,
  });
  return {
    groups,
    abort,
    end,
    output: () => output,
    firstPid: () =>
      eventually(() => {
        expect(output).toMatch(/^\d+\n/);
        return Number.parseInt(output, 10);
      }),
  };
}

describe("how a command ends", () => {
  it("by exit code, with all it wrote", async () => {
    const run = start("seq 1 20000; exit 3");
    expect(await run.end).toEqual({ kind: "exited", code: 3 });
    expect(run.output().trimEnd().split("\n")).toHaveLength(20000);
  });

  it("by a signal", async () => {
    expect(await start("kill -SEGV $$").end).toEqual({ kind: "signalled", signal: "SIGSEGV" });
  });

  it("not at all when it cannot be started", async () => {
    expect(await start("", { file: "no-such-program" }).end).toEqual({ kind: "not-started", code: "ENOENT" });
    expect(await start("true", { cwd: "/no/such/directory" }).end).toEqual({
      kind: "not-started",
      code: "ENOENT",
    });
  });

  it("is not started when already aborted", async () => {
    const run = start("echo ran", { signal: AbortSignal.abort() });
    expect(await run.end).toEqual({ kind: "aborted" });
    expect(run.output()).toBe("");
  });

  it("gets no input and no terminal, and leads its own group", async () => {
    const run = start("cat; tty; ps -o pgid= -p $$ | tr -d ' '; echo $$");
    await run.end;
    const [tty, group, pid] = run.output().trim().split("\n");
    expect(tty).toBe("not a tty");
    expect(group).toBe(pid);
  });

  it("a time limit beyond what timers can hold is not taken for none left", async () => {
    expect(await start("sleep 0.1", { timeoutMs: 1e12 }).end).toEqual({ kind: "exited", code: 0 });
  });
});

describe("what a command leaves behind", () => {
  it("is ended with it", async () => {
    const run = start("sleep 999 & echo $!");
    expect(await run.end).toEqual({ kind: "exited", code: 0 });
    await expectGone(await run.firstPid());
  });

  it("is killed when it ignores SIGTERM", async () => {
    const run = start(`${stubborn} & sleep 0.2`);
    const pid = await run.firstPid();
    expect(await run.end).toEqual({ kind: "exited", code: 0 });
    await expectGone(pid);
  });

  it("makes nobody wait when it ignores SIGTERM", async () => {
    const run = start(`${stubborn} & sleep 0.2`, {}, { ...quick, killMs: forever });
    const pid = await run.firstPid();
    expect(await run.end).toEqual({ kind: "exited", code: 0 });
    expect(isAlive(pid)).toBe(true);
  });

  it("has time to clean up", async () => {
    const space = makeWorkspace();
    const tidy = `sh -c 'trap "sleep 0.1; touch tidy; exit" TERM; echo $$; while :; do sleep 0.01; done'`;
    const run = start(`${tidy} & sleep 0.2`, { cwd: space.cwd }, { ...quick, killMs: forever });
    await run.firstPid();
    await run.end;
    await eventually(() => expect(existsSync(space.path("tidy"))).toBe(true));
  });

  it("does not hold up the result when it has left the group and keeps the pipe", async () => {
    const run = start("setsid sh -c 'echo $$; exec sleep 999' & sleep 0.2; echo done");
    const pid = await run.firstPid();
    onTestFinished(() => void process.kill(pid, "SIGKILL"));
    expect(await run.end).toEqual({ kind: "exited", code: 0 });
    expect(run.output()).toContain("done");
    expect(isAlive(pid)).toBe(true);
  });
});

describe("stopping a command", () => {
  it("on abort settles as soon as it has obeyed", async () => {
    const run = start("echo $$; sleep 999", {}, { ...quick, settleMs: forever });
    const pid = await run.firstPid();
    run.abort.abort();
    expect(await run.end).toEqual({ kind: "aborted" });
    await expectGone(pid);
  });

  it("on abort settles without one that does not obey", async () => {
    const script = `trap "" TERM; ${stubborn} & while :; do sleep 0.05; done`;
    const run = start(script, {}, { ...quick, killMs: forever });
    const pid = await run.firstPid();
    run.abort.abort();
    expect(await run.end).toEqual({ kind: "aborted" });
    expect(isAlive(pid)).toBe(true);
  });

  it("on abort kills one that does not obey, and its children", async () => {
    const run = start(`trap "" TERM; ${stubborn} & while :; do sleep 0.05; done`);
    const pid = await run.firstPid();
    run.abort.abort();
    await run.end;
    await expectGone(pid);
  });

  it("happens when the time is up", async () => {
    const limit = holdTimer(120_000);
    const timing = { ...quick, setTimer: limit.setTimer };
    const run = start("echo $$; sleep 999", { timeoutMs: 120_000 }, timing);
    const pid = await run.firstPid();
    limit.goOff();
    expect(await run.end).toEqual({ kind: "timed-out" });
    await expectGone(pid);
  });

  it("killAll ends every group, running or being ended", async () => {
    const patient = { ...quick, killMs: forever };
    const run = start(`${stubborn} & wait`, {}, patient);
    const pid = await run.firstPid();
    run.abort.abort();
    await run.end;
    expect(isAlive(pid)).toBe(true);
    run.groups.killAll();
    await expectGone(pid);

    const other = start("echo $$; exec sleep 999", {}, patient);
    const otherPid = await other.firstPid();
    other.groups.killAll();
    expect(await other.end).toEqual({ kind: "signalled", signal: "SIGKILL" });
    await expectGone(otherPid);
  });

  it("at any time leaves nothing behind", async () => {
    const space = makeWorkspace();
    for (let steps = 0; steps < 30; steps += 1) {
      const script = `echo $$ > ${steps}.pid; sleep 999 & echo $! > ${steps}.child; wait`;
      const run = start(script, { cwd: space.cwd });
      for (let step = 0; step < steps; step += 1) await new Promise(setImmediate);
      run.abort.abort();
      expect(await run.end).toEqual({ kind: "aborted" });
    }
    const pids = readdirSync(space.cwd).map((name) => Number.parseInt(space.get(name), 10));
    for (const pid of pids.filter((value) => value > 0)) await expectGone(pid);
  });
});

describe("the end of our own process", () => {
  it("is not held up by a child that does not die, and killAll takes that child along", async () => {
    const stdout = await runProgram(`
      import { createProcessGroups } from "tools/process-group.ts";
      const never = ${forever};
      const groups = createProcessGroups({
        killMs: never, pollMs: 10, settleMs: 50, drainMs: 50, setTimer: setTimeout,
      });
      process.on("exit", () => groups.killAll());
      const abort = new AbortController();
      const run = groups.run({
        file: "sh",
        args: ["-c", 'trap "" TERM; echo $$; while :; do sleep 0.05; done'],
        cwd: "/",
        env: process.env,
        timeoutMs: never,
        signal: abort.signal,
        onChunk(chunk) {
          process.stdout.write(chunk);
          abort.abort();
        },
      });
      console.log((await run).kind);`);
    const [pid, kind] = stdout.split("\n");
    expect(kind).toBe("aborted");
    await expectGone(Number(pid));
  });
});
