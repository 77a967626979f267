/** Commands in a real sandbox where bubblewrap works; what is said where it does not, everywhere. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Detected, detectSandbox } from "../../../src/tools/sandbox/detect.ts";
import { createSandbox, type SandboxOptions } from "../../../src/tools/sandbox/sandbox.ts";
import { adjustedTools } from "../../../src/tools/tool-table.ts";
import { scratch } from "../../support/program.ts";
import { eventually } from "../processes.ts";
import { field, makeWorkspace } from "../workspace.ts";

const env = { PATH: process.env.PATH };
const here = await detectSandbox({ env, cwd: scratch(), network: false });
const works = here.kind === "bwrap";
const title = works ? "a command in bubblewrap" : `skipped: ${here.kind === "none" ? here.why : here.kind}`;

/** The home lies in the working directory, so that what is hidden there is hidden by the sandbox and nothing else. */
function sandboxed(change: Partial<SandboxOptions> = {}, detect?: () => Promise<Detected>) {
  const root = scratch();
  const [cwd, home, outside] = [join(root, "work"), join(root, "work", "home"), join(root, "outside")];
  for (const path of [home, outside]) mkdirSync(path, { recursive: true });
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const options = { cwd, home, env, network: false, protectedPaths: [], skillPaths: [], ...change };
  const open = (more: Partial<SandboxOptions> = {}) =>
    makeWorkspace({
      cwd,
      home,
      sandbox: createSandbox({ ...options, ...more }, detect),
    });
  return { cwd, home, outside, put, open };
}

function commandLines(): readonly string[] {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.flatMap((id) => {
    try {
      return [readFileSync(join("/proc", id, "cmdline"), "utf8")];
    } catch {
      return [];
    }
  });
}

describe.skipIf(!works)(title, () => {
  it("writes to the working directory", async () => {
    const { cwd, open } = sandboxed();
    expect(await open().run("bash", { command: "echo hi > made; pwd" })).toEqual({
      output: `${cwd}\n`,
      isError: false,
    });
    expect(readFileSync(join(cwd, "made"), "utf8")).toBe("hi\n");
  });

  it("writes nowhere else, not even as root", async () => {
    const { open } = sandboxed();
    const { output } = await open().run("bash", {
      command: "mount -o remount,rw,bind / 2>/dev/null; : > /etc/made; : > /var/made; umount /tmp; true",
    });
    expect(output).toMatch(/\/etc\/made: Read-only file system/);
    expect(output).toMatch(/\/var\/made: (Read-only file system|Permission denied)/);
    expect(existsSync("/etc/made")).toBe(false);
  });

  it("has a /tmp of its own, gone with it", async () => {
    const { outside, put, open } = sandboxed();
    put(join(outside, "file"), "x");
    const space = open();
    const { output } = await space.run("bash", {
      command: `echo x > /tmp/treadle-private; ls -d ${outside}`,
    });
    expect(output).toContain("No such file");
    expect(existsSync("/tmp/treadle-private")).toBe(false);
    expect((await space.run("bash", { command: "cat /tmp/treadle-private" })).isError).toBe(true);
  });

  it("sees no keys and nothing of ours, but the skills", async () => {
    const { home, put, open } = sandboxed();
    const config = join(home, ".config", "treadle");
    put(join(home, ".ssh", "id"), "secret-key");
    put(join(home, ".netrc"), "secret-password");
    put(join(config, "config.yaml"), "secret-setting");
    put(join(config, "skills", "one", "SKILL.md"), "a skill");
    const state = join(home, "not-yet-there");
    const paths = { protectedPaths: [config, state], skillPaths: [join(config, "skills")] };
    const command = `cat home/.ssh/* home/.netrc ${config}/*.yaml; cat ${config}/skills/*/*; echo x > ${config}/config.yaml; echo x > ${state}/config.yaml`;
    const { output } = await open(paths).run("bash", { command });
    expect(output).not.toContain("secret");
    expect(output).toContain("a skill");
    expect(readFileSync(join(config, "config.yaml"), "utf8")).toBe("secret-setting");
    expect(existsSync(join(state, "config.yaml"))).toBe(false);
  });

  it("cannot move what is around our settings, to put its own there", async () => {
    const { cwd, home, put, open } = sandboxed();
    const [there, missing] = [join(home, ".config", "treadle"), join(home, ".state", "treadle")];
    put(join(there, "config.yaml"), "ours");
    const command =
      "cd home; for d in .config .state; do mv $d away$d; mkdir -p $d/treadle; echo x > $d/treadle/config.yaml; done; " +
      "cd ..; mv home gone; mkdir -p home/.config/treadle; echo x > home/.config/treadle/config.yaml";
    await open({ protectedPaths: [there, missing] }).run("bash", { command });
    expect(existsSync(join(cwd, "gone"))).toBe(false);
    expect(readFileSync(join(there, "config.yaml"), "utf8")).toBe("ours");
    expect(existsSync(join(missing, "config.yaml"))).toBe(false);
  });

  it("sees no keys behind a link either", async () => {
    const { cwd, home, put, open } = sandboxed();
    put(join(cwd, "elsewhere", "id"), "secret-key");
    symlinkSync(join(cwd, "elsewhere"), join(home, ".ssh"));
    const { output } = await open().run("bash", { command: "cat elsewhere/id home/.ssh/id" });
    expect(output).not.toContain("secret-key");
  });

  it("has a network only when it is opened", async () => {
    const server = createServer((socket) => socket.end("reached\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const command = `cat < /dev/tcp/127.0.0.1/${port}`;
    const { open } = sandboxed();
    const closed = await open().run("bash", { command });
    const opened = await open({ network: true }).run("bash", { command });
    server.close();
    expect(closed.output).toContain("Connection refused");
    expect(opened.output).toBe("reached\n");
  });

  it("is ended with everything it has started", async () => {
    const { cwd, open } = sandboxed();
    const controller = new AbortController();
    const mark = `${100_000 + process.pid}.5`;
    const running = open().run(
      "bash",
      { command: `(setsid sleep ${mark} &) ; touch started; sleep ${mark}` },
      { signal: controller.signal },
    );
    await eventually(() => expect(existsSync(join(cwd, "started"))).toBe(true));
    expect(commandLines().filter((line) => line.includes(mark)).length).toBeGreaterThan(1);
    controller.abort();
    expect((await running).output).toContain("interrupted by the user");
    await eventually(() => expect(commandLines().filter((line) => line.includes(mark))).toEqual([]));
  });

  it("keeps its exit code and the order of its output", async () => {
    const { open } = sandboxed();
    expect(await open().run("bash", { command: "echo a; echo b >&2; echo c; exit 3" })).toEqual({
      output: "a\nb\nc\n[exit code 3]",
      isError: true,
    });
  });

  it("is announced in the question", async () => {
    const { cwd, open } = sandboxed();
    const verdict = await open().judge("bash", { command: "true" });
    expect(verdict.kind).toBe("ask");
    expect(field(verdict, "sandbox")).toBe(
      `bubblewrap: writes only to ${cwd} and a /tmp of its own, network off`,
    );
  });

  it("is refused where the sandbox would hide the working directory, or would have to open the system", async () => {
    const { cwd, open } = sandboxed();
    for (const [more, words] of [
      [{ protectedPaths: [cwd] }, "where you are"],
      [{ cwd: "/" }, "cannot let a command write to /"],
    ] as const) {
      const verdict = await open(more).judge("bash", { command: "touch made" });
      expect(verdict).toMatchObject({ kind: "refuse", output: expect.stringContaining(words) });
    }
  });
});

describe("without a sandbox that works", () => {
  const none: Detected = { kind: "none", why: "there is none", advice: "get one" };

  it("nothing runs, neither asked nor unasked, and it is said what to do", async () => {
    const { cwd, open } = sandboxed({}, async () => none);
    const space = open();
    const problem =
      "Not run: commands are to run in a sandbox, but there is none. To have a sandbox, get one; " +
      "or start treadle without --sandbox and with sandbox: false.";
    expect(await space.judge("bash", { command: "touch made" })).toEqual({ kind: "refuse", output: problem });
    expect(await space.run("bash", { command: "touch made" })).toEqual({ output: problem, isError: true });
    expect(existsSync(join(cwd, "made"))).toBe(false);
  });

  it("other tools work as ever", async () => {
    const { open } = sandboxed({}, async () => none);
    expect(await open().run("write", { path: "made", content: "x" })).toMatchObject({ isError: false });
  });
});

describe("looking for a sandbox", () => {
  const place = { cwd: "/", network: false };
  const pretend = (name: string, script: string) => {
    const bin = scratch();
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
    return bin;
  };

  it("finds none on an empty PATH", async () => {
    expect(await detectSandbox({ ...place, env: { PATH: "" } })).toMatchObject({
      kind: "none",
      why: "bubblewrap (bwrap) is not installed",
    });
  });

  it("tells what bubblewrap says when it cannot make its namespaces", async () => {
    const bin = pretend("bwrap", "echo 'bwrap: No permissions to create new namespace' >&2; exit 1");
    expect(await detectSandbox({ ...place, cwd: scratch(), env: { PATH: bin } })).toMatchObject({
      kind: "none",
      why: "bubblewrap cannot make its namespaces here (No permissions to create new namespace)",
    });
  });

  it("takes no program from the working directory, nor from a relative PATH", async () => {
    const bin = pretend("bwrap", "exit 0");
    const found = (cwd: string, PATH: string) => detectSandbox({ cwd, network: false, env: { PATH } });
    expect(await found(scratch(), bin)).toMatchObject({ kind: "bwrap" });
    expect(await found(bin, bin)).toMatchObject({ kind: "none" });
    expect(await found(scratch(), ".")).toMatchObject({ kind: "none" });
  });

  it("takes proot on Termux alone, and says plainly what it cannot do", async () => {
    const bin = pretend("proot", "exit 0");
    const cwd = scratch();
    expect(await detectSandbox({ ...place, cwd, env: { PATH: bin } })).toMatchObject({ kind: "none" });
    const termux = { PATH: bin, TERMUX_VERSION: "0.118", TMPDIR: scratch() };
    const { open } = sandboxed({ env: termux });
    const verdict = await open().judge("bash", { command: "true" });
    expect(field(verdict, "sandbox")).toMatch(/network is open: proot cannot switch it off/);
  });
});

it("the model is told, of commands alone", () => {
  const { note } = createSandbox({
    ...{ cwd: "/", home: "/", env, network: false, protectedPaths: [], skillPaths: [] },
  });
  const told = adjustedTools({}, note).filter(({ description }) => description.includes("no network"));
  expect(told.map(({ name }) => name)).toEqual(["bash"]);
});
