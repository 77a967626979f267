/** `.mcp.json` of a project: what is read of it, and what makes another server of one. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readProjectServers } from "../../src/config/project-servers.ts";
import { makeWorkspace } from "./workspace.ts";

async function read(text: string, env: Record<string, string> = {}, place = makeWorkspace()) {
  const { home, cwd, put } = place;
  put("project/.mcp.json", text);
  const reading = await readProjectServers({ cwd, home, env });
  return reading.kind === "found" ? reading : { ...reading, servers: [], notices: [] };
}

const inBraces = ["$", "{MINE}"].join("");
const server = (settings: object) => JSON.stringify({ mcpServers: { s: settings } });

describe("a project's servers", () => {
  it("are those of .mcp.json, as other programs write it, and nothing else of it", async () => {
    const text = JSON.stringify({
      inputs: [],
      auto_tools: true,
      mcpServers: {
        files: { type: "stdio", command: "npx", args: ["-y", "x"], env: { A: "1", TOKEN: inBraces } },
        web: { type: "streamable-http", url: "https://x.org/mcp", headers: { Authorization: "$MINE" } },
      },
    });
    const { servers, notices } = await read(text, { MINE: "s3cr3t" });
    expect(servers).toMatchObject([
      {
        name: "files",
        settings: { transport: "stdio", command: "npx", args: ["-y", "x"], env: { A: "1", TOKEN: "s3cr3t" } },
        written: { env: { A: "1", TOKEN: inBraces }, headers: {} },
      },
      {
        name: "web",
        settings: { transport: "http", headers: { Authorization: "s3cr3t" } },
        written: { env: {}, headers: { Authorization: "$MINE" } },
      },
    ]);
    expect(notices).toEqual([]);
  });

  it("get nothing of the user's where they do not name it for a variable or header", async () => {
    const { servers } = await read(server({ command: "$SECRET", args: ["$SECRET"], cwd: "$SECRET" }), {
      SECRET: "x",
    });
    expect(servers[0]?.settings).toEqual({ command: "$SECRET", args: ["$SECRET"], cwd: "$SECRET" });
  });

  it("are others when anything of them changes, or in another project", async () => {
    const settings = { command: "a b", args: ["c, d"], env: { A: "1" }, pass_env: ["B"], cwd: "x" };
    const changes = [
      { command: "a" },
      { args: ["c", "d"] },
      { env: { A: "2" } },
      { env: { A: "1", B: "1" } },
      { pass_env: ["C"] },
      { cwd: "y" },
      { url: "https://x.org/" },
    ];
    const place = makeWorkspace();
    const hashes = [];
    for (const change of [{}, {}, ...changes])
      hashes.push((await read(server({ ...settings, ...change }), {}, place)).servers[0]?.hash);
    expect(hashes[0]).toBe(hashes[1]);
    expect(new Set(hashes).size).toBe(changes.length + 1);
    expect((await read(server(settings))).servers[0]?.hash).not.toBe(hashes[0]);
  });

  it("are found up to the root of the repository", async () => {
    const place = makeWorkspace();
    mkdirSync(join(place.cwd, ".git"));
    mkdirSync(join(place.cwd, "deep"));
    const reading = await read(server({ command: "x" }), {}, { ...place, cwd: join(place.cwd, "deep") });
    expect(reading).toMatchObject({ kind: "found", directory: place.cwd });
  });

  it.each([
    ["{", /^The MCP servers in \.mcp\.json are ignored: \.mcp\.json:1:/],
    [server({ command: 3 }), /mcp_servers\.s\.command must be a text/],
    [server({ url: "http://x.org/" }), /mcp_servers\.s\.url must be an https/],
    [server({ type: "pigeon" }), /transport must be one of stdio, http/],
  ])("that are wrong are told in a sentence: %s", async (text, message) => {
    expect(await read(text)).toMatchObject({ kind: "unusable", message: expect.stringMatching(message) });
  });
});
