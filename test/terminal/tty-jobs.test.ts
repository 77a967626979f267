import { beforeAll, describe, expect, test } from "vitest";
import { bundleProgram, type Pty, startPty } from "./tty-pty.ts";

const esc = "\u001b";
const rmcup = `${esc}[?1049l`;
const smcup = `${esc}[?1049h`;
const stopped = "Stopped";
const prompt = "prompt>";

let program = "";
beforeAll(async () => {
  program = await bundleProgram();
});

interface Shell extends Pty {
  /** Types a command and waits until it has run. */
  run(command: string): Promise<void>;
  /** What `stty -g` says at the prompt. */
  settings(): Promise<string>;
  readonly pid: () => number;
}

/** An interactive shell with job control in which the program runs in the foreground. */
async function startJob(command = `"${process.execPath}" "${program}" log`): Promise<Shell> {
  const pty = startPty(["bash", "--norc", "--noprofile", "-i"], {
    env: { PS1: prompt, INPUTRC: "/dev/null" },
  });
  let ran = 0;
  const run = async (line: string) => {
    ran++;
    pty.type(`${line}; echo done >ran-${ran}\r`);
    await pty.readUntil(`ran-${ran}`, "done");
  };
  const settings = async () => {
    await run("stty -g >settings");
    return pty.read("settings");
  };
  await run("ulimit -c 0; stty -g >before");
  pty.type(`${command}\r`);
  await pty.readUntil("log", "ready");
  return { ...pty, run, settings, pid: () => Number(/ready (\d+)/.exec(pty.read("log"))?.[1]) };
}

/** Until the shell has its terminal back. */
async function leave(shell: Shell): Promise<void> {
  const prompts = shell.sent().split(prompt).length;
  shell.type("l");
  await shell.untilSent(prompt, prompts);
}

/** The program hears keys again, leaves, and the shell finds its terminal as it was. */
async function expectGoesOn(shell: Shell): Promise<void> {
  shell.type("\u0003");
  await shell.readUntil("log", String.raw`input "\u0003"`);
  await leave(shell);
  expect(await shell.settings()).toBe(shell.read("before"));
  shell.type("exit\r");
  await shell.ended;
}

const stops: readonly { readonly name: string; readonly stop: (shell: Shell) => void }[] = [
  { name: "^Z, typed", stop: (shell) => shell.type("z") },
  { name: "SIGTSTP from elsewhere", stop: (shell) => process.kill(shell.pid(), "SIGTSTP") },
];

describe("stopped and continued by a shell", () => {
  test.each(stops)("$name: the shell gets its terminal and fg brings all back", async ({ stop }) => {
    const shell = await startJob();
    stop(shell);
    await shell.untilSent(stopped);
    expect(shell.sent().indexOf(rmcup)).toBeGreaterThan(0);
    expect(shell.sent().indexOf(rmcup)).toBeLessThan(shell.sent().indexOf(stopped));
    expect(await shell.settings()).toBe(shell.read("before"));
    shell.resize(100, 40);
    shell.type("fg\r");
    await shell.readUntil("log", "resume 100x40");
    await shell.untilSent(smcup, 2);
    stop(shell);
    await shell.untilSent(stopped, 2);
    shell.type("fg\r");
    await shell.untilSent(smcup, 3);
    await expectGoesOn(shell);
    expect(shell.read("log").match(/^leave$/gm)).toHaveLength(3);
  });

  test("SIGSTOP, of which nobody can be told: fg sets all modes again", async () => {
    const shell = await startJob();
    process.kill(shell.pid(), "SIGSTOP");
    await shell.untilSent(stopped);
    await shell.run("stty sane");
    shell.type("fg\r");
    await shell.untilSent(smcup, 2);
    await shell.readUntil("log", "resume");
    shell.type("s");
    expect(await shell.readUntil("log", "stty")).toContain(" -icanon ");
    await leave(shell);
    shell.type("exit\r");
    await shell.ended;
    expect(shell.read("log").match(/^leave$/gm)).toHaveLength(1);
  });

  test("^Z stops what started the program too", async () => {
    const shell = await startJob(`sh -c '"$@"; true' sh "${process.execPath}" "${program}" log`);
    shell.type("z");
    await shell.untilSent(stopped);
    shell.type("fg\r");
    await shell.readUntil("log", "resume");
    await expectGoesOn(shell);
  });

  test("a stopped program can be ended, and then sends nothing more", async () => {
    const shell = await startJob();
    shell.type("z");
    await shell.untilSent(stopped);
    await shell.run(`kill %1; while kill -0 ${shell.pid()}; do sleep 0.01; done 2>/dev/null`);
    expect(shell.read("log")).not.toContain("resume");
    expect(shell.sent().split(smcup)).toHaveLength(2);
    expect(shell.sent().split(rmcup)).toHaveLength(2);
    expect(await shell.settings()).toBe(shell.read("before"));
    shell.type("exit\r");
    await shell.ended;
  });
});

test("^Z where no shell controls the job: the program takes the terminal again", async () => {
  const pty = startPty([process.execPath, program, "log"]);
  await pty.readUntil("log", "ready");
  pty.type("z");
  await pty.readUntil("log", "resume 80x24");
  await pty.untilSent(smcup, 2);
  pty.type("l");
  await pty.ended;
  expect(pty.read("log").match(/^leave$/gm)).toHaveLength(2);
});
