/** /server:prompt: which there are, and what becomes of the text that a server makes. */
import { describe, expect, it } from "vitest";
import { noMcp } from "../../src/app/mcp.ts";
import type { CommandHost } from "../../src/commands/command.ts";
import type { FilledPrompt, McpPowers } from "../../src/commands/mcp-powers.ts";
import { findServerPrompt, promptArguments, serverPrompts } from "../../src/commands/server-prompt.ts";
import { commandTable } from "../../src/commands/table.ts";

const greet = {
  name: "s:Greet",
  usage: "who=…",
  summary: "Greets",
  arguments: [
    { name: "who", description: "Whom" },
    { name: "not typed", description: "" },
  ],
};
const server = { name: "s", state: "ready", reach: "x", tools: [], prompts: [greet], resources: [] } as const;

function powers(filled: FilledPrompt): McpPowers {
  return {
    ...noMcp,
    servers: () => [server],
    offers: (name) => name.startsWith("s:"),
    fill: async () => filled,
  };
}

const there = powers({ kind: "filled", server: "s", text: "Hello." });

async function run(mcp: McpPowers, name = "s:greet") {
  const done: string[] = [];
  const host = {
    mcp,
    say: (text: string) => done.push(text),
    prompt: (text: string) => done.push(`prompt ${text}`),
  };
  await findServerPrompt(mcp, name)?.run(host as unknown as CommandHost, "", new AbortController().signal);
  return done;
}

describe("prompts of servers", () => {
  it("are commands that no command of ours can be", () => {
    expect(serverPrompts(there)).toMatchObject([{ name: "s:Greet", usage: "who=…", summary: "Greets" }]);
    const ours = commandTable.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(ours.filter((name) => name.includes(":"))).toEqual([]);
  });

  it("are looked for wherever there may be one", () => {
    expect(findServerPrompt(there, "s:greet")?.usage).toBe("who=…");
    expect(findServerPrompt(there, "s:later")?.name).toBe("s:later");
    expect(findServerPrompt(there, "t:greet")).toBeUndefined();
    expect(findServerPrompt(there, "greet")).toBeUndefined();
  });

  it("have arguments that can be completed", () => {
    expect(promptArguments(there, "s:greet")).toEqual([{ name: "who", description: "Whom" }]);
    expect(promptArguments(there, "s:other")).toEqual([]);
  });

  it("say whose words they are before they are sent", async () => {
    expect(await run(there)).toEqual([
      "The MCP server s wrote this prompt, and it is sent as yours:",
      "prompt Hello.",
    ]);
  });

  it("are not sent where there is nothing, or something went wrong", async () => {
    expect(await run(powers({ kind: "filled", server: "s", text: "" }))).toEqual([
      "The MCP server s made nothing of /s:Greet.",
    ]);
    expect(await run(powers({ kind: "problem", message: "No." }))).toEqual(["No."]);
  });
});
