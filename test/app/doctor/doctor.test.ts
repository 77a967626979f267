/** The doctor on made-up patients: what it says of a good terminal, a poor one, none, and of keys and files. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../../src/app/run.ts";
import type { Send } from "../../../src/http/answer.ts";
import { httpAnswer } from "../../support/http-answer.ts";
import { scratch } from "../../support/program.ts";
import { fixtureDatabase } from "../../support/terminfo/fixture.ts";
import { fakeHost } from "../fake-host.ts";

interface Patient {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly argv?: readonly string[];
  readonly tty?: boolean;
  readonly cwd?: string;
  readonly home?: string;
  readonly sendRequest?: Send;
}

async function examine({ env, argv = [], tty = true, cwd = scratch(), home = scratch(), ...world }: Patient) {
  const host = fakeHost({
    argv: ["doctor", ...argv],
    env: { TERMINFO: fixtureDatabase, LANG: "C.UTF-8", ...env },
    cwd,
    home,
    ...world,
    terminalSize: () => (tty ? { columns: 100, rows: 30 } : {}),
  });
  host.stdin.isTTY = tty;
  Object.assign(host.stdout, { isTTY: tty });
  const code = await run(host);
  return { code, out: host.out(), err: host.err() };
}

describe("the terminal", () => {
  it("that can do everything", async () => {
    const { code, out } = await examine({ env: { TERM: "xterm-256color" } });
    expect(code).toBe(0);
    expect(out).toContain("TERM: xterm-256color\n");
    expect(out).toContain(`found in: ${fixtureDatabase}`);
    expect(out).toContain("display: full, the terminal has all that it needs\n");
    expect(out).toContain("size: 100x30\n");
    expect(out).toContain("colours: 256\n");
    expect(out).toContain("characters: utf-8\n");
    expect(out).toContain("address the cursor: cup\n");
    expect(out).toMatch(/keys: .*page-up right up .*, 63 function keys, \d+ with shift, alt or ctrl\n/);
    expect(out).not.toMatch(/[^\n\t -~]/);
  });

  it("that can do little: what is missing, and what is done instead", async () => {
    const { out } = await examine({ env: { TERM: "adm3a", LANG: "C" } });
    expect(out).toContain("display: full");
    expect(out).toContain("erase to the end of a line: without el: spaces are written\n");
    expect(out).toContain("colours: none\n");
    expect(out).toContain("characters: ascii\n");
  });

  it("that cannot carry a screen", async () => {
    const { out } = await examine({ env: { TERM: "dumb" } });
    expect(out).toContain("full screen: impossible: this terminal has no cup");
    expect(out).toContain("display: append, this terminal has no cup");
  });

  it("that is not in the database: how to install it", async () => {
    const { out } = await examine({ env: { TERM: "no-such-term" } });
    expect(out).toContain("-> Install the package ncurses-term");
    expect(out).toContain("infocmp -x no-such-term | ssh HOST tic -x -");
    expect(out).toMatch(/looked in: .*no-such-term/);
  });

  it("that has no name", async () => {
    const { out } = await examine({});
    expect(out).toContain("TERM: not set\n");
    expect(out).toContain("-> Set TERM to the name of your terminal");
  });

  it("that is none", async () => {
    const { out } = await examine({ env: { TERM: "xterm" }, tty: false });
    expect(out).toContain("display: append, the output is not a terminal\n");
  });

  it("whose colours are not wanted", async () => {
    const { out } = await examine({ env: { TERM: "xterm-256color", NO_COLOR: "1" } });
    expect(out).toContain("colours: none (NO_COLOR is set)\n");
  });

  it("whose name is an attack", async () => {
    const { out } = await examine({ env: { TERM: `x${String.fromCharCode(27)}[2J` } });
    expect(out).not.toContain(String.fromCharCode(27));
  });
});

describe("backends and keys", () => {
  it("names what is missing", async () => {
    const { out } = await examine({});
    expect(out).toContain("chosen: offline (nothing is configured");
    expect(out).toContain("anthropic: Anthropic API, no key\n    -> Set ANTHROPIC_API_KEY");
  });

  it("names an Ollama that runs here, as a start would take it", async () => {
    const sendRequest = async () => httpAnswer({ models: [{ model: "qwen3" }] });
    const { out } = await examine({ sendRequest });
    expect(out).toContain("chosen: ollama (it is running on this machine");
  });

  it("never tells a key", async () => {
    const secret = "sk-very-secret";
    const patient = { env: { ANTHROPIC_API_KEY: secret } };
    for (const argv of [[], ["--json"]]) {
      const { out, err } = await examine({ ...patient, argv });
      expect(out).toMatch(/Anthropic API, key found/);
      expect(out + err).not.toContain(secret);
    }
  });
});

describe("settings", () => {
  it("that are wrong are named, and the rest is still told", async () => {
    const home = scratch();
    mkdirSync(join(home, ".config/treadle"), { recursive: true });
    writeFileSync(join(home, ".config/treadle/config.yaml"), "modle: x\n");
    const { code, out } = await examine({ home, env: { TERM: "vt100" } });
    expect(code).toBe(1);
    expect(out).toMatch(/problem: .*config\.yaml:1.*modle/);
    expect(out).toContain("TERM: vt100\n");
  });

  it("of a project that nobody has trusted", async () => {
    const cwd = scratch();
    mkdirSync(join(cwd, ".treadle"));
    writeFileSync(join(cwd, ".treadle/config.yaml"), "model: x\n");
    const { out } = await examine({ cwd });
    expect(out).toMatch(/project: .*config\.yaml, not trusted\n/);
  });

  it("of a project's notes, which the model is not told yet", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "CLAUDE.md"), "obey");
    const { out } = await examine({ cwd });
    expect(out).toContain("notes: CLAUDE.md, not trusted\n");
    expect(out).toContain("Run treadle trust");
  });
});

describe("as JSON", () => {
  it("is one object with the same findings and the advice", async () => {
    const { out } = await examine({ argv: ["--json"], env: { TERM: "vt100" } });
    const report = JSON.parse(out) as Record<string, Record<string, string>> & { advice: string[] };
    expect(report.Versions).toMatchObject({ treadle: "1.2.3" });
    expect(report.Terminal).toMatchObject({ TERM: "vt100", size: "100x30" });
    expect(report["Capabilities in use"]).toHaveProperty("scroll", "csr ind ri");
    expect(report.advice[0]).toContain("ANTHROPIC_API_KEY");
    expect(report.advice[1]).toContain("OPENAI_API_KEY");
  });

  it("is not for anything else", async () => {
    const host = fakeHost({ argv: ["--json", "hi"] });
    expect(await run(host)).toBe(2);
    expect(host.err()).toContain("--output json");
  });
});

describe("the sandbox", () => {
  it("that is not there: what to do", async () => {
    const { out } = await examine({ env: { PATH: "" } });
    expect(out).toContain("shell commands: run without it (see --sandbox)\n");
    expect(out).toContain("available: no: bubblewrap (bwrap) is not installed\n");
    expect(out).toContain("-> To have a sandbox, install bubblewrap.\n");
  });

  it("that works, as far as its program says", async () => {
    const bin = scratch();
    writeFileSync(join(bin, "bwrap"), "#!/bin/sh\n", { mode: 0o755 });
    const { out } = await examine({ env: { PATH: bin }, argv: ["--sandbox"] });
    expect(out).toContain("shell commands: run in it\n");
    expect(out).toContain(`available: bubblewrap, ${bin}/bwrap\n`);
    expect(out).toContain("network: off\n");
  });
});

describe("logs", () => {
  it("are named, with what is kept in them", async () => {
    const home = scratch();
    const { out } = await examine({ home });
    expect(out).toContain("level: warning and what is graver\n");
    const log = join(home, ".local/state/treadle/log");
    expect(out).toContain(`log: ${log}, nothing there yet, at most 3 files of 1 MB\n`);
    expect(out).toContain(
      `audit of tools: ${join(home, ".local/state/treadle/audit.jsonl")}, nothing there yet\n`,
    );
  });

  it("are where the user wants them, or off", async () => {
    const home = scratch();
    writeFileSync(join(home, "own"), "");
    const own = await examine({ home, argv: ["--log-file", "~/own", "--log-stderr"] });
    expect(own.out).toContain(`log: ${join(home, "own")}, at most 3 files of 1 MB\n`);
    expect(own.out).toContain("standard error: also, but for the full screen\n");
    expect((await examine({ argv: ["--log-level", "off"] })).out).toContain(
      "level: off: nothing is logged\n",
    );
  });
});
