/** CLI agents behind the built program: what they are asked, what the user sees of them, how they end. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { runProgram, scratch, startProgram } from "../support/program.ts";
import { agentsPath } from "../support/program-host.ts";
import { until } from "../support/until.ts";
import { checked } from "./agent.ts";

type Step = Readonly<Record<string, string | number>>;

/** A home in which the agents on PATH play this. */
function stage(play: readonly Step[], config?: object) {
  const home = scratch();
  const log = join(home, "log");
  writeFileSync(join(home, "play"), JSON.stringify(play));
  mkdirSync(join(home, ".config/treadle"), { recursive: true });
  if (config) writeFileSync(join(home, ".config/treadle/config.json"), JSON.stringify(config));
  const env = { HOME: home, PATH: agentsPath, AGENT_LOG: log, AGENT_PLAY: join(home, "play") };
  const starts = (): { readonly pid: number; readonly argv: string[]; readonly stdin: string }[] =>
    existsSync(log)
      ? readFileSync(log, "utf8")
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line))
      : [];
  return { env, log, starts };
}

const esc = String.fromCharCode(27);
const json = (...events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join("");

const coroPlay: readonly Step[] = [
  {
    out: `${esc}[2m2025-11-18T05:00:00.1Z${esc}[0m ${esc}[32m INFO${esc}[0m coro::run: Executing task: hi\n`,
  },
  { out: `${esc}[97m⏺${esc}[0m Bash(tou` },
  { wait: 50 },
  { out: `ch x)\n${esc}[1A${esc}[2K\r${esc}[92m⏺${esc}[0m Bash(touch x)\n4\n` },
  { out: "2025-11-18T05:00:00.1Z DEBUG coro: Tokens: 42 input + 15 output = 57 total\n" },
];

const claudePlay: readonly Step[] = [
  {
    out: json(
      { type: "system", subtype: "init", session_id: "s" },
      {
        type: "assistant",
        message: { content: [{ type: "tool_use", id: "t", name: "Bash", input: { command: "touch x" } }] },
      },
      { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "t", content: "" }] } },
      {
        type: "result",
        subtype: "success",
        result: "4",
        total_cost_usd: 0.003,
        usage: { input_tokens: 42, output_tokens: 15 },
      },
    ),
  },
];

const geminiPlay: readonly Step[] = [
  {
    out: json(
      { type: "init", session_id: "s", model: "g" },
      { type: "message", role: "user", content: "hi" },
      { type: "tool_use", tool_name: "run_shell_command", tool_id: "t", parameters: { command: "touch x" } },
      { type: "tool_result", tool_id: "t", status: "success", output: "" },
      { type: "message", role: "assistant", content: "4", delta: true },
      { type: "result", status: "success", stats: { input_tokens: 42, output_tokens: 15, cached: 0 } },
    ),
  },
];

const codexPlay: readonly Step[] = [
  {
    out: json(
      { type: "thread.started", thread_id: "s" },
      { type: "item.completed", item: { id: "a", type: "command_execution", command: "touch x" } },
      { type: "item.completed", item: { id: "b", type: "agent_message", text: "4" } },
      { type: "turn.completed", usage: { input_tokens: 42, cached_input_tokens: 0, output_tokens: 15 } },
    ),
  },
];

describe.concurrent("an answer", () => {
  it.each([
    ["coro", coroPlay],
    ["claude-cli", claudePlay],
    ["gemini", geminiPlay],
    ["codex", codexPlay],
  ])("of %s is alone on standard output, and its tools are told, not run (B02–B10)", async (name, play) => {
    const { env, starts } = stage(play);
    const cwd = scratch();
    const { code, stdout, stderr } = checked(await runProgram({ args: ["-b", name, "hi"], env, cwd }));
    expect({ code, stdout }).toEqual({ code: 0, stdout: "4\n" });
    expect(stderr).toContain("which runs its own tools");
    expect(stderr).toContain("[Tool: $ touch x]");
    expect(stderr).toContain("input: 42, output: 15");
    expect(existsSync(join(cwd, "x"))).toBe(false);
    expect(starts()).toHaveLength(1);
  });

  it("of ollama is without its reasoning (B11)", async () => {
    const { env, starts } = stage([{ out: "Thinking...\nplan\n...done thinking.\n\n4\n\n" }]);
    const { code, stdout } = checked(
      await runProgram({ args: ["-b", "ollama-cli", "-m", "llama3", "hi"], env }),
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: "4\n" });
    expect(starts()).toMatchObject([{ argv: ["ollama", "run", "llama3"], stdin: "hi" }]);
  });

  it("of a program of the user's own needs no code (P05)", async () => {
    const mine = {
      type: "cli",
      command: "myagent",
      args: ["--ask", "{prompt}"],
      tool_pattern: "^> (\\w+) (.*)$",
    };
    const { env, starts } = stage([{ out: "> bash touch x\n4\n" }], { backends: { mine } });
    const { stdout, stderr } = checked(await runProgram({ args: ["-b", "mine", "hi"], env }));
    expect(stdout).toBe("4\n");
    expect(stderr).toContain("[Tool: $ touch x]");
    expect(starts()).toMatchObject([{ argv: ["myagent", "--ask", "hi"] }]);
  });
});

describe.concurrent("a chat", () => {
  it("tells what came before, the current message once, and nothing after clear (B03, B04)", async () => {
    const { env, starts } = stage([{ out: "4\n" }]);
    const input = "What is 2+2?\nAdd 3 to that\nclear\nagain\n";
    expect(await runProgram({ args: ["-b", "coro"], env, input })).toMatchObject({ code: 0 });
    expect(starts().map(({ argv }) => argv.at(-1))).toEqual([
      "What is 2+2?",
      "Previous conversation:\nUser: What is 2+2?\nAssistant: 4\n\nCurrent request: Add 3 to that",
      "again",
    ]);
  });

  it("tells it in the format that is asked for (C10)", async () => {
    const { env, starts } = stage([{ out: "4 < 5\n" }]);
    const args = ["-b", "coro", "--context-format", "xml"];
    await runProgram({ args, env, input: "What is 2+2?\nAdd 3 to that\n" });
    expect(starts().at(-1)?.argv.at(-1)).toBe(
      [
        "Previous conversation:",
        "<conversation>",
        '  <message role="user">',
        "    What is 2+2?",
        "  </message>",
        '  <message role="assistant">',
        "    4 &lt; 5",
        "  </message>",
        "</conversation>",
        "",
        "Current request: Add 3 to that",
      ].join("\n"),
    );
  });

  it("goes on in the session of claude, and begins anew after clear", async () => {
    const { env, starts } = stage(claudePlay);
    await runProgram({ args: ["-b", "claude-cli"], env, input: "one\ntwo\nclear\nthree\n" });
    expect(starts().map(({ stdin, argv }) => [stdin, argv.includes("--resume")])).toEqual([
      ["one", false],
      ["two", true],
      ["three", false],
    ]);
  });

  it("shows on the full screen what an agent does", async () => {
    const { env } = stage(coroPlay);
    await onScreen({ env, args: ["-b", "coro"] }, async (screen) => {
      await screen.enter("hi");
      await screen.shows("$ touch x");
      await screen.shows(/^4$/m);
      await screen.shows("42 in, 15 out");
    });
  });
});

describe.concurrent("trouble", () => {
  it("with a command that is not there is one line, and what to do (B13)", async () => {
    const { env } = stage([]);
    const args = ["-b", "coro", "hi"];
    const { code, stderr } = checked(await runProgram({ args, env: { ...env, PATH: scratch() } }));
    expect(code).toBe(1);
    expect(stderr).toContain("[Error: Command 'coro' not found]\n");
    expect(stderr).toContain("Install coro, or name its program in `backends.coro.command`.");
  });

  it("with time ends the program (B13)", async () => {
    const { env } = stage([{ hang: 0 }], { backends: { coro: { timeout: 1 } } });
    const { code, stderr } = checked(await runProgram({ args: ["-b", "coro", "hi"], env }));
    expect(code).toBe(1);
    expect(stderr).toContain("[Error: Command timed out after 1 second]");
  });

  it("leaves nothing running when treadle is ended", async () => {
    const { env, log } = stage([{ stubborn: "" }, { hang: 0 }]);
    const program = startProgram({ args: ["-b", "coro", "hi"], env, input: "" });
    const file = `${log}.child`;
    await until(
      () => existsSync(file) && readFileSync(file, "utf8") !== "",
      () => "the child of the agent",
    );
    program.child.kill("SIGTERM");
    expect(await program.ended).toMatchObject({ code: 143 });
    const child = Number(readFileSync(file, "utf8"));
    await until(
      () => !existsSync(`/proc/${child}`) || / Z /.test(readFileSync(`/proc/${child}/stat`, "utf8")),
      () => "the end of the child",
    );
  });
});
