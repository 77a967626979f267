/** The servers of a session: when they start, how long a request waits for them, what is kept of their errors. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createMcp, noMcp } from "../../src/app/mcp.ts";
import { createServerLog } from "../../src/app/mcp-log.ts";
import type { McpServerSettings } from "../../src/model/settings.ts";
import { scratch } from "../support/program.ts";
import { habits } from "../tools/mcp/fixture.ts";
import { eventually } from "../tools/processes.ts";

const clock = {
  now: () => 0,
  after(ms: number, act: () => void) {
    const timer = setTimeout(act, ms);
    return { cancel: () => clearTimeout(timer) };
  },
};

function open(servers: Readonly<Record<string, McpServerSettings>>, patienceMs = 20_000) {
  const logDirectory = join(scratch(), "mcp");
  const host = { cwd: scratch(), home: "/", env: { PATH: process.env.PATH }, version: "1", clock };
  const mcp = createMcp({ host, servers, interactive: true, patienceMs, logDirectory });
  onTestFinished(() => mcp.close());
  const said: string[] = [];
  return { mcp, said, logDirectory, start: () => mcp.start((text) => said.push(text)) };
}

const never = new AbortController().signal;

describe("the servers of a session", () => {
  it("are nobody where none is configured", () => {
    expect(open({}).mcp).toBe(noMcp);
  });

  it("start when they are told to, and a request waits for them", async () => {
    const { mcp, start, said } = open({ s: habits() });
    expect(mcp.servers()).toEqual([]);
    start();
    await mcp.ready(never);
    expect(mcp.tools()).toHaveLength(11);
    expect(said).toEqual([]);
  });

  it("hold a request up only so long, once, and say so", async () => {
    const { mcp, start, said } = open({ s: habits("hangs") }, 300);
    start();
    await eventually(() => expect(mcp.servers()).toHaveLength(1));
    await mcp.ready(never);
    await mcp.ready(never);
    expect(said).toEqual([expect.stringContaining("The MCP server s is still connecting")]);
  });

  it("do not hold up a request that is cancelled", async () => {
    const { mcp, start, said } = open({ s: habits("hangs") });
    start();
    await mcp.ready(AbortSignal.abort());
    expect(said).toEqual([]);
  });

  it("do not start any more when the session was over first", async () => {
    const { mcp, start, logDirectory } = open({ s: habits("flood") });
    start();
    mcp.close();
    await mcp.ready(never);
    expect(mcp.servers()).toEqual([]);
    expect(existsSync(logDirectory)).toBe(false);
  });

  it("have their errors kept, for their owner alone and up to a limit", async () => {
    const { mcp, start, logDirectory } = open({ s: habits("flood") });
    start();
    await mcp.ready(never);
    const file = join(logDirectory, "s.log");
    await eventually(() => expect(readFileSync(file, "utf8")).toContain("[the rest is not kept]"));
    expect(statSync(file).size).toBeLessThan(1_000_100);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe("the log of servers", () => {
  it("does without a place, and without a disk that takes it", () => {
    for (const directory of [undefined, "/dev/null/such"]) {
      const log = createServerLog(directory);
      expect(() => log.write("s", Buffer.from("x"))).not.toThrow();
      log.close();
    }
  });
});
