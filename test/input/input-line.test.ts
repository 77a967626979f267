import { describe, expect, it } from "vitest";
import { filePaths, slashCommands } from "../../src/input/completion-sources.ts";
import type { Effect } from "../../src/input/effect.ts";
import {
  clearInput,
  createInputLine,
  fillInput,
  type InputLine,
  inputPrompt,
  inputText,
  pasteText,
  pressKey,
} from "../../src/input/input-line.ts";
import { boundless } from "../../src/input/row.ts";
import { keys, marked } from "./editing.ts";

const around = {
  frame: boundless,
  sources: [
    slashCommands(() => [{ name: "status" }, { name: "stop" }, { name: "help" }]),
    filePaths((directory) =>
      directory === "" ? [{ name: "src", isDirectory: true }] : [{ name: "main.ts", isDirectory: false }],
    ),
  ],
};

interface Session {
  readonly line: InputLine;
  readonly effects: readonly Effect[];
}

function run(labels: string, line: InputLine = createInputLine()): Session {
  return keys(labels).reduce<Session>(
    (session, one) => {
      const pressed = pressKey(session.line, one, around);
      return { line: pressed.line, effects: [...session.effects, ...pressed.effects] };
    },
    { line, effects: [] },
  );
}

const textAfter = (labels: string, line?: InputLine) => marked(run(labels, line).line.editor);
const withHistory = createInputLine({ history: ["one", "two\nlines", "three"] });

describe("recall", () => {
  it.each([
    ["up", "three|"],
    ["up up", "two\nlines|"],
    ["up up up", "one|"],
    ["up up up up", "one|"],
    ["up up down", "three|"],
    ["up down", "|"],
    ["t up", "three|"],
    ["t up up down down", "t|"],
    ["t w up", "two\nlines|"],
    ["x up", "x|"],
    ["up up left up", "two|\nlines"],
    ["ctrl-p ctrl-p ctrl-n", "three|"],
    ["up x ctrl-_ ctrl-_", "|"],
    ["up up ctrl-_", "|"],
  ])("%s: %j", (labels, text) => {
    expect(textAfter(labels, withHistory)).toBe(text);
  });

  it("remembers what is submitted, once in a row", () => {
    const { line } = run("a enter a enter b enter");
    expect(line.history).toEqual(["a", "b"]);
    expect(textAfter("up up", line)).toBe("a|");
  });

  it("begins anew after a change", () => {
    expect(textAfter("up up up x up", withHistory)).toBe("onex|");
    expect(textAfter("up backspace backspace backspace backspace up", withHistory)).toBe("three|");
  });
});

describe("search", () => {
  it.each([
    ["ctrl-r e", "thr|ee", "(reverse search) e: "],
    ["ctrl-r n e", "two\nli|nes", "(reverse search) ne: "],
    ["ctrl-r n e ctrl-r", "o|ne", "(reverse search) ne: "],
    ["ctrl-r n e ctrl-r ctrl-s", "two\nli|nes", "(reverse search) ne: "],
    ["d r ctrl-r", "dr|", "(reverse search) : "],
    ["ctrl-r o z", "|two\nlines", "(no match) oz: "],
    ["ctrl-r o z backspace", "tw|o\nlines", "(reverse search) o: "],
    ["d ctrl-r o ctrl-g", "d|", "> "],
    ["d ctrl-r o ctrl-c", "d|", "> "],
    ["ctrl-r t h escape x", "x|three", "> "],
    ["ctrl-r o tab", "tw|o\nlines", "> "],
    ["ctrl-r r e ctrl-e", "three|", "> "],
    ["ctrl-r o ctrl-g ctrl-_", "|", "> "],
  ])("%s: %j with %j", (labels, text, prompt) => {
    const { line } = run(labels, withHistory);
    expect(marked(line.editor)).toBe(text);
    expect(inputPrompt(line, "> ")).toBe(prompt);
  });

  it("submits what was found", () => {
    const { effects, line } = run("ctrl-r o n e enter", withHistory);
    expect(effects).toEqual([{ type: "submit", text: "one", pasted: false }]);
    expect(inputText(line)).toBe("");
  });

  it("stops for an interrupt, which still reaches the others", () => {
    expect(run("ctrl-r o ctrl-c", withHistory).effects).toEqual([{ type: "interrupt" }]);
  });
});

describe("completion", () => {
  it.each([
    ["/ s t tab", "/status|"],
    ["/ s t tab tab", "/stop|"],
    ["/ s t tab tab tab", "/st|"],
    ["/ s t back-tab", "/stop|"],
    ["/ s t tab down", "/stop|"],
    ["/ s t tab down up", "/status|"],
    ["/ s t tab escape", "/st|"],
    ["/ s t tab tab ctrl-_", "/st|"],
    ["/ s t tab x", "/statusx|"],
    ["/ h tab", "/help |"],
    ["/ z tab", "/z|"],
    ["@ s tab", "@src/|"],
    ["@ s tab tab", "@src/main.ts |"],
    ["a tab", "a|"],
    ["/ h ctrl-_ tab", "|"],
  ])("%s: %j", (labels, text) => {
    expect(textAfter(labels)).toBe(text);
  });

  it("offers commands while they are typed, files only when asked", () => {
    expect(run("/ s").line.completion?.candidates.map(({ text }) => text)).toEqual(["/status", "/stop"]);
    expect(run("@ s").line.completion).toBeUndefined();
    expect(run("/ s left").line.completion).toBeUndefined();
    expect(run("/ s escape").line.completion).toBeUndefined();
    expect(run("/ s page-up").line.completion).toBeDefined();
  });

  it("leaves the arrows to the history until something is chosen", () => {
    const { line } = run("/ s up", createInputLine({ history: ["/save"] }));
    expect(marked(line.editor)).toBe("/save|");
  });

  it("takes one Escape to close the list and another to cancel", () => {
    expect(run("/ s escape").effects).toEqual([]);
    expect(run("/ s escape escape").effects).toEqual([{ type: "cancel" }]);
  });

  it("submits what was chosen", () => {
    expect(run("/ s t tab enter").effects).toEqual([{ type: "submit", text: "/status", pasted: false }]);
  });
});

describe("text from elsewhere", () => {
  it("is pasted at the cursor and ends what was going on", () => {
    const { line } = run("/ s t tab");
    const pasted = pasteText(line, "a\nb", around);
    expect([inputText(pasted), pasted.completion]).toEqual(["/statusa\nb", undefined]);
    const searching = run("ctrl-r o", withHistory).line;
    expect(pasteText(searching, "!", around).searching).toBeUndefined();
  });

  it("fills the input, or clears it, and both can be undone", () => {
    const { line } = run("a b");
    expect(inputText(fillInput(line, "edited\ntext"))).toBe("edited\ntext");
    expect(textAfter("ctrl-_", fillInput(line, "edited"))).toBe("ab|");
    expect(inputText(clearInput(line))).toBe("");
    expect(textAfter("ctrl-_", clearInput(line))).toBe("ab|");
  });

  it("is written with vi's keys where that is set", () => {
    expect(textAfter("a b escape 0 x", createInputLine({ vi: true }))).toBe("|b");
  });
});
