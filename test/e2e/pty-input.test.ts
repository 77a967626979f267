import { describe, expect, it } from "vitest";
import { textReply } from "../support/mock-anthropic.ts";
import { ctrlU, erase } from "../support/pty.ts";
import { inChat, inSteps, leave } from "./pty-chat.ts";

describe.concurrent("a chat at a terminal", () => {
  it("says what it is, prompts, answers, and lets go", () =>
    inChat({ replies: [textReply("It is 4.")] }, async (chat) => {
      const { pty } = chat;
      const [first, second, third, fourth, prompt] = pty.output().split("\r\n");
      expect(first).toMatch(/^\[display: append, .+\]$/);
      expect(second).toMatch(/^treadle \d/);
      expect(third).toMatch(/^Backend: Anthropic/);
      expect(fourth).toBe("Type 'exit' to quit, 'clear' to reset context");
      expect(prompt).toBe("You: ");
      pty.enter("2+2?");
      expect(await pty.expect("You: ")).toBe(
        "2+2?\r\n\r\n[Calling backend...]\r\nAssistant: It is 4.\r\n\r\n  [Tokens: {input: 10, output: 5}]\r\n\r\nYou: ",
      );
      await leave(chat);
    }));

  it("leaves echo and line editing to the terminal", () =>
    inChat({}, async ({ pty, lastSent }) => {
      pty.enter(`wrong${ctrlU}hex${erase}llo`);
      await pty.expect("Assistant: ok");
      expect(lastSent()).toEqual(["hello"]);
      expect(pty.output().match(/llo/g)).toHaveLength(1);
    }));

  it("shows text as it arrives", () =>
    inSteps(async ({ pty }, server) => {
      pty.enter("go");
      await server.request(1);
      server.send("The first half, ");
      await pty.expect("Assistant: The first half, ");
      server.send("held");
      await pty.expect("held");
      server.send(" and the second.");
      await pty.expect(" and the second.");
      server.end();
      await pty.expect("You: ");
    }));

  it("ignores empty lines", () =>
    inChat({}, async ({ pty, mock }) => {
      pty.enter("");
      expect(await pty.expect("You: ")).toBe("\r\nYou: ");
      pty.enter("   ");
      expect(await pty.expect("You: ")).toBe("   \r\nYou: ");
      expect(mock.requests).toHaveLength(0);
    }));
});

describe.concurrent("what is typed ahead", () => {
  it("is queued, and is shown when its turn comes", () =>
    inSteps(async ({ pty }, server) => {
      pty.enter("one");
      await server.request(1);
      server.send("Some words ");
      await pty.expect("Assistant: Some words ");
      pty.enter("two");
      expect(await pty.expect("[queued: two]\r\n")).toBe("two\r\n[queued: two]\r\n");
      server.send("and others.");
      server.end();
      expect(await pty.expect("[Calling backend...]\r\n")).toBe(
        "Assistant: and others.\r\n\r\n  [Tokens: {input: 10, output: 5}]\r\n\r\nYou: two\r\n\r\n[Calling backend...]\r\n",
      );
      await server.request(2);
      server.send("Done.");
      server.end();
      await pty.expect("You: ");
    }));

  it("never answers a question that comes later", () =>
    inSteps(async ({ pty }, server) => {
      pty.enter("one");
      await server.request(1);
      server.send("Shall I? ");
      await pty.expect("Shall I? ");
      pty.enter("y");
      server.end("echo ran");
      await pty.expect("[y/N]");
      expect(pty.output()).toContain("[queued: y]");
      pty.enter("n");
      await pty.expect("[Tool bash was not run");
      await server.request(2);
      server.end();
    }));
});

describe.concurrent("several lines", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

  it("pasted are one prompt, and many are counted", () =>
    inChat({}, async ({ pty, mock, lastSent }) => {
      const text = lines(7).join("\n");
      pty.type(`${lines(7).join("\r")}\r`);
      const shown = await pty.expect("Assistant: ok");
      expect(shown).toBe(
        `${lines(7).join("\r\n")}\r\n  [pasted 7 lines (${text.length} chars)]\r\n\r\n[Calling backend...]\r\nAssistant: ok`,
      );
      await pty.expect("You: ");
      expect(mock.requests).toHaveLength(1);
      expect(lastSent()).toEqual([text]);
    }));

  it("pasted are one prompt although they are two, or look like commands", () =>
    inChat({}, async ({ pty, mock, lastSent }) => {
      pty.type("/help\rexit\r");
      expect(await pty.expect("Assistant: ok")).not.toContain("[pasted");
      await pty.expect("You: ");
      expect(mock.requests).toHaveLength(1);
      expect(lastSent()).toEqual(["/help\nexit"]);
    }));

  it.each([
    ["a fence", ["```js", "let a;", "", "```"], "```js\nlet a;\n\n```"],
    ["a marker", ["<<<END", "/exit", "END"], "/exit"],
    ["a marker after text", ["see: <<<EOF", "x", "EOF"], "see:\nx"],
    ["backslashes", ["one\\", "two\\", "three"], "one\ntwo\nthree"],
    ["brackets", ["{", '"a": 1', "}"], '{\n"a": 1\n}'],
  ])("joined by %s are one prompt", (_, typed, sent) =>
    inChat({}, async ({ pty, mock, lastSent }) => {
      for (const line of typed.slice(0, -1)) {
        pty.enter(line);
        expect(await pty.expect("... ")).toBe(`${line}\r\n... `);
      }
      pty.enter(typed.at(-1) ?? "");
      await pty.expect("Assistant: ok");
      await pty.expect("You: ");
      expect(mock.requests).toHaveLength(1);
      expect(lastSent()).toEqual([sent]);
    }),
  );
});
