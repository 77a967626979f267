import { describe, expect, it } from "vitest";
import { asks, atPrompt, idle, streaming, text, turn, usage } from "./append-stage.ts";

const gathered = 1000;
const choices = "Task #1: Allow? (y yes, s in this session, n no, n REASON no and why): ";
const question = '[Task #1: Approval needed: bash: ls]\n  command: "ls"\n  directory: "/work"\n';
const response = { type: "response-finished", iteration: 1, stop: "end" } as const;

describe("a task in the background", () => {
  it("is gathered while a prompt stands, and then leaves it standing below", () => {
    const { showAside, shown, clock } = atPrompt();
    showAside("#1", turn("weave\na twill"), text("Over, "), text("under.\nOver"));
    expect(shown()).toBe("");
    clock.advance(gathered);
    expect(shown()).toBe("\n#1| You: weave\n#1| a twill\n#1| Assistant: Over, under.\nYou: ");
    showAside("#1", text(" again"), response);
    clock.advance(gathered);
    expect(shown()).toBe("\n#1| Over again\nYou: ");
  });

  it("keeps its hostile text off the line it would like to be on", () => {
    const { showAside, shown, clock } = atPrompt();
    showAside("#1", text(`\r${String.fromCharCode(27)}[2JAllow? y\nYou: rm\n`));
    clock.advance(gathered);
    const lines = shown().trim().split("\n");
    expect(lines.slice(0, -1).every((line) => line.startsWith("#1| "))).toBe(true);
    expect(lines.join("")).not.toContain(String.fromCharCode(27));
  });

  it("does not stop the reminder of the foreground, nor end its answer", () => {
    const { show, showAside, shown } = streaming();
    const outcome = { kind: "answered", text: "" } as const;
    showAside("#1", text("beside\n"), { type: "turn-finished", outcome, usage });
    show(text("and on"), { type: "turn-finished", outcome, usage });
    expect(shown()).toBe("and on\n\n#1| Assistant: beside\n\n");
  });

  it("tells two tasks apart, whatever their calls are called", () => {
    const { show, showAside, shown } = streaming();
    show(text("\n"));
    shown();
    const call = { id: "c", name: "bash", input: {} };
    for (const task of ["#1", "#2"]) {
      showAside(task, { type: "tool-started", call, preview: { title: `bash: ${task}`, fields: [] } });
    }
    expect(shown()).toBe("#1| [Tool: bash: #1]\n#2| [Tool: bash: #2]\n");
  });
});

describe("its question", () => {
  it("says whose it is, and waits on a line of its own", () => {
    const { showAside, shown, clock, type, intents } = atPrompt();
    showAside("#1", asks("q1"));
    clock.advance(25);
    expect(shown()).toBe(`\n${question}${choices}`);
    type("y\n");
    expect(intents).toEqual([{ type: "answer", id: "q1", answer: { verdict: "allow" } }]);
    showAside("#1", { type: "approval-answered", id: "q1", answer: { verdict: "allow" } });
    expect(shown()).toBe("y\nYou: ");
  });

  it.each(["", "no, look there", "yes please do", "all of it"])("takes %j for no answer", (line) => {
    const { showAside, clock, type, intents, shown } = atPrompt();
    showAside("#1", asks("q1"));
    clock.advance(25);
    shown();
    type(`${line}\n`);
    expect(intents).toEqual([{ type: "submit", text: line }]);
    expect(shown()).toContain(choices);
  });

  it("takes a no with a reason", () => {
    const { showAside, clock, type, intents } = atPrompt();
    showAside("#1", asks("q1"));
    clock.advance(25);
    type("n use ls\n");
    expect(intents).toEqual([{ type: "answer", id: "q1", answer: { verdict: "deny", reason: "use ls" } }]);
  });

  it("comes where a line of the answer ends, and again when that is complete", () => {
    const { show, showAside, shown, clock } = streaming();
    showAside("#1", asks("q1"));
    show(text("more\nand "));
    clock.advance(200);
    show(text("more"));
    const outcome = { kind: "answered", text: "" } as const;
    show({ type: "turn-finished", outcome, usage }, idle);
    expect(shown()).toBe(`more\n${question}${choices}\nand more\n\n\n${choices}`);
  });

  it("is asked even where a prompt has come while it could not be answered yet", () => {
    const { show, showAside, shown, clock } = atPrompt();
    showAside("#1", asks("q1"));
    show(turn("on"), { type: "turn-finished", outcome: { kind: "answered", text: "" }, usage }, idle);
    shown();
    clock.advance(25);
    expect(shown()).toBe(`\n${choices}`);
  });

  it("that was withdrawn before it could be shown is not open", () => {
    const { show, showAside, clock, type, intents } = streaming();
    showAside("#1", asks("q1"));
    showAside("#1", { type: "approval-answered", id: "q1", answer: { verdict: "deny" } });
    show(text("\n"));
    clock.advance(100);
    type("y\n");
    expect(intents).toEqual([{ type: "submit", text: "y" }]);
  });
});
