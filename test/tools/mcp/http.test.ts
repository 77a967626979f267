/** Servers at an address: the official one for tests on loopback, with its real protocol. */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { root } from "../../support/program.ts";
import { eventually } from "../processes.ts";
import { openFixture } from "./fixture.ts";

const everything = join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
let server: ChildProcess;
let url = "";

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/mcp`;
  server = spawn(process.execPath, [everything, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  server.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await eventually(() => expect(said).toContain("listening on port"));
});

afterAll(() => {
  server.kill("SIGKILL");
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

describe("a server at an address", () => {
  it("offers its tools and runs them (config-http)", async () => {
    const { servers, workspace, said } = openFixture({ web: { url } });
    await servers.connected;
    expect(said).toEqual([]);
    expect(servers.reports()[0]).toMatchObject({ state: "ready", reach: url });
    expect(await workspace.run("web__echo", { message: "over http" })).toEqual({
      output: "Echo: over http",
      isError: false,
    });
  });

  it("shows progress, and its images as what they are", async () => {
    const { servers, workspace } = openFixture({ web: { url } });
    await servers.connected;
    expect((await workspace.run("web__get-tiny-image", {})).output).toMatch(
      /\[image, image\/png, \d+ bytes; not shown\]/,
    );
    let shown = "";
    const onOutput = (text: string) => {
      shown += text;
    };
    const input = { duration: 0.2, steps: 2 };
    await workspace.run("web__trigger-long-running-operation", input, { onOutput });
    expect(shown).toContain("(2/2)");
  });

  it("gets the headers that are set, and a refusal is told in a sentence", async () => {
    const requests: IncomingMessage[] = [];
    const strict = createServer((request, response) => {
      requests.push(request);
      response.writeHead(401).end("who are you?");
    });
    await new Promise<void>((resolve) => strict.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void strict.close());
    const address = `http://127.0.0.1:${(strict.address() as AddressInfo).port}/`;
    const { servers, said } = openFixture({ web: { url: address, headers: { "X-Key": "abc" } } });
    await servers.connected;
    expect(requests[0]?.headers["x-key"]).toBe("abc");
    expect(servers.reports()[0]?.state).toBe("failed");
    expect(said).toEqual([expect.stringMatching(/^The MCP server web cannot be used: /)]);
  });

  it("that nobody listens at only warns", async () => {
    const { servers, said } = openFixture({ web: { url: `http://127.0.0.1:${await freePort()}/mcp` } });
    await servers.connected;
    expect(said).toEqual([expect.stringMatching(/^The MCP server web cannot be used: /)]);
  });
});
