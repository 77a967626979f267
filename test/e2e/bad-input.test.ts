/** What a user can get wrong before anything starts: one sentence that says what to do, and a status. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exitCodes } from "../../src/app/exit-code.ts";
import { type ProgramOptions, runProgram, scratch } from "../support/program.ts";
import { checked, useAgent } from "./agent.ts";

const run = (options: ProgramOptions) => runProgram(options).then(checked);

function home(config: string, name = "config.yaml"): string {
  const directory = scratch();
  mkdirSync(join(directory, ".config", "treadle"), { recursive: true });
  writeFileSync(join(directory, ".config", "treadle", name), config);
  return directory;
}

describe("a wrong command line", () => {
  it.each([
    [["--frobnicate"], /Unknown option --frobnicate/],
    [["--colour", "hi"], /Unknown option --colour/],
    [["--modle", "x"], /did you mean --model\?/],
    [["-b", "nonsense", "hi"], /Unknown backend "nonsense": choose one of offline, anthropic/],
    [["-b", "anthropic", "hi"], /needs an API key: set ANTHROPIC_API_KEY/],
    [["-b", "offline", "-a", "nobody", "hi"], /nobody.*default, yolo/s],
    [["--output", "xml", "hi"], /--output must be .*"xml"/],
    [["--max-iterations", "many"], /--max-iterations must be .*"many"/],
    [["-m"], /-m needs a value/],
    [["--config", "none.yaml", "hi"], /none\.yaml/],
    [["-I", "-"], /-I needs standard input/],
    [["trust"], /no \.treadle\/config\.yaml/],
    [[`--x${String.fromCharCode(27)}[2J`], /Unknown option --x/],
  ])("%j is refused with status 2 (B20)", async (args, message) => {
    const { code, stdout, stderr } = await run({ args });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^treadle: /);
    expect(stdout).toBe("");
    expect(code).toBe(exitCodes.usage);
  });
});

describe("a wrong settings file", () => {
  it.each([
    [
      "an unknown key",
      "backend: offline\nmax_iteration: 3\n",
      /config\.yaml:2:.*max_iteration.*max_iterations/,
    ],
    ["a wrong value", "backend: offline\nmax_iterations: many\n", /config\.yaml:2:.*max_iterations/],
    ["wrong syntax", "backend: [offline\n", /config\.yaml:\d/],
    ["a wrong type", "- a\n- b\n", /config\.yaml/],
  ])("with %s is refused with its line", async (_name, config, message) => {
    const { code, stderr } = await run({ args: ["hi"], env: { HOME: home(config) } });
    expect(stderr).toMatch(message);
    expect(code).toBe(exitCodes.usage);
  });

  it("may be JSON", async () => {
    const json = '{\n  "backend": "offline",\n  "show_tokens": "maybe"\n}\n';
    const { code, stderr } = await run({ args: ["hi"], env: { HOME: home(json, "config.json") } });
    expect(stderr).toMatch(/config\.json:3:.*show_tokens/);
    expect(code).toBe(exitCodes.usage);
  });

  it("that cannot be read is refused by name", async () => {
    const directory = scratch();
    mkdirSync(join(directory, ".config", "treadle", "config.yaml"), { recursive: true });
    const { code, stderr } = await run({ args: ["hi"], env: { HOME: directory } });
    expect(stderr).toMatch(/config\.yaml/);
    expect(code).toBe(exitCodes.usage);
  });

  it("with a wrong variable beside it names the variable", async () => {
    const { code, stderr } = await run({ args: ["hi"], env: { TREADLE_MAX_ITERATIONS: "many" } });
    expect(stderr).toContain("TREADLE_MAX_ITERATIONS");
    expect(code).toBe(exitCodes.usage);
  });
});

describe("information", () => {
  it("--help is complete and tells the exit codes that there are", async () => {
    const { code, stdout } = await run({ args: ["--help"] });
    expect(code).toBe(0);
    for (const number of [
      exitCodes.ok,
      exitCodes.error,
      exitCodes.usage,
      exitCodes.limit,
      exitCodes.denied,
    ]) {
      expect(stdout).toMatch(new RegExp(`^ +${number} `, "m"));
    }
    for (const flag of ["--auto-tools", "--no-tools", "--trace", "--output", "--list-agents", "--config"]) {
      expect(stdout).toContain(flag);
    }
  });

  it("--version is one line", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await run({ args: ["--version"] })).toMatchObject({
      code: 0,
      stdout: `treadle ${version}\n`,
      stderr: "",
    });
  });

  it("--list-agents names the four, and which is in use (B26)", async () => {
    const { code, stdout } = await run({ args: ["--list-agents", "-a", "yolo"] });
    expect(stdout.split("\n").map((line) => line.split(" ")[0])).toEqual(
      expect.arrayContaining(["default", "yolo", "claude-opus", "local"]),
    );
    expect(stdout).toMatch(/^yolo .*\(in use\)$/m);
    expect(code).toBe(0);
  });
});

describe("nothing configured", () => {
  it("opens the offline demo and says why", async () => {
    const { code, stdout } = await run({ input: "hi\n" });
    expect(stdout).toMatch(/^Backend: offline demo, .*nothing is configured: set ANTHROPIC_API_KEY/m);
    expect(code).toBe(0);
  });
});

describe("a project's settings", () => {
  it("count only after they were trusted", async () => {
    const cwd = scratch();
    mkdirSync(join(cwd, ".treadle"));
    writeFileSync(join(cwd, ".treadle", "config.yaml"), "max_iterations: 7\n");
    const env = { HOME: scratch() };
    const limit = async () => (await run({ cwd, env, input: "/iterations\n" })).stdout;
    expect(await limit()).toContain("Max iterations: 10");
    expect(await run({ cwd, env, args: ["trust"], input: "\n" })).toMatchObject({ code: exitCodes.denied });
    expect(await limit()).toContain("Max iterations: 10");
    const trusted = await run({ cwd, env, args: ["trust"], input: "y\n" });
    expect(trusted.stdout).toMatch(/max_iterations: "7"[\s\S]*Trusted until/);
    expect(trusted.code).toBe(0);
    expect(await limit()).toContain("Max iterations: 7");
  });
});

describe("a home that cannot be written", () => {
  const agent = useAgent();
  const file = join(scratch(), "file");
  writeFileSync(file, "");

  it.each([
    ["HOME is a file", { HOME: "/dev/null" }],
    ["the state directory is a file", { XDG_STATE_HOME: file }],
    ["the state directory lies under a file", { XDG_STATE_HOME: join(file, "state") }],
  ])("costs one warning: %s", async (_name, env) => {
    const { code, stdout, stderr } = await agent.run([], { env, input: "a\nb\n" });
    expect(agent.mock.requests).toHaveLength(2);
    expect(`${stdout}${stderr}`.match(/This session is not being saved/g)).toHaveLength(1);
    expect(stdout).toContain("--no-session");
    expect(code).toBe(0);
  });

  it("is left alone with --no-session", async () => {
    const { stdout } = await agent.run(["--no-session"], { env: { HOME: "/dev/null" }, input: "a\n" });
    expect(stdout).not.toContain("not being saved");
    expect(agent.mock.requests).toHaveLength(1);
  });
});
