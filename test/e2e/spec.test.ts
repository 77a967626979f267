/** Specifications of agents in the built program. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram, scratch } from "../support/program.ts";

const facts = `agent_backend(helper, [type(cli), command("helper"), args(["--plain"])]).
agent(careful, [backend(offline), description("Looks first")]).
tool_spec(bash, [description("Run a \\"command\\""), confirmation_required(true)]).
loop_config([max_iterations(7), system_prompt("Two\\nlines")]).
`;

function inFile(name: string, text: string): string {
  const file = join(scratch(), name);
  writeFileSync(file, text);
  return file;
}

describe.concurrent("treadle spec", () => {
  it("checks", async () => {
    const file = inFile("a.pl", facts);
    const { stdout, code } = await runProgram({ args: ["spec", "check", file] });
    expect(stdout).toMatch(/a\.pl is in order: 1 backend, 2 agents, 1 tool\.\n$/);
    expect(code).toBe(0);
  });

  it("says what is wrong, and where", async () => {
    const file = inFile("a.pl", "agent_backend(x, [type(cli)\n");
    const { stdout, stderr, code } = await runProgram({ args: ["spec", "check", file] });
    expect(stdout).toBe("");
    expect(stderr).toMatch(/a\.pl:1:18: .*missing here/);
    expect(code).toBe(1);
  });

  it("converts there and back without a loss", async () => {
    const yaml = await runProgram({ args: ["spec", "convert", inFile("a.pl", facts)] });
    const prolog = await runProgram({ args: ["spec", "convert", inFile("a.yaml", yaml.stdout)] });
    const again = await runProgram({ args: ["spec", "convert", inFile("b.pl", prolog.stdout)] });
    expect(yaml.stdout).toContain("max_iterations: 7");
    expect(again.stdout).toBe(yaml.stdout);
  });

  it("documents in Markdown, and shows no keys", async () => {
    const file = inFile(
      "a.yaml",
      "backends: {mine: {type: openai, base_url: 'http://x/v1', api_key: sk-secret}}\n",
    );
    const { stdout } = await runProgram({ args: ["spec", "docs", file] });
    expect(stdout).toBe("# a.yaml\n\n## Backends\n\n- **mine**: openai, <http://x/v1>\n");
    const shown = await runProgram({ args: ["spec", "show", file] });
    expect(shown.stdout).toContain('api_key: "***"');
    expect(shown.stdout).not.toContain("sk-secret");
  });

  it("is a prompt where it is none of these", async () => {
    const { stdout } = await runProgram({ args: ["-b", "offline", "spec", "tells", "what"] });
    expect(stdout).not.toBe("");
  });
});

describe.concurrent("agents from a specification", () => {
  it("are listed with --spec, and used", async () => {
    const file = inFile("a.pl", facts);
    const listed = await runProgram({ args: ["--spec", file, "--list-agents"] });
    expect(listed.stdout).toMatch(/^helper$/m);
    expect(listed.stdout).toMatch(/^careful +Looks first$/m);
    const answered = await runProgram({ args: ["--spec", file, "-a", "careful", "hello"] });
    expect(answered.code).toBe(0);
  });
});
