/** MCP servers in settings files: what may be written, whose file counts, and what is never told. */
import { describe, expect, it } from "vitest";
import { makeWorkspace } from "./workspace.ts";

async function load(text: string, env: Record<string, string> = {}) {
  const { putUser, load: loadAll } = makeWorkspace();
  putUser(text);
  return loadAll({ env });
}

describe("mcp_servers", () => {
  it("takes values of variables and headers from the environment", async () => {
    const text =
      "mcp_servers: { s: { command: x, env: { A: env:HERE, B: $HERE, C: plain text, D: env:GONE } } }";
    const loaded = await load(text, { HERE: "the value" });
    expect(loaded).toMatchObject({
      settings: { mcpServers: { s: { env: { A: "the value", B: "the value", C: "plain text" } } } },
      notices: [expect.stringMatching(/mcp_servers\.s\.env\.D is ignored: .* GONE is not set/)],
    });
  });

  it.each([
    ["http://example.org/mcp", false],
    ["http://127.0.0.1.example.org/", false],
    ["http://localhost.example.org/", false],
    ["https://user:pass@example.org/", false],
    ["ftp://localhost/", false],
    ["https://example.org/mcp", true],
    ["http://localhost:8080/mcp", true],
    ["http://127.0.0.1:1/", true],
    ["http://[::1]:1/", true],
  ])("is at %s: %s", async (url, fine) => {
    const { kind } = await load(`mcp_servers: { s: { url: "${url}" } }`);
    expect(kind).toBe(fine ? "ok" : "error");
  });

  it("never tells a value of a variable or header", async () => {
    const loaded = await load(
      'mcp_servers: { s: { headers: { K: [s3cr3t] }, env: { V: "s3cr3t\\u0007" } } }',
    );
    expect(loaded.kind).toBe("error");
    expect(JSON.stringify(loaded)).not.toContain("s3cr3t");
  });

  it.each(["mcp_servers", "mcpServers"])("of a project is ignored, trusted or not, as %s", async (key) => {
    const { putProject, trust, load: loadAll } = makeWorkspace();
    putProject(`${key}: { evil: { command: rm } }`);
    trust();
    expect(await loadAll()).toMatchObject({
      settings: { mcpServers: {} },
      notices: [expect.stringContaining("mcp_servers is ignored in a project file")],
    });
  });

  it("is a set of names, or a list in which each has one", async () => {
    const listed = await load("mcp_servers: [{ name: a, command: x }, { name: b, command: y }]");
    expect(listed).toMatchObject({ settings: { mcpServers: { a: { command: "x" }, b: { command: "y" } } } });
    const nameless = await load("mcp_servers: [{ command: x }]");
    expect(nameless).toMatchObject({
      messages: [expect.stringContaining("mcp_servers must be a set of named MCP servers, not a list")],
    });
    const twice = await load("mcp_servers: [{ name: a, command: x }, { name: a, command: y }]");
    expect(twice).toMatchObject({ messages: [expect.stringContaining("set twice")] });
  });
});
