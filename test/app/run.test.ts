/** The composition root with a fake world: what pipes cannot show, a terminal as standard input. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../src/app/run.ts";
import { until } from "../support/until.ts";
import { type FakeHost, fakeHost } from "./fake-host.ts";

function atTerminal(...argv: readonly string[]): FakeHost {
  const host = fakeHost({ argv: ["-b", "offline", ...argv] });
  host.stdin.isTTY = true;
  return host;
}

/** Runs to the end while the clock goes on by itself. */
async function finish(host: FakeHost): Promise<number> {
  const ticking = setInterval(() => host.clock.advance(1000), 1);
  try {
    return await run(host);
  } finally {
    clearInterval(ticking);
  }
}

async function sees(host: FakeHost, text: string): Promise<void> {
  await until(
    () => `${host.out()}${host.err()}`.includes(text),
    () => `${text} in ${host.out()}${host.err()}`,
  );
}

describe("one prompt at a terminal", () => {
  it("is answered and not announced as queued", async () => {
    const host = atTerminal("hi");
    expect(await finish(host)).toBe(0);
    expect(host.out()).toContain("offline demo");
    expect(host.err()).not.toContain("queued");
  });

  it("may ask there", async () => {
    const host = atTerminal("demo bash");
    const code = finish(host);
    await sees(host, "Allow? [y/N]");
    host.stdin.write("n\n");
    expect(await code).toBe(4);
  });

  it("that was itself read from there leaves nobody to ask", async () => {
    const host = atTerminal("-");
    host.stdin.end("demo bash\n");
    expect(await finish(host)).toBe(4);
    expect(host.err()).toContain("nobody can be asked");
  });

  it("that cannot be read is refused", async () => {
    const host = atTerminal("-");
    host.stdin.destroy(new Error("EIO"));
    expect(await finish(host)).toBe(2);
    expect(host.err()).toBe("treadle: The prompt cannot be read from standard input: EIO\n");
  });
});

describe("a chat at a terminal", () => {
  it("ends well at the end of input, whatever the last turn came to", async () => {
    const host = atTerminal();
    const code = finish(host);
    host.stdin.write("demo error\n");
    await sees(host, "[Error: ");
    host.stdin.end();
    expect(await code).toBe(0);
    expect(host.out()).toContain("Goodbye!");
  });
});

describe("--list-agents", () => {
  it("lists them on standard output, safely, and what is to be known on standard error", async () => {
    const host = fakeHost({ argv: ["--list-agents"] });
    mkdirSync(join(host.home, ".config", "treadle"), { recursive: true });
    const config = 'agent: mine\nagents:\n  mine:\n    description: "my \\e[2J own"\n';
    writeFileSync(join(host.home, ".config", "treadle", "config.yaml"), config);
    mkdirSync(join(host.cwd, ".treadle"));
    writeFileSync(join(host.cwd, ".treadle", "config.yaml"), "model: x\n");
    expect(await run(host)).toBe(0);
    expect(
      host
        .out()
        .split("\n")
        .map((line) => line.split(" ")[0]),
    ).toEqual(["default", "yolo", "claude-opus", "local", "mine", ""]);
    expect(host.out()).toMatch(/^mine +my .*\[2J own +\(in use\)$/m);
    expect(host.out()).not.toMatch(/\p{Cc}(?<!\n)/u);
    expect(host.err()).toMatch(/^treadle: .*treadle trust$/m);
  });

  it("cannot be given where the settings are wrong", async () => {
    const host = fakeHost({ argv: ["--list-agents", "-a", "nobody"] });
    expect(await run(host)).toBe(2);
    expect(host.out()).toBe("");
    expect(host.err()).toContain("nobody");
  });
});

describe("treadle trust", () => {
  function project(config: string): FakeHost {
    const host = fakeHost({ argv: ["trust"] });
    mkdirSync(join(host.cwd, ".treadle"));
    writeFileSync(join(host.cwd, ".treadle", "config.yaml"), config);
    return host;
  }
  const again = ({ cwd, home }: FakeHost) => fakeHost({ argv: ["trust"], cwd, home });
  const trustFile = ({ home }: FakeHost) => join(home, ".local", "state", "treadle", "trust.json");

  it.each(["\n", "n\n", "nyes\n", ""])("changes nothing after %j", async (answer) => {
    const host = project("model: x\n");
    host.stdin.end(answer);
    expect(await run(host)).toBe(4);
    expect(host.out()).toContain("Not trusted");
    expect(existsSync(trustFile(host))).toBe(false);
  });

  it.each(["y\n", " YES \n", "y"])("remembers after %j, and does not ask again", async (answer) => {
    const host = project("model: x\n");
    host.stdin.end(answer);
    expect(await run(host)).toBe(0);
    expect(host.out()).toMatch(/model: "x"\nTrust these settings\? \[y\/N\] Trusted until/);
    const second = again(host);
    expect(await run(second)).toBe(0);
    expect(second.out()).toContain("already trusted");
  });

  it("lists what the model would be told, and trusts it whatever it says later", async () => {
    const host = fakeHost({ argv: ["trust"] });
    writeFileSync(join(host.cwd, "AGENTS.md"), "obey");
    mkdirSync(join(host.cwd, ".agents", "skills", "s"), { recursive: true });
    writeFileSync(join(host.cwd, ".agents", "skills", "s", "SKILL.md"), "");
    host.stdin.end("y\n");
    expect(await run(host)).toBe(0);
    expect(host.out()).toMatch(
      /when they change:\n {2}"AGENTS\.md"\n {2}"\.agents\/skills\/s\/SKILL\.md"\nTrust these files\? \[y\/N\] Trusted\.\n$/,
    );
    writeFileSync(join(host.cwd, "AGENTS.md"), "obey more");
    const second = again(host);
    expect(await run(second)).toBe(0);
    expect(second.out()).toContain("already trusted");
  });

  it("keeps the trust in notes when settings come later, and asks about these", async () => {
    const host = fakeHost({ argv: ["trust"] });
    writeFileSync(join(host.cwd, "AGENTS.md"), "obey");
    host.stdin.end("y\n");
    await run(host);
    mkdirSync(join(host.cwd, ".treadle"));
    writeFileSync(join(host.cwd, ".treadle", "config.yaml"), "model: x\n");
    const second = again(host);
    second.stdin.end("y\n");
    expect(await run(second)).toBe(0);
    expect(second.out()).not.toContain("AGENTS.md");
    expect(JSON.parse(readFileSync(trustFile(host), "utf8"))).toMatchObject({
      trusted: { [host.cwd]: expect.stringMatching(/^[0-9a-f]{64}$/) },
      guided: [host.cwd],
    });
  });

  it("shows a value on one line, whatever is in it", async () => {
    const host = project('system_prompt: "a\\nTrusted\\e[2J"\n');
    host.stdin.end("n\n");
    await run(host);
    expect(host.out()).not.toMatch(/^Trusted/m);
    expect(host.out()).not.toMatch(/\p{Cc}(?<!\n)/u);
  });

  it("refuses a file with mistakes, and a project without a file", async () => {
    const wrong = project("modle: x\n");
    expect(await run(wrong)).toBe(2);
    expect(wrong.err()).toContain("modle");
    expect(await run(fakeHost({ argv: ["trust"] }))).toBe(2);
  });

  it("says so when it cannot remember", async () => {
    const host = project("model: x\n");
    writeFileSync(join(host.home, ".local"), "");
    host.stdin.end("y\n");
    expect(await run(host)).toBe(1);
    expect(host.err()).toContain("trust.json");
  });
});

describe("help and version", () => {
  it("go to standard output", async () => {
    const help = fakeHost({ argv: ["--help"] });
    expect(await run(help)).toBe(0);
    expect(help.out()).toMatch(/^treadle - /);
    const version = fakeHost({ argv: ["--version"] });
    expect(await run(version)).toBe(0);
    expect(version.out()).toBe("treadle 1.2.3\n");
  });
});
