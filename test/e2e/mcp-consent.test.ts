/** Servers that a project names, in the built program: nothing of them runs before the user has said so of each. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { textReply, toolReply } from "../support/mock-anthropic.ts";
import { root, scratch, startProgram } from "../support/program.ts";
import { expectGone } from "../tools/processes.ts";
import { useAgent } from "./agent.ts";
import { inChat, leave } from "./pty-chat.ts";

const agent = useAgent();
const fixture = join(root, "test", "fixtures", "mcp", "server.mjs");

/** A project that names two servers. */
function makeProject() {
  const [home, cwd, logs] = [scratch(), scratch(), scratch()];
  const server = (name: string, ...habits: readonly string[]) => ({
    command: process.execPath,
    args: [fixture, ...habits],
    env: { MCP_LOG: join(logs, name), API_TOKEN: "s3cr3t" },
  });
  const name = (first: object) =>
    writeFileSync(join(cwd, ".mcp.json"), JSON.stringify({ mcpServers: { one: first, two: server("two") } }));
  name(server("one"));
  const trust = () => startProgram({ args: ["trust"], cwd, env: { HOME: home }, input: "y\n" }).ended;
  const ran = (which: string) => existsSync(join(logs, which));
  const pid = () => Number(/"pid":(\d+)/.exec(readFileSync(join(logs, "one"), "utf8"))?.[1]);
  return { cwd, env: { HOME: home }, trust, ran, pid, change: () => name(server("one", "noise")) };
}

const replies = [toolReply([{ id: "c1", name: "one__echo", input: { text: "hi" } }]), textReply("Done.")];

describe("a server that a project names", () => {
  it("is data until the project is trusted, and starts when it is allowed by name and not before", async () => {
    const { trust, ran, change, pid, ...options } = makeProject();
    await inChat(options, async (chat) => {
      await chat.pty.expect("ignored until you run: treadle trust");
      chat.pty.enter("/mcp allow one");
      await chat.pty.expect('no MCP server "one"');
      await leave(chat);
    });
    expect((await trust()).stdout).toContain("each of them starts only when you allow it");
    await inChat({ ...options, replies, args: ["--auto-tools"] }, async (chat) => {
      const { pty } = chat;
      await pty.expect("2 MCP servers of this project (one, two, in .mcp.json) wait for your consent");
      pty.enter("/mcp allow one");
      const question = await pty.expect("[y/N]");
      expect(question).toContain(`argument: ${JSON.stringify(fixture)}`);
      expect(question).toContain("API_TOKEN (its value stands in the file)");
      expect(question).not.toContain("s3cr3t");
      // Enter alone starts nothing.
      pty.enter("");
      await pty.expect("one is not started.");
      expect([ran("one"), ran("two")]).toEqual([false, false]);
      pty.enter("/mcp allow one");
      await pty.expect("[y/N]");
      pty.enter("y");
      await pty.expect("one is allowed until what you have seen of it changes.");
      pty.enter("go");
      await pty.expect("Assistant: Done.");
      expect(chat.lastSent()).toEqual(["hi"]);
      await leave(chat);
    });
    await expectGone(pid());
    await inChat(options, async ({ pty }) => {
      await pty.expect("An MCP server of this project (two, in .mcp.json) waits for your consent");
      pty.enter("/mcp forget one");
      await pty.expect("one is off, and waits for your consent again.");
      pty.enter("/mcp deny two");
      await pty.expect("two stays off");
    });
    change();
    await inChat(options, async ({ pty }) => {
      await pty.expect("An MCP server of this project (one, in .mcp.json) waits for your consent");
    });
    expect(ran("two")).toBe(false);
  });

  it("is off where nobody can be asked, allowed or not", async () => {
    const { trust, ran, ...options } = makeProject();
    await trust();
    agent.mock.enqueue(textReply("Done."), textReply("Done."));
    const oneShot = await agent.run(["go"], options);
    expect(oneShot.stderr).toContain("that this project names in .mcp.json are off");
    const script = await agent.run([], { ...options, input: "/mcp allow one\ny\n" });
    expect(script.stdout).toContain("no MCP server");
    expect([ran("one"), ran("two")]).toEqual([false, false]);
  });

  it("is shown in a box on the full screen, and needs a yes there", async () => {
    const { trust, ran, change, pid, ...options } = makeProject();
    await trust();
    await onScreen(options, async (screen) => {
      await screen.shows("2 MCP servers of this project");
      await screen.enter("/mcp allow one");
      await screen.shows("Start the MCP server one of this project");
      await screen.answer("n");
      await screen.shows("one is not started.");
      await screen.enter("/mcp allow one");
      await screen.shows("Start the MCP server one of this project");
      await screen.answer("y");
      await screen.shows("one is allowed");
      await screen.enter("/mcp");
      await screen.shows(/^one: (?:connecting|ready), /m);
      await screen.shows("two (of this project): waits");
    });
    expect(ran("two")).toBe(false);
  });
});
