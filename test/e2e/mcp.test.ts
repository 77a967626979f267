/** MCP servers in the built program: their tools are offered, asked about and run, and nothing of them stays. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { textReply, toolReply } from "../support/mock-anthropic.ts";
import { root, scratch } from "../support/program.ts";
import { ctrlC } from "../support/pty.ts";
import { eventually, expectGone } from "../tools/processes.ts";
import { resultsOf, useAgent } from "./agent.ts";
import { inChat, leave } from "./pty-chat.ts";

const agent = useAgent();
const fixture = join(root, "test", "fixtures", "mcp", "server.mjs");
const everything = join(
  root,
  "node_modules",
  "@modelcontextprotocol",
  "server-everything",
  "dist",
  "index.js",
);

interface Configured {
  readonly args: readonly string[];
  readonly noted: () => string;
  readonly pids: () => readonly number[];
}

/** A settings file with our fixture as the server `s`, and perhaps more. */
function configured(habits: readonly string[] = [], more: object = {}): Configured {
  const directory = scratch();
  const [file, log] = [join(directory, "config.json"), join(directory, "log")];
  const s = { command: process.execPath, args: [fixture, ...habits], env: { MCP_LOG: log } };
  writeFileSync(file, JSON.stringify({ mcp_servers: { s, ...more } }));
  const noted = () => (existsSync(log) ? readFileSync(log, "utf8") : "");
  const pids = () => [...noted().matchAll(/^\{"pid":(\d+)\}$/gm)].map(([, pid]) => Number(pid));
  return { args: ["--config", file], noted, pids };
}

const call = (name: string, input: object = {}, id = "c1") => toolReply([{ id, name, input }]);
const done = textReply("Done.");

describe.concurrent("in a chat at a terminal", () => {
  it("a tool of a server is asked about and run, and the server ends with the chat (M03)", () => {
    const { args, pids } = configured(["grandchild"]);
    const replies = [call("s__echo", { text: "from the server" }), done];
    return inChat({ args, replies }, async (chat) => {
      const { pty, mock, lastSent } = chat;
      await eventually(() => expect(pids()).toHaveLength(2));
      pty.enter("/mcp");
      await pty.expect("s: ");
      pty.enter("go");
      const question = await pty.expect("[y/N]");
      expect(question).toContain("the server says");
      expect(question).toContain("from the server");
      pty.enter("y");
      await pty.expect("Assistant: Done.");
      expect(lastSent()).toEqual(["from the server"]);
      const offered = mock.requests[0]?.body?.tools as { name: string }[];
      expect(offered.map(({ name }) => name)).toContain("s__echo");
      pty.enter("/mcp");
      await pty.expect(/s: ready, 11 tools/);
      await leave(chat);
      for (const pid of pids()) await expectGone(pid);
    });
  });

  it("Ctrl-C ends a call that hangs, and the server goes on", () => {
    const { args, noted } = configured();
    const replies = [call("s__slow"), call("s__echo", { text: "alive" }, "c2"), done];
    return inChat({ args: [...args, "--auto-tools"], replies }, async ({ pty, lastSent }) => {
      pty.enter("go");
      await eventually(() => expect(noted()).toContain('"slow"'));
      pty.type(ctrlC);
      await pty.expect("You: ");
      pty.enter("again");
      await pty.expect("Assistant: Done.");
      expect(lastSent()).toEqual(["alive"]);
      expect(noted()).toContain("notifications/cancelled");
    });
  });

  it("a server that hangs delays the first request by a second at most, and is told of", () => {
    const { args, pids } = configured(["hangs"]);
    return inChat({ args, replies: [done] }, async (chat) => {
      chat.pty.enter("go");
      await chat.pty.expect("still connecting");
      await chat.pty.expect("Assistant: Done.");
      await leave(chat);
      for (const pid of pids()) await expectGone(pid);
    });
  });
});

describe("a prompt of a server", () => {
  it("is a command: shown as what it is, sent, and missed by its arguments", () => {
    const { args } = configured(["prompts"]);
    return inChat({ args, replies: [done] }, async (chat) => {
      const { pty, lastSent } = chat;
      pty.enter("/s:greet");
      await pty.expect("/s:greet lacks who: /s:greet who=… [style=…]");
      pty.enter("/s:greet Ada");
      await pty.expect("The MCP server s wrote this prompt, and it is sent as yours:");
      await pty.expect("You: Greet Ada, plainly.");
      await pty.expect("Assistant: Done.");
      expect(lastSent()).toEqual(["Greet Ada, plainly."]);
      pty.enter("/help");
      await pty.expect("/s:greet who=… [style=…] Greets somebody warmly");
      pty.enter("/mcp");
      await pty.expect("/s:plain   Plain words");
      pty.enter("/nobody:greet");
      await pty.expect("Unknown local command: /nobody:greet");
      await leave(chat);
    });
  });

  it("can be waited for by a script, and stopped by a person", async () => {
    const { args, noted } = configured(["prompts"]);
    agent.mock.enqueue(done);
    const { stdout } = await agent.run(args, { input: "/s:plain\n" });
    expect(stdout).toContain("Done.");
    const sent = agent.mock.requests[0]?.body?.messages?.at(-1)?.content;
    expect(JSON.stringify(sent)).toContain("Just this.\\n\\nAnd this.");
    await inChat({ args }, async ({ pty }) => {
      pty.enter("/s:stuck");
      await eventually(() => expect(noted()).toContain('"stuck"'));
      pty.type(ctrlC);
      await pty.expect("Cancelled by the user");
    });
  });

  it("and its arguments are completed on the full screen", () => {
    const { args } = configured(["prompts"]);
    return onScreen({ args }, async (screen) => {
      // Which waits until the server has told what it has.
      await screen.enter("/s:greet");
      await screen.shows("/s:greet lacks who");
      screen.type("/s:gre");
      await screen.shows("Greets somebody warmly");
      screen.press("tab");
      await screen.cursorBehind("/s:greet ");
      await screen.shows("Whom to greet");
      screen.type("w");
      await screen.cursorBehind("/s:greet w");
      screen.press("tab");
      await screen.cursorBehind("/s:greet who=");
    });
  });
});

describe("a resource of a server", () => {
  const image = { type: "base64", media_type: "image/png", data: "iVBORw0KGgoAAAAN" };

  it("goes along where a prompt names it after @, as text or as a picture", () => {
    const { args } = configured(["resources"]);
    return inChat({ args, replies: [done, done] }, async (chat) => {
      const { pty, mock, lastSent } = chat;
      pty.enter("Sum up @s:file:///notes.txt.");
      await pty.expect("resource file:///notes.txt of the MCP server s (1 line, 15 B)");
      await pty.expect("Assistant: Done.");
      expect(lastSent()).toEqual([
        "Sum up @s:file:///notes.txt.\n\n[Attached: resource file:///notes.txt of the MCP server s]\n````\nsome ``` notes\n````",
      ]);
      pty.enter("Look at @s:file:///picture");
      await pty.expect("Assistant: Done.");
      expect(mock.requests[1]?.body?.messages?.at(-1)?.content).toContainEqual({
        type: "image",
        source: image,
      });
      pty.enter("And @s:file:///lie");
      await pty.expect("Nothing was sent: resource file:///lie of the MCP server s holds what is no text");
      pty.enter("/mcp");
      await pty.expect("@s:file:///notes.txt, @s:file:///long");
      await leave(chat);
    });
  });

  it("is completed on the full screen", () => {
    const { args } = configured(["resources"]);
    return onScreen({ args }, async (screen) => {
      // Which waits until the server has told what it has.
      await screen.enter("/s:none");
      await screen.shows("has no such prompt");
      screen.type("see @s:file:///no");
      await screen.cursorBehind("see @s:file:///no");
      screen.press("tab");
      await screen.cursorBehind("see @s:file:///notes.txt ");
    });
  });
});

describe("in a one-shot run", () => {
  it("the official server for tests is understood, on pipes", async () => {
    const { args } = configured([], { all: { command: process.execPath, args: [everything, "stdio"] } });
    agent.mock.enqueue(call("all__get-sum", { a: 2, b: 40 }), done);
    const { code, stderr } = await agent.run([...args, "--auto-tools", "go"]);
    expect(resultsOf(agent.mock.requests)).toEqual([
      { id: "c1", text: expect.stringContaining("42"), isError: false },
    ]);
    expect(code, stderr).toBe(0);
  });

  it("so are its resources, after @", async () => {
    const { args } = configured([], { all: { command: process.execPath, args: [everything, "stdio"] } });
    agent.mock.enqueue(done);
    const { stderr } = await agent.run([...args, "Read @all:demo://resource/dynamic/text/3."]);
    const [sent] = agent.mock.requests.map(({ body }) => JSON.stringify(body?.messages?.at(-1)?.content));
    expect(sent, stderr).toContain("Resource 3: This is a plaintext resource");
  });

  it("so are its prompts, in a script", async () => {
    const { args } = configured([], { all: { command: process.execPath, args: [everything, "stdio"] } });
    agent.mock.enqueue(done, done);
    const input =
      "/all:args-prompt Paris\n/all:resource-prompt resourceType=Text resourceId=1\n/all:args-prompt\n";
    const { stdout } = await agent.run(args, { input });
    const prompts = agent.mock.requests.map(({ body }) => JSON.stringify(body?.messages?.at(-1)?.content));
    expect(prompts).toEqual([
      expect.stringContaining("What's weather in Paris?"),
      expect.stringMatching(/\[Resource demo:\/\/resource\/dynamic\/text\/1\]\\n```\\nResource 1:/),
    ]);
    expect(stdout).toContain("/all:args-prompt lacks city: /all:args-prompt city=… [state=…]");
  });

  it("a server that cannot start only warns, and a call is refused where nobody can be asked (M02)", async () => {
    const { args, pids } = configured([], { bad: { command: "/no/such/program" } });
    agent.mock.enqueue(call("s__echo"), done);
    const { stderr } = await agent.run([...args, "go"]);
    expect(stderr).toContain("The MCP server bad cannot be used");
    expect(resultsOf(agent.mock.requests)).toEqual([{ id: "c1", text: expect.any(String), isError: true }]);
    for (const pid of pids()) await expectGone(pid);
  });

  it("without tools the model has none of theirs either", async () => {
    const { args } = configured();
    agent.mock.enqueue(done);
    await agent.run([...args, "--no-tools", "go"]);
    expect(agent.mock.requests[0]?.body?.tools ?? []).toEqual([]);
  });
});
