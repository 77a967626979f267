import { describe, expect, it } from "vitest";
import { asks, cancelled, createStage, notice, type StageOptions, streaming } from "./append-stage.ts";

const question = '[Approval needed: bash: ls]\n  command: "ls"\n  directory: "/work"\n';
const allow = "Allow? [y/N] (y yes, s in this session, n no, n REASON no and why): ";

function asked(options?: StageOptions) {
  const stage = createStage(options);
  stage.show(asks("q1"));
  stage.clock.advance(25);
  stage.shown();
  return stage;
}

describe("a question", () => {
  it("is shown, and a moment later its choices", () => {
    const { show, shown, clock } = createStage();
    show(asks("q1"));
    expect(shown()).toBe(question);
    clock.advance(25);
    expect(shown()).toBe(allow);
  });

  it.each([
    ["y", { verdict: "allow" }],
    ["s", { verdict: "session" }],
    ["", { verdict: "deny" }],
    ["n use ls", { verdict: "deny", reason: "use ls" }],
  ])("takes %j for an answer", (line, answer) => {
    const { type, intents } = asked();
    type(`${line}\n`);
    expect(intents).toEqual([{ type: "answer", id: "q1", answer }]);
  });

  it("leaves the line after the answer clean", () => {
    const { type, show, shown } = asked();
    type("y\n");
    show({ type: "approval-answered", id: "q1", answer: { verdict: "allow" } });
    show({
      type: "tool-started",
      call: { id: "c1", name: "bash", input: {} },
      preview: { title: "ls", fields: [] },
    });
    expect(shown()).toBe("y\n[Tool: ls]\n");
  });

  it("is not answered by what was typed before it, however late that arrives", () => {
    const { show, shown, type, keyboard, clock, intents } = streaming();
    keyboard.emit("data", Buffer.from("y\n"));
    show(asks("q1"));
    keyboard.emit("data", Buffer.from("yes\n"));
    clock.advance(25);
    expect(intents).toEqual([{ type: "submit", text: "y\nyes", pasted: true }]);
    expect(shown()).toContain(allow);
    type("n\n");
    expect(intents.slice(1)).toEqual([{ type: "answer", id: "q1", answer: { verdict: "deny" } }]);
  });

  it("is not answered by a line that waits to be read when the choices are due", () => {
    const { show, keyboard, clock, intents } = streaming();
    show(asks("q1"));
    clock.after(25, () => keyboard.emit("data", Buffer.from("y\n")));
    clock.advance(100);
    expect(intents).toEqual([{ type: "submit", text: "y" }]);
  });

  it.each([
    ["another line", "what?\n", { type: "submit", text: "what?" }],
    ["a paste", "y\ny\n", { type: "submit", text: "y\ny", pasted: true }],
  ])("is not answered by %s: that is passed on, and it is asked again", (_, typed, intent) => {
    const { type, shown, intents } = asked();
    type(typed);
    expect(intents).toEqual([intent]);
    expect(shown()).toBe(`${typed}${allow}`);
  });

  it("is asked again once when something is said meanwhile", () => {
    const { show, shown } = asked();
    show(notice("x"));
    expect(shown()).toBe(`\n[x]\n${allow}`);
  });

  it("is asked again once when what was entered is reacted to at once", () => {
    const { type, shown } = asked({ reactions: [notice("queued")] });
    type("what?\n");
    expect(shown()).toBe(`what?\n[queued]\n${allow}`);
  });

  it("is asked again, not continued, when a block is opened", () => {
    const { type, shown, intents } = asked();
    type("```\n");
    expect(shown()).toBe(`\`\`\`\n${allow}`);
    type("y\n");
    expect(intents).toEqual([{ type: "answer", id: "q1", answer: { verdict: "allow" } }]);
  });

  it("that is withdrawn is not answered by the next line, nor asked late", () => {
    const { show, shown, type, clock, intents } = createStage();
    show(asks("q1"), { type: "approval-answered", id: "q1", answer: { verdict: "deny" } }, cancelled);
    shown();
    clock.advance(1000);
    expect(shown()).toBe("");
    type("y\n");
    expect(intents).toEqual([{ type: "submit", text: "y" }]);
  });

  it("through a pipe shows the answer that it got", () => {
    const { type, shown, intents } = asked({ input: "pipe" });
    type("y\n");
    expect(shown()).toBe("y\n");
    expect(intents).toEqual([{ type: "answer", id: "q1", answer: { verdict: "allow" } }]);
  });

  it("is denied when the input ends, and so are those that follow", () => {
    const { keyboard, shown, show, intents } = asked();
    keyboard.emit("end");
    show(
      { type: "approval-answered", id: "q1", answer: { verdict: "deny" } },
      asks("q2"),
      asks("q3", "pause"),
    );
    expect(intents).toEqual([
      { type: "answer", id: "q1", answer: { verdict: "deny" } },
      { type: "quit" },
      { type: "answer", id: "q2", answer: { verdict: "deny" } },
      { type: "answer", id: "q3", answer: { verdict: "deny" } },
    ]);
    expect(shown()).toMatch(
      /\[Denied: the input has ended; --auto-tools .+\]\n\[Pausing.+\]\n\[Not going on: the input has ended\]\n$/,
    );
  });

  it("to go on is answered by Enter", () => {
    const { show, type, clock, intents } = createStage();
    show(asks("q1", "pause"));
    clock.advance(25);
    type("\n");
    expect(intents).toEqual([{ type: "answer", id: "q1", answer: { verdict: "allow" } }]);
  });
});

describe("a question in a one-shot run", () => {
  it("is denied where nobody can be asked", () => {
    const { show, shown, intents } = createStage({ chat: false, input: "none" });
    show(asks("q1"));
    expect(shown()).toBe(
      `${question}[Denied: nobody can be asked in this run; --auto-tools runs tools without a question]\n`,
    );
    expect(intents).toEqual([{ type: "answer", id: "q1", answer: { verdict: "deny" } }]);
  });

  it("is the only time when the terminal is read", () => {
    const { show, keyboard, clock } = createStage({ chat: false });
    expect(keyboard.listenerCount("data")).toBe(0);
    show(asks("q1"));
    clock.advance(25);
    expect(keyboard.isPaused()).toBe(false);
    show({ type: "approval-answered", id: "q1", answer: { verdict: "allow" } });
    expect(keyboard.isPaused()).toBe(true);
    show(asks("q2"));
    expect([keyboard.isPaused(), keyboard.listenerCount("data")]).toEqual([false, 1]);
  });

  it("takes nothing but an answer", () => {
    const { type, shown, intents } = asked({ chat: false });
    type("another prompt\n");
    expect(shown()).toBe(`another prompt\n${allow}`);
    type("y\n");
    expect(intents).toEqual([{ type: "answer", id: "q1", answer: { verdict: "allow" } }]);
  });

  it("takes no answer that was typed before it", () => {
    const { show, keyboard, clock, intents } = createStage({ chat: false });
    show(asks("q1"));
    keyboard.emit("data", Buffer.from("y\n"));
    clock.advance(25);
    expect(intents).toEqual([]);
  });
});
