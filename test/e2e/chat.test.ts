/** A chat through pipes: what is typed, what is sent, what is shown. */
import { describe, expect, it } from "vitest";
import { messageStart, textBlock, textReply } from "../support/mock-anthropic.ts";
import { hangReply, statusReply } from "../support/mock-server.ts";
import { until } from "../support/until.ts";
import { messagesOf, useAgent } from "./agent.ts";

const agent = useAgent();

/** What the user said in each request, one list per request. */
function prompts(): string[][] {
  return agent.mock.requests.map((request) =>
    messagesOf(request)
      .filter((line) => line.startsWith("user: "))
      .map((line) => line.slice("user: ".length)),
  );
}

describe("a chat from a pipe", () => {
  it("sends one request per line and leaves at the end (I01)", async () => {
    agent.mock.enqueue(textReply("Hello there."));
    const { code, stdout, stderr } = await agent.run([], { input: "hi\nexit\n" });
    expect(prompts()).toEqual([["hi"]]);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual([
      "[display: append, the output is not a terminal]",
      expect.stringMatching(/^treadle \d/),
      expect.stringMatching(/^Backend: Anthropic API, model \S+ \(chosen in the settings\)$/),
      "Type 'exit' to quit, 'clear' to reset context",
      "You: hi",
      "",
      "[Calling backend...]",
      "Assistant: Hello there.",
      "",
      "  [Tokens: {input: 10, output: 5}]",
      "",
      "You: exit",
      "",
      "Goodbye!",
      "",
    ]);
  });

  it("ignores empty lines (I02)", async () => {
    const { code } = await agent.run([], { input: "\n  \n\nexit\n" });
    expect(code).toBe(0);
    expect(agent.mock.requests).toEqual([]);
  });

  it.each(["exit", "QUIT", "/exit", "/Quit"])(
    "leaves on %s, and what follows is not sent (I03)",
    async (word) => {
      const { code, stdout } = await agent.run([], { input: `${word}\nhi\n` });
      expect(code).toBe(0);
      expect(stdout).toContain("Goodbye!");
      expect(stdout).not.toContain("hi\n");
      expect(agent.mock.requests).toEqual([]);
    },
  );

  it("forgets on clear (I04)", async () => {
    const { stdout } = await agent.run([], { input: "hi\nclear\nyo\n" });
    expect(stdout).toContain("Context cleared.");
    expect(prompts()).toEqual([["hi"], ["yo"]]);
  });

  it("takes several prompts in order, each with what came before", async () => {
    agent.mock.enqueue(textReply("one"), textReply("two"), textReply("three"));
    const { code, stdout } = await agent.run([], { input: "a\nb\nc" });
    expect(prompts()).toEqual([["a"], ["a", "b"], ["a", "b", "c"]]);
    expect(messagesOf(agent.mock.requests[2])).toEqual([
      "user: a",
      "assistant: one",
      "user: b",
      "assistant: two",
      "user: c",
    ]);
    expect(stdout).toMatch(
      /You: a\n[\s\S]*one[\s\S]*You: b\n[\s\S]*two[\s\S]*You: c\n[\s\S]*three[\s\S]*Goodbye!/,
    );
    expect(code).toBe(0);
  });

  it("joins fences, here documents, backslashes and brackets to one prompt each (I07)", async () => {
    const blocks = [
      ["```js\nlet a = 1;\n\n```", "```js\nlet a = 1;\n\n```"],
      ["sum up <<<END\none\nexit\nEND", "sum up\none\nexit"],
      ["<<<\none\n/help\nEOF", "one\n/help"],
      ["one \\\ntwo", "one \ntwo"],
      ["{\n  a\n}", "{\n  a\n}"],
      ["```\nnot closed", "```\nnot closed"],
    ];
    await agent.run([], { input: blocks.map(([typed]) => typed).join("\n") });
    expect(prompts().at(-1)).toEqual(blocks.map(([, joined]) => joined));
  });

  it("sends sentences that begin like a command (I12)", async () => {
    const sentences = [
      "save the file as x",
      "exit the vim editor",
      "clear up the code",
      "/etc/hosts has what?",
    ];
    await agent.run([], { input: sentences.join("\n") });
    expect(prompts().at(-1)).toEqual(sentences);
  });

  it("keeps an unknown slash command to itself (I13)", async () => {
    const { stdout } = await agent.run([], { input: "/frobnicate now\nexit\n" });
    expect(stdout).toContain("Unknown local command: /frobnicate");
    expect(agent.mock.requests).toEqual([]);
  });

  it("lists every command with /help (I14)", async () => {
    const { stdout } = await agent.run([], { input: "/help\nexit\n" });
    for (const name of "help exit quit clear stop queue iterations tokens status tools".split(" ")) {
      expect(stdout).toMatch(new RegExp(`^ +/${name}\\b`, "m"));
    }
    expect(agent.mock.requests).toEqual([]);
  });

  it("lives on after an error (L09), and the status tells how the last turn ended", async () => {
    agent.mock.enqueue(statusReply(400, { error: { message: "bad thing" } }), textReply("fine"));
    const { code, stdout } = await agent.run([], { input: "a\nb\n" });
    expect(stdout).toMatch(/\[Error: .*bad thing.*\][\s\S]*fine/);
    expect(agent.mock.requests).toHaveLength(2);
    expect(code).toBe(0);
  });

  it("ends with status 1 when the last turn failed", async () => {
    agent.mock.enqueue(statusReply(400, { error: { message: "bad thing" } }));
    expect(await agent.run([], { input: "a\n" })).toMatchObject({ code: 1 });
  });

  it("carries out ten thousand queued commands", async () => {
    const input = `hi\n${"/tokens\n".repeat(10_000)}exit\n`;
    const { code, stdout, stderr } = await agent.run([], { input });
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout.match(/^Session: /gm)).toHaveLength(10_000);
  });

  it("needs no TERM, and repeats no input for Emacs, which shows it itself", async () => {
    const { stdout } = await agent.run([], { input: "hi\nexit\n", env: { TERM: undefined } });
    expect(stdout).toContain("You: hi\n");
    const emacs = await agent.run([], {
      input: "hi\nexit\n",
      env: { INSIDE_EMACS: "29.1,comint", TERM: "dumb" },
    });
    expect(emacs.stdout).not.toContain("hi");
    expect(emacs.stdout).toContain("ok");
    expect(emacs.code).toBe(0);
  });

  it("stays plain where it is told to (D03)", async () => {
    const { stdout } = await agent.run(["--display", "append"], { input: "exit\n", env: { TERM: "xterm" } });
    expect(stdout).toContain("[display: append, as asked]");
  });

  it.each(["", "\n\n"])("says what to do when the input %j is empty", async (input) => {
    const { code, stdout, stderr } = await agent.run([], { input });
    expect(code).toBe(2);
    expect(stdout).toContain("Goodbye!");
    expect(stderr).toContain("Standard input is empty");
  });

  it("begins with the prompt of -I and goes on with the input", async () => {
    const { stdout } = await agent.run(["-I", "clear"], { input: "again\nexit\n" });
    expect(prompts()).toEqual([["clear"], ["clear", "again"]]);
    expect(stdout).toMatch(/You: clear\n[\s\S]*You: again\n/);
    expect(stdout).not.toContain("queued");
  });

  it("shows text as it arrives (B21)", async () => {
    agent.mock.enqueue(hangReply([messageStart() + textBlock(0, "first words ")]));
    const chat = agent.start();
    chat.type("hi\n");
    await chat.sees("Assistant: first words");
    expect(await chat.signal("SIGTERM")).toMatchObject({ code: 143 });
  });

  it("is stopped by an interrupt and carries on with a history the provider accepts (L04)", async () => {
    agent.mock.enqueue(hangReply([messageStart() + textBlock(0, "half an ")]));
    const chat = agent.start();
    chat.type("hi\n");
    await chat.sees("half an");
    chat.child.kill("SIGINT");
    await chat.sees("operation cancelled by user");
    chat.type("again\n");
    await until(
      () => agent.mock.requests.length === 2,
      () => "the next request",
    );
    expect(await chat.end()).toMatchObject({ code: 0 });
    expect(agent.mock.requests[0]?.aborted).toBe(true);
    expect(agent.mock.requests[1]?.rejected).toBeUndefined();
    expect(prompts()[1]).toEqual(["hi", "again"]);
  });
});
