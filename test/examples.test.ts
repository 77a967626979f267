/** The examples are what they say: each is used as its reader would use it. */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readArguments } from "../src/config/args.ts";
import { root, runProgram, scratch } from "./support/program.ts";

const examples = join(root, "examples");
const config = ["--config", "examples/config.yaml"];
const run = (args: readonly string[], input = "", env = {}) => runProgram({ args, cwd: root, input, env });

describe("examples/README.md", () => {
  const text = readFileSync(join(examples, "README.md"), "utf8");

  it("names every file", () => {
    const names = readdirSync(examples, { recursive: true, encoding: "utf8" });
    const files = names.filter((name) => name !== "README.md" && name.includes("."));
    const named = [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(files.sort());
  });

  it("shows calls that are understood", () => {
    const calls = [...text.matchAll(/`treadle ([^`|\\]+)/g)].map(([, call = ""]) =>
      [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ""),
    );
    expect(calls.length).toBeGreaterThan(3);
    for (const call of calls) expect(readArguments(call)).not.toMatchObject({ kind: "usage-error" });
  });
});

describe("the settings", () => {
  it("are in order, and name an agent", async () => {
    const { stdout, stderr, code } = await run([...config, "--list-agents"]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).toContain("Reads, never writes");
  });

  it("bring a backend that answers and calls a tool", async () => {
    const plain = await run([...config, "-b", "parrot", "hello there"]);
    expect(plain.stdout).toBe("hello there\n");
    const looking = await run([...config, "-b", "parrot", "--auto-tools", "look"]);
    expect(looking.stdout).toContain("package.json");
  });

  it("bring a tool, and a hook that forbids what it should", async () => {
    const { stdout } = await run([...config, "-b", "parrot"], "hello\n/mcp\n");
    expect(stdout).toMatch(/scale.*\n.*weigh/);
    const hook = /command: "(.*)"/.exec(readFileSync(join(examples, "config.yaml"), "utf8"))?.[1] ?? "";
    const status = (command: string) =>
      spawnSync("sh", ["-c", hook], { input: JSON.stringify({ tool: "bash", input: { command } }) }).status;
    expect([status("git status"), status("git push")]).toEqual([0, 1]);
  });
});

it.each(["agents.yaml", "agents.pl"])("%s is in order, and its agents are there", async (name) => {
  const checking = await run(["spec", "check", join("examples", name)]);
  expect(checking.stdout).toContain("is in order");
  const listing = await run(["--spec", join("examples", name), "--list-agents"]);
  expect(listing.stdout).toContain("Looks, does not touch");
});

it("the theme is taken", async () => {
  const home = scratch();
  cpSync(join(examples, "themes"), join(home, ".config", "treadle", "themes"), { recursive: true });
  const { stdout } = await run([], "/theme copper\n", { HOME: home });
  expect(stdout).toMatch(/copper/);
  expect(stdout).not.toMatch(/no theme|problem|ignored/i);
});

it("the client understands the events of a run with a tool", async () => {
  const events = await run([...config, "-b", "parrot", "--auto-tools", "--output", "jsonl", "look"]);
  const { stdout, status } = spawnSync(process.execPath, [join(examples, "watch.mjs")], {
    input: events.stdout,
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /\[bash \{"command":"ls"\}\]\n\[ran, \d+ characters\][\s\S]*answered, \d+ tokens in/,
  );
});
