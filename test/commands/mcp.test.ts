/** /mcp: what it says of servers, and which one it starts again. */
import { describe, expect, it } from "vitest";
import type { CommandHost } from "../../src/commands/command.ts";
import { mcp } from "../../src/commands/mcp.ts";
import type { McpReport, WaitingServer } from "../../src/commands/mcp-powers.ts";
import { tools } from "../../src/commands/tools.ts";
import { defaultSettings } from "../../src/model/settings.ts";

const prompts = [
  { name: "files:sum", usage: "file=… [length=…]", summary: "The gist", arguments: [] },
  { name: "files:all", usage: "", summary: "", arguments: [] },
];
const resources = ["a", "b", "c", "d", "e", "f"].map((uri) => ({ uri: `file:///${uri}`, summary: "" }));
const reports: readonly McpReport[] = [
  {
    name: "files",
    state: "ready",
    reach: "npx files",
    tools: ["files__read", "files__list"],
    prompts,
    resources,
  },
  {
    name: "web",
    state: "gone",
    reach: "https://x.org/",
    tools: [],
    prompts: [],
    resources: [],
    problem: "it ended with exit code 1",
  },
];

const ask = async () => undefined;

async function run(args: string, servers = reports, waiting: readonly WaitingServer[] = []): Promise<string> {
  const said: string[] = [];
  const host = {
    say: (text: string) => said.push(text),
    ask,
    mcp: {
      consent: {
        waiting: () => waiting,
        allow: async (name: string, asked: unknown) => `allow ${name} ${asked === ask}`,
        refuse: (name: string) => `refuse ${name}`,
        forget: (name: string) => `forget ${name}`,
      },
      servers: () => servers,
      restart: async (name: string) => servers.find((server) => server.name === name),
    },
  };
  await mcp.run(host as unknown as CommandHost, args, new AbortController().signal);
  return said.join("\n");
}

describe("/mcp", () => {
  it("shows state, tools and the last problem of each server", async () => {
    expect(await run("")).toBe(
      [
        "files: ready, 2 tools (npx files)",
        "  files__read, files__list",
        "  /files:sum file=… [length=…]   The gist",
        "  /files:all",
        "  @files:file:///a, @files:file:///b, @files:file:///c, @files:file:///d, @files:file:///e and 1 more",
        "web: gone, 0 tools (https://x.org/)",
        "  last problem: it ended with exit code 1",
      ].join("\n"),
    );
  });

  it("says how to get servers where there are none", async () => {
    expect(await run("", [])).toContain("mcp_servers");
  });

  it("starts one again, and says how it is then", async () => {
    expect(await run("restart files")).toMatch(/^files: ready/);
    expect(await run("restart nobody")).toBe("There is no MCP server nobody. There are: files, web.");
  });

  it("names those of the project that do not run, and passes on what is said of one", async () => {
    const waiting = [
      { name: "db", isRefused: false },
      { name: "old", isRefused: true },
    ];
    expect(await run("", [], waiting)).toBe(
      [
        "db (of this project): waits for your consent; /mcp allow db shows what it would run, and asks",
        "old (of this project): off, as you said; /mcp forget old takes that back",
      ].join("\n"),
    );
    expect(await run("allow db")).toBe("allow db true");
    expect(await run("deny db")).toBe("refuse db");
    expect(await run("forget db")).toBe("forget db");
  });

  it.each(["restart", "start files", "restart a b", "allow", "allow a b", "constructor a"])(
    "explains itself after %j",
    async (args) => {
      expect(await run(args)).toBe("Usage: /mcp [restart|allow|deny|forget NAME]");
    },
  );
});

describe("/tools", () => {
  it("shows the beginning of a description that is a whole page", async () => {
    const said: string[] = [];
    const spec = { name: "s__t", description: `Adds. ${"x".repeat(900)}\nMore.`, schema: {}, confirm: true };
    const host = {
      say: (text: string) => said.push(text),
      tools: async () => [spec],
      settings: () => defaultSettings,
    };
    await tools.run(host as unknown as CommandHost, "", new AbortController().signal);
    expect(said[0]).toMatch(/^ {2}s__t {3}asks first {4}Adds\. x+…$/);
    expect(said[0]?.length).toBeLessThan(250);
  });
});
