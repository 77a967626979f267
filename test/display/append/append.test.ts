import { describe, expect, it } from "vitest";
import {
  answered,
  asks,
  atPrompt,
  cancelled,
  createStage,
  idle,
  notice,
  request,
  streaming,
  text,
  turn,
  usage,
} from "./append-stage.ts";

describe("a chat", () => {
  it("shows a turn as labelled lines", () => {
    const { show, type, shown, intents } = createStage();
    show(idle);
    type("hi\n");
    expect(intents).toEqual([{ type: "submit", text: "hi" }]);
    show(turn("hi"), request(1), { type: "reasoning-delta", text: "hm" }, text("It is "), text("4."));
    show({ type: "usage", usage }, answered, idle);
    expect(shown()).toBe(
      "You: hi\n\n[Calling backend...]\nThinking: hm\nAssistant: It is 4.\n\n  [Tokens: {input: 42, output: 15}]\n\nYou: ",
    );
  });

  it("hides what it is told to", () => {
    const { show, shown } = createStage({ settings: { showTokens: false, showReasoning: false } });
    show({ type: "reasoning-delta", text: "hm" }, text("4"), { type: "usage", usage }, answered);
    expect(shown()).toBe("Assistant: 4\n\n\n");
  });

  it("repeats what was not typed at the prompt", () => {
    const { show, shown } = createStage();
    show(turn("from the command line"));
    expect(shown()).toBe("You: from the command line\n");
    show({ type: "command-started", line: "/help" });
    expect(shown()).toBe("You: /help\n");
  });

  it("repeats what came through a pipe, once, and cleaned", () => {
    const { show, shown, type } = createStage({ input: "pipe" });
    show(idle);
    type("hi\n");
    show(turn("hi\b"));
    expect(shown()).toBe("You: hi^H\n");
  });

  it("prompts once, again after an empty line, and again after a notice", () => {
    const { show, shown, type, intents } = createStage();
    show(idle, idle);
    type("\n");
    show(notice("x"));
    expect(shown()).toBe("You: \nYou: \n[x]\nYou: ");
    expect(intents).toEqual([]);
  });

  it("answers a wish to see something else with a sentence, and prompts again", () => {
    const { show, shown, type } = atPrompt();
    type("/up\n");
    show({ type: "command-started", line: "/up", quiet: true });
    show({ type: "view", action: { kind: "scroll", by: "lines", count: -1 } }, idle);
    expect(shown()).toContain("[Your terminal scrolls back by itself.]\nYou: ");
    show({ type: "view", action: { kind: "theme", name: "mono" } });
    expect(shown()).toBe("");
  });

  it("says that it was interrupted, and forgets what was being entered", () => {
    const { show, shown, type, keyboard, intents } = atPrompt();
    type("```\n");
    expect(shown()).toBe("```\n... ");
    keyboard.emit("data", Buffer.from("more\n"));
    show({ type: "interrupted" }, idle);
    type("hi\n");
    expect(shown()).toContain("Interrupted. Type 'exit' to quit.\nYou: hi\n");
    expect(intents).toEqual([{ type: "submit", text: "hi" }]);
  });

  it("forgets the block, but not the line, that was entered before a turn was cancelled", () => {
    const { show, type, keyboard, clock, intents } = streaming();
    type("```\n");
    keyboard.emit("data", Buffer.from("next\n"));
    show(cancelled);
    clock.advance(50);
    expect(intents).toEqual([{ type: "submit", text: "next" }]);
  });

  it("takes a block as text, never as a command", () => {
    const { type, intents } = atPrompt();
    for (const line of ["<<<\n", "/exit\n", "EOF\n"]) type(line);
    expect(intents).toEqual([{ type: "submit", text: "/exit", pasted: true }]);
  });

  it.each([
    [5, ""],
    [6, "  [pasted 6 lines (11 chars)]\n"],
  ])("counts a paste of more than five lines (%i)", (count, line) => {
    const { type, shown, intents } = atPrompt();
    const pasted = Array.from({ length: count }, () => "x").join("\n");
    type(`${pasted}\n`);
    expect(shown()).toBe(`${pasted}\n${line}`);
    expect(intents).toEqual([{ type: "submit", text: pasted, pasted: true }]);
  });

  it("takes lines one by one where pastes are not looked for", () => {
    const { type, intents } = atPrompt({ settings: { pasteMode: "off" } });
    type("a\nb\n");
    expect(intents).toEqual([
      { type: "submit", text: "a" },
      { type: "submit", text: "b" },
    ]);
  });

  it("leaves no empty line and glues nothing where a line was typed into the answer", () => {
    const { show, shown, type } = streaming();
    type("later\n");
    show(notice("queued: later"), text("and more. "), answered);
    expect(shown()).toBe("later\n[queued: later]\nAssistant: and more. \n\n\n");
  });

  it("ends with a farewell on a line of its own, and leaves no timer and no reader", () => {
    const { display, show, shown, clock, keyboard } = atPrompt();
    show(turn("go"), request(1), text("unfinished"), asks("q1"));
    shown();
    display.stop();
    expect(shown()).toBe("\nGoodbye!\n");
    expect(clock.pending()).toBe(0);
    expect(keyboard.isPaused()).toBe(true);
  });

  it("tells that the input has ended", () => {
    const { keyboard, intents } = atPrompt();
    keyboard.emit("end");
    expect(intents).toEqual([{ type: "quit" }]);
  });
});

describe("the working line", () => {
  it("comes at once, then every thirty seconds while nothing else does", () => {
    const { show, shown, clock } = createStage();
    show(turn("go"), request(1));
    expect(shown()).toBe("You: go\n\n[Calling backend...]\n");
    clock.advance(29_999);
    expect(shown()).toBe("");
    clock.advance(1);
    expect(shown()).toBe("[Still working, 30 s...]\n");
    clock.advance(30_000);
    expect(shown()).toBe("[Still working, 60 s...]\n");
    show(answered, idle);
    shown();
    clock.advance(300_000);
    expect(shown()).toBe("");
    expect(clock.pending()).toBe(0);
  });

  it("does not cut into text that arrives, and keeps count", () => {
    const { show, shown, clock } = streaming();
    clock.advance(20_000);
    show(text("more "));
    shown();
    clock.advance(10_000);
    expect(shown()).toBe("");
    clock.advance(30_000);
    expect(shown()).toBe("\n[Still working, 60 s...]\n");
  });

  it("counts on through the requests of a turn", () => {
    const { show, shown, clock } = createStage();
    show(request(1));
    clock.advance(20_000);
    show(request(2));
    shown();
    clock.advance(10_000);
    expect(shown()).toBe("[Still working, 30 s...]\n");
  });

  it("comes while a tool's output is not shown", () => {
    const { show, shown, clock } = createStage();
    show(request(1));
    clock.advance(15_000);
    shown();
    show({ type: "tool-output", callId: "c1", text: "x" });
    clock.advance(15_000);
    expect(shown()).toBe("[Still working, 30 s...]\n");
  });

  it("is silent while the user is asked, and begins anew with the answer", () => {
    const { show, shown, clock } = createStage();
    show(request(1), asks("q1"));
    clock.advance(25);
    shown();
    clock.advance(300_000);
    expect(shown()).toBe("");
    show({ type: "approval-answered", id: "q1", answer: { verdict: "allow" } });
    clock.advance(30_000);
    expect(shown()).toBe("\n[Still working, 30 s...]\n");
  });
});

describe("a one-shot run", () => {
  it("writes the bare answer, and the rest elsewhere", () => {
    const { show, shown, answer, display, clock } = createStage({ chat: false, input: "none" });
    show(turn("2+2"), request(1), text("It is "), text("4."), { type: "usage", usage }, answered, idle);
    clock.advance(300_000);
    display.stop();
    expect(answer()).toBe("It is 4.\n");
    expect(shown()).toBe("  [Tokens: {input: 42, output: 15}]\n");
  });
});

describe("the usage", () => {
  it("is a table, with the prompt shown again behind it", () => {
    const { show, shown, display } = createStage();
    show(turn("hi"), request(1), text("4."), { type: "usage", usage }, answered, idle);
    shown();
    display.showUsage();
    expect(shown()).toMatch(
      /Session: 1 request, 42 in, 15 out, \$\?\n.*\nContext: 57 tokens\n\n.*\n +1 .*#+\nYou: $/,
    );
  });
});
