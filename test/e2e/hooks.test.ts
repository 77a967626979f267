/** Hooks and the sandbox in the built program: the user's own settings alone bring them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textReply, toolReply } from "../support/mock-anthropic.ts";
import { scratch } from "../support/program.ts";
import { lines, resultsOf, useAgent } from "./agent.ts";

const agent = useAgent();

async function oneShot(
  settings: unknown,
  command: string,
  args: readonly string[] = ["--auto-tools"],
  env = {},
) {
  const [home, cwd] = [scratch(), scratch()];
  mkdirSync(join(home, ".config", "treadle"), { recursive: true });
  writeFileSync(join(home, ".config", "treadle", "config.json"), JSON.stringify(settings));
  agent.mock.enqueue(toolReply([{ id: "c1", name: "bash", input: { command } }]), textReply("Done."));
  const ended = await agent.run([...args, "go"], { cwd, env: { HOME: home, ...env } });
  return { ...ended, home, cwd };
}

describe("hooks", () => {
  it("forbid a call that is approved; the model and the user are told, and the audit says so", async () => {
    const hooks = [{ on: "before_tool", tools: ["bash"], command: "echo 'No touching.'; exit 1" }];
    const { home, cwd, stdout, stderr } = await oneShot({ hooks }, "touch made");
    expect(existsSync(join(cwd, "made"))).toBe(false);
    const text = "Blocked by a hook: No touching.";
    expect(resultsOf(agent.mock.requests)).toEqual([{ id: "c1", text, isError: true }]);
    expect(stderr).toContain(`[Tool bash was refused: ${text}]`);
    expect(stdout).toBe("Done.\n");
    const audit = readFileSync(join(home, ".local", "state", "treadle", "audit.jsonl"), "utf8");
    expect(lines(audit)).toMatchObject([{ tool: "bash", allowed: false, fate: "refused" }]);
  });

  it("see no keys, and have ended when the program has", async () => {
    const hooks = [
      { on: "after_tool", command: "env > after-env; cat > after" },
      { on: "turn_end", command: "cat > end; echo oh dear; exit 1" },
    ];
    const { cwd, code, stderr } = await oneShot({ hooks }, "echo hi");
    expect(readFileSync(join(cwd, "after-env"), "utf8")).not.toContain("ANTHROPIC_API_KEY");
    expect(JSON.parse(readFileSync(join(cwd, "after"), "utf8"))).toMatchObject({
      tool: "bash",
      output: "hi\n",
    });
    expect(JSON.parse(readFileSync(join(cwd, "end"), "utf8"))).toMatchObject({ outcome: "answered" });
    expect(stderr).toContain("The turn_end hook failed: oh dear");
    expect(code).toBe(0);
  });
});

it("a command that is to run in a sandbox is not run where there is none", async () => {
  const PATH = scratch();
  const { cwd } = await oneShot({}, "touch made", ["--auto-tools", "--sandbox"], { PATH });
  expect(existsSync(join(cwd, "made"))).toBe(false);
  expect(resultsOf(agent.mock.requests)).toMatchObject([
    { text: expect.stringContaining("bubblewrap (bwrap) is not installed"), isError: true },
  ]);
});
