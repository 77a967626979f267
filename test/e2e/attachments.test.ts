/** What is named after @ goes along: in both displays, to every kind of backend, and the same again after a resume. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { type AnthropicRequest, textReply } from "../support/mock-anthropic.ts";
import { finished, said, startMockOllama, streamReply } from "../support/mock-ollama.ts";
import { openAiError, startMockOpenAi } from "../support/mock-openai.ts";
import { statusReply } from "../support/mock-server.ts";
import { runProgram, scratch } from "../support/program.ts";
import { checked, useAgent } from "./agent.ts";
import { inChat } from "./pty-chat.ts";

const agent = useAgent();

/** One black point. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==";

const asSent = "explain @main.ts\n\n[Attached: file main.ts]\n```\nlet a = 1;\nlet b = 2;\nlet c = 3;\n```";

function project(): string {
  const cwd = scratch();
  writeFileSync(join(cwd, "main.ts"), "let a = 1;\nlet b = 2;\nlet c = 3;\n");
  writeFileSync(join(cwd, "my notes.txt"), "warp\n");
  writeFileSync(join(cwd, "dot.png"), Buffer.from(png, "base64"));
  writeFileSync(join(cwd, "prog.bin"), Buffer.from([0x7f, 0x45, 0, 1, 2]));
  writeFileSync(join(cwd, ".env"), "TOKEN=plum\n");
  mkdirSync(join(cwd, "src"));
  writeFileSync(join(cwd, "src", "loom.ts"), "");
  return cwd;
}

/** The blocks of the last message without the mark of the cache. */
function content(request: AnthropicRequest | undefined): unknown {
  const blocks = request?.body?.messages?.at(-1)?.content;
  return Array.isArray(blocks) ? blocks.map(({ cache_control: _, ...block }) => block) : blocks;
}

const lastText = (request: AnthropicRequest | undefined) =>
  (content(request) as { text: string }[]).at(-1)?.text;

describe("a prompt from the command line", () => {
  it("takes the file that it names along, and says so beside the answer", async () => {
    const { stdout, stderr, code } = await agent.run(["explain", "@main.ts"], { cwd: project() });
    expect(lastText(agent.mock.requests[0])).toBe(asSent);
    expect(stderr).toContain("[Attached: file main.ts (3 lines, 33 B)]");
    expect(stdout).not.toContain("Attached");
    expect(code).toBe(0);
  });

  it("takes lines, names with blanks, directories and files of the home", async () => {
    const cwd = project();
    const home = scratch();
    writeFileSync(join(home, "wish.txt"), "wool\n");
    const text = 'see @main.ts:2-3, @"my notes.txt", @src and @~/wish.txt.';
    await agent.run([text], { cwd, env: { HOME: home } });
    expect(lastText(agent.mock.requests[0])).toBe(
      [
        text,
        "[Attached: file main.ts, lines 2-3]\n```\nlet b = 2;\nlet c = 3;\n```",
        "[Attached: file my notes.txt]\n```\nwarp\n```",
        "[Attached: directory src]\n```\nloom.ts\n```",
        "[Attached: file ~/wish.txt]\n```\nwool\n```",
      ].join("\n\n"),
    );
  });

  it("leaves everything that names no file as it is", async () => {
    const text = "mail joe@example.com about @decorator, \\@main.ts and `@main.ts`";
    const { stderr } = await agent.run([text], { cwd: project() });
    expect(content(agent.mock.requests[0])).toEqual([{ type: "text", text }]);
    expect(stderr).not.toContain("sent as text");
  });

  it("says so where a name looks like that of a file and is none", async () => {
    const { stderr } = await agent.run(["see @src/lom.ts"], { cwd: project() });
    expect(stderr).toContain("There is no file src/lom.ts: @src/lom.ts is sent as text.");
    expect(content(agent.mock.requests[0])).toEqual([{ type: "text", text: "see @src/lom.ts" }]);
  });

  it("names nothing in what comes on standard input", async () => {
    await agent.run(["see @main.ts", "-"], { cwd: project(), input: "and @dot.png\n" });
    expect(content(agent.mock.requests[0])).toEqual([
      { type: "text", text: asSent.replace("explain @main.ts", "see @main.ts\n\nand @dot.png\n") },
    ]);
  });

  it("cuts a long file, and tells both what is missing", async () => {
    const cwd = project();
    writeFileSync(join(cwd, "long.txt"), "x".repeat(250_000));
    const { stderr } = await agent.run(["sum up @long.txt"], { cwd });
    const missing = "only the first 100000 characters of 250000 bytes";
    expect(stderr).toContain(`[Attached: file long.txt (1 line, 100.0 KB; ${missing})]`);
    const text = lastText(agent.mock.requests[0]) ?? "";
    expect(text).toContain(`[Attached: file long.txt; ${missing}]`);
    expect(text.length).toBeLessThan(100_300);
  });

  it.each([
    [
      "@prog.bin",
      "Nothing was sent: prog.bin is a binary file (5 bytes); only text and images can be attached.",
    ],
    ["@.env", "Nothing was sent: .env may hold secrets, and was not allowed to go along."],
    ["@~/.ssh/id_rsa", "Nothing was sent: Blocked: ~/.ssh/ may contain credentials."],
    ["@key", "Nothing was sent: Blocked: ~/.ssh/ may contain credentials."],
    ["@main.ts:9", "Nothing was sent: main.ts has no line 9."],
  ])("is not sent with %s", async (name, problem) => {
    const cwd = project();
    const home = scratch();
    mkdirSync(join(home, ".ssh"));
    writeFileSync(join(home, ".ssh", "id_rsa"), "plum");
    symlinkSync(join(home, ".ssh", "id_rsa"), join(cwd, "key"));
    const { stderr, code } = await agent.run([`read ${name}`], { cwd, env: { HOME: home } });
    expect(stderr).toContain(`[Error: ${problem}]`);
    expect(agent.mock.requests).toEqual([]);
    expect(code).toBe(1);
  });
});

describe("an image", () => {
  const image = { type: "base64", media_type: "image/png", data: png };

  it("goes to Claude before the words", async () => {
    const { stderr } = await agent.run(["what is @dot.png"], { cwd: project() });
    expect(content(agent.mock.requests[0])).toEqual([
      { type: "image", source: image },
      { type: "text", text: "what is @dot.png\n\n[Attached: image dot.png; it is in this message]" },
    ]);
    expect(stderr).toContain("[Attached: image dot.png (70 B)]");
  });

  it.each([
    ["chat", { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } }],
    ["responses", { type: "input_image", image_url: `data:image/png;base64,${png}`, detail: "auto" }],
  ])("goes to OpenAI by %s; a server that refuses it is asked again with its name", async (api, part) => {
    const mock = await startMockOpenAi();
    try {
      const cwd = project();
      const config = join(cwd, "settings.yaml");
      const desk = `type: openai\n    base_url: ${mock.url}/v1\n    api: ${api}\n    model: qwen`;
      writeFileSync(config, `backends:\n  desk:\n    ${desk}\n`);
      const run = async () =>
        checked(await runProgram({ args: ["--config", config, "-b", "desk", "what is @dot.png"], cwd }));
      expect((await run()).code).toBe(0);
      expect(JSON.stringify(mock.requests[0]?.body)).toContain(JSON.stringify(part));
      mock.enqueue(statusReply(400, openAiError("image_url is not supported by this model")));
      const { code, stderr } = await run();
      expect(code).toBe(0);
      expect(stderr).toContain("qwen cannot be shown images: it is told their names.");
      const body = JSON.stringify(mock.requests.at(-1)?.body);
      expect(body).not.toContain("base64");
      expect(body).toContain("[Attached: image dot.png; it cannot be shown to you]");
    } finally {
      await mock.close();
    }
  });

  it("goes to a model of Ollama's that can see, and is refused for one that cannot", async () => {
    const mock = await startMockOllama();
    try {
      const run = async () => {
        const env = { OLLAMA_HOST: mock.url.replace("http://", "") };
        const args = ["-b", "ollama", "-m", "m", "--no-tools", "what is @dot.png"];
        return checked(await runProgram({ args, env, cwd: project() }));
      };
      mock.show({ capabilities: ["completion", "vision"] });
      mock.enqueue(streamReply([said("A dot."), finished()]));
      expect((await run()).stdout).toBe("A dot.\n");
      expect(JSON.parse(JSON.stringify(mock.chats[0]?.body)).messages[0]).toMatchObject({
        role: "user",
        images: [png],
      });
      mock.show({ capabilities: ["completion"] });
      const { code, stderr } = await run();
      expect(stderr).toContain("dot.png is an image, and m (Ollama) cannot be shown images.");
      expect(code).toBe(1);
      expect(mock.chats).toHaveLength(1);
    } finally {
      await mock.close();
    }
  });
});

describe("a chat", () => {
  it("asks before it attaches what may hold secrets", async () => {
    await inChat({ cwd: project(), replies: [textReply("Well.")] }, async ({ pty, lastSent }) => {
      pty.type("read @.env\r");
      await pty.expect("[Attach .env?]");
      await pty.expect("Anthropic API");
      await pty.expect("Do it? [y/N]");
      pty.type("y\r");
      await pty.expect("[Attached: file .env (1 line, 11 B)]");
      await pty.expect("Well.");
      expect(lastSent()).toEqual(["read @.env\n\n[Attached: file .env]\n```\nTOKEN=plum\n```"]);
      pty.type("read @.env again\r");
      await pty.expect("Do it? [y/N]");
      pty.type("n\r");
      await pty.expect("[Error: Nothing was sent: .env may hold secrets, and was not allowed to go along.]");
      await pty.expect("You: ");
    });
  });

  it("shows on the full screen what goes along, in one line", async () => {
    await onScreen({ cwd: project(), replies: [textReply("Fine.")] }, async (screen) => {
      await screen.enter("explain @main.ts");
      await screen.shows("Attached: file main.ts (3 lines, 33 B)");
      await screen.shows("Fine.");
      expect(screen.lastSent()).toEqual([asSent]);
      screen.paste("see @main.ts");
      await screen.cursorBehind("see @main.ts");
      screen.press("enter");
      await expect.poll(screen.lastSent).toEqual(["see @main.ts"]);
      await screen.enter("read @prog.bin");
      await screen.shows("Error: Nothing was sent: prog.bin is a binary file");
    });
  });

  it("fills in a template first, and then attaches what its values name", async () => {
    await agent.run([], { cwd: project(), input: "@explain @main.ts\n@main.ts is short\n" });
    const [first, second] = agent.mock.requests;
    expect(lastText(first)).toMatch(/^Explain what this does[\s\S]*@main\.ts\n\n\[Attached: file main\.ts\]/);
    expect(lastText(second)).toMatch(/^@main\.ts is short\n\n\[Attached: file main\.ts\]/);
  });

  it("sends the same again after a resume and a replay, whatever has become of the file", async () => {
    const cwd = project();
    const env = { HOME: scratch() };
    await agent.run([], { cwd, env, input: "explain @main.ts\nsee @dot.png\n" });
    const [first, second] = agent.mock.requests.map(content);
    writeFileSync(join(cwd, "main.ts"), "changed\n");
    const args = ["--resume", "last"];
    const input = "go on\n/export all.md\n/export all.json\n/history\n/replay 3\n/replay 1\n";
    const { stdout } = await agent.run(args, { cwd, env, input });
    const bodies = agent.mock.requests.map(({ body }) => body?.messages ?? []);
    const plain = (messages: readonly unknown[]) =>
      JSON.parse(JSON.stringify(messages).replaceAll(/,"cache_control":\{[^}]*\}/g, ""));
    expect(plain(bodies[2] ?? [])[0].content).toEqual(first);
    expect(plain(bodies[2] ?? [])[2].content).toEqual(second);
    expect(content(agent.mock.requests[3])).toEqual(second);
    expect(content(agent.mock.requests[4])).toEqual(first);
    expect(stdout).toContain("[Attached: file main.ts (3 lines, 33 B)]");
    expect(stdout).toContain("[1] You: (1 attached) explain @main.ts");
    const { readFileSync } = await import("node:fs");
    const markdown = readFileSync(join(cwd, "all.md"), "utf8");
    expect(markdown).toContain("**Attached: file main.ts (3 lines, 33 B)**\n\n```\nlet a = 1;");
    expect(markdown).not.toContain(png);
    expect(readFileSync(join(cwd, "all.json"), "utf8")).toContain(png);
  });
});
