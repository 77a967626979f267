import { describe, expect, it } from "vitest";
import { createPaper, type Output } from "../../../src/display/append/paper.ts";
import { safeText } from "../../../src/view/sanitise.ts";
import { createManualClock } from "./manual-clock.ts";

function sheet(): Output & { text: string } {
  return {
    text: "",
    write(text) {
      this.text += text;
    },
  };
}

function makeChat() {
  const output = sheet();
  const clock = createManualClock();
  return { output, clock, paper: createPaper({ answer: output, chrome: output, clock, chat: true }) };
}

function makeOneShot() {
  const answer = sheet();
  const chrome = sheet();
  const paper = createPaper({ answer, chrome, clock: createManualClock(), chat: false });
  return { answer, chrome, paper };
}

describe("in a chat", () => {
  it("labels reasoning and answer, each on lines of its own", () => {
    const { output, paper } = makeChat();
    paper.reasoning("let me ");
    paper.reasoning("see");
    paper.answer("It is ");
    paper.answer("4.");
    paper.endSection(true);
    expect(output.text).toBe("Thinking: let me see\nAssistant: It is 4.\n\n");
  });

  it("writes no label for empty text", () => {
    const { output, paper } = makeChat();
    paper.answer("");
    paper.reasoning("");
    paper.endSection(true);
    expect(output.text).toBe("");
  });

  it("begins its own text on a fresh line, and completes the answer first", () => {
    const { output, paper } = makeChat();
    paper.answer("unfinished word");
    paper.chrome(safeText`[Tool]\n`);
    paper.answer("more\n");
    paper.chrome(safeText`[Tool]\n`);
    expect(output.text).toBe("Assistant: unfinished word\n[Tool]\nAssistant: more\n[Tool]\n");
  });

  it("goes on where a prompt ended, and knows when Enter ended the line", () => {
    const { output, paper } = makeChat();
    paper.chrome(safeText`You: `);
    paper.chromeMore(safeText`hi\n`);
    paper.chrome(safeText`You: `);
    paper.startLine();
    paper.chrome(safeText`[x]\n`);
    paper.chrome(safeText`You: `);
    paper.answer("late ");
    expect(output.text).toBe("You: hi\nYou: [x]\nYou: \nAssistant: late ");
  });

  it("ends a section once", () => {
    const { output, paper } = makeChat();
    paper.answer("a");
    paper.endSection(true);
    paper.endSection(true);
    expect(output.text).toBe("Assistant: a\n\n");
  });

  it("writes nothing late: a word held back is not written after its section", () => {
    const { output, paper, clock } = makeChat();
    paper.answer("held");
    paper.endSection(false);
    const before = output.text;
    clock.advance(1000);
    expect(output.text).toBe(before);
    expect(clock.pending()).toBe(0);
  });

  it("knows whether its last line is complete, and that something was written", () => {
    const { paper } = makeChat();
    expect([paper.midLine(), paper.written()]).toEqual([false, 0]);
    paper.chrome(safeText`You: `);
    expect([paper.midLine(), paper.written()]).toEqual([true, 1]);
    paper.startLine();
    expect([paper.midLine(), paper.written()]).toEqual([false, 1]);
  });

  it("leaves no empty line where Enter has ended the line of streamed text", () => {
    const { output, paper } = makeChat();
    paper.answer("some ");
    paper.startLine();
    paper.chrome(safeText`[queued]\n`);
    paper.answer("held");
    paper.startLine();
    paper.chrome(safeText`[queued]\n`);
    expect(output.text).toBe("Assistant: some [queued]\nAssistant: held\n[queued]\n");
  });

  it("shows hostile text", () => {
    const { output, paper } = makeChat();
    paper.answer("a\b\r");
    paper.endSection(false);
    expect(output.text).toBe("Assistant: a^H^M\n");
  });
});

describe("in a one-shot run", () => {
  it("keeps the bare answer apart from everything else", () => {
    const { answer, chrome, paper } = makeOneShot();
    paper.reasoning("hm");
    paper.answer("It is 4.");
    paper.chrome(safeText`[Tokens]\n`);
    paper.answer("Really.\n");
    paper.endSection(false);
    expect(answer.text).toBe("It is 4.\nReally.\n");
    expect(chrome.text).toBe("hm\n[Tokens]\n");
  });

  it("closes an open line of its own before the next", () => {
    const { chrome, paper } = makeOneShot();
    paper.chrome(safeText`Allow? `);
    paper.chrome(safeText`[Denied]\n`);
    expect(chrome.text).toBe("Allow? \n[Denied]\n");
  });
});

describe("lines beside an answer", () => {
  it("come where a line of it ends, and never within one", () => {
    const { output, paper } = makeChat();
    paper.answer("one and ");
    paper.aside(safeText`#1| beside\n`);
    paper.answer("two\nthree ");
    expect(output.text).toBe("Assistant: one and two\n#1| beside\nthree ");
    paper.aside(safeText`#1| again\n`);
    paper.answer("four");
    paper.endSection(false);
    expect(output.text).toBe("Assistant: one and two\n#1| beside\nthree four\n#1| again\n");
  });

  it("come at once where nothing is streamed, and say when they have come", () => {
    const { output, paper } = makeChat();
    const then: string[] = [];
    paper.chrome(safeText`You: `);
    paper.aside(safeText`#1| beside\n`, () => then.push("there"));
    expect([output.text, then]).toEqual(["You: \n#1| beside\n", ["there"]]);
    paper.answer("word");
    paper.aside(safeText`#1| held\n`, () => then.push("later"));
    expect(then).toEqual(["there"]);
  });
});
