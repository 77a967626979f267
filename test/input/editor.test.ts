import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clear, createEditor, paste, press, setText } from "../../src/input/editor.ts";
import { keymap } from "../../src/input/keymap.ts";
import { boundless } from "../../src/input/row.ts";
import { textOf } from "../../src/input/text-buffer.ts";
import { editorWith, key, keys, marked, pressAll } from "./editing.ts";

/** Text before, keys, text after. */
const edits: readonly (readonly [string, string, string])[] = [
  ["one two|", "ctrl-a", "|one two"],
  ["one\ntwo|", "ctrl-a", "one\n|two"],
  ["one\ntwo|", "home", "one\n|two"],
  ["one|", "find", "|one"],
  ["|one\ntwo", "ctrl-e", "one|\ntwo"],
  ["|one", "end", "one|"],
  ["|one", "select", "one|"],
  ["ab|", "ctrl-b", "a|b"],
  ["a\n|b", "left", "a|\nb"],
  ["|a", "left", "|a"],
  ["|ab", "ctrl-f", "a|b"],
  ["a|\nb", "right", "a\n|b"],
  ["a|", "right", "a|"],
  ["one, two|", "alt-b", "one, |two"],
  ["one, |two", "ctrl-left", "|one, two"],
  ["one\n|two", "alt-left", "|one\ntwo"],
  ["|one, two", "alt-f", "one|, two"],
  ["one|, two", "ctrl-right", "one, two|"],
  ["one|\n\ntwo", "alt-right", "one\n\ntwo|"],
  ["a\nb|", "alt-<", "|a\nb"],
  ["a|\nb", "alt->", "a\nb|"],
  ["abc\nde|", "up", "ab|c\nde"],
  ["ab|c\nd\nefg", "down", "abc\nd|\nefg"],
  ["abc\nde|", "ctrl-p", "ab|c\nde"],
  ["|abc\nde", "ctrl-n", "abc\n|de"],
  ["abc|\nd\nefg", "down down", "abc\nd\nefg|"],
  ["日本|\nabcdef", "down", "日本\nabcd|ef"],
  ["日本\nabc|def", "up", "日|本\nabcdef"],
  ["ab|c", "backspace", "a|c"],
  ["a\n|b", "backspace", "a|b"],
  ["|a", "backspace", "|a"],
  ["ab|", "ctrl-h", "a|"],
  ["a|bc", "delete", "a|c"],
  ["a|\nb", "delete", "a|b"],
  ["a|", "delete", "a|"],
  ["a|bc", "ctrl-d", "a|c"],
  ["a|b\nc", "ctrl-k", "a|\nc"],
  ["a|\nc", "ctrl-k", "a|c"],
  ["a\nb|c", "ctrl-u", "a\n|c"],
  ["a\n|c", "ctrl-u", "a|c"],
  ["run ./a-b|", "ctrl-w", "run |"],
  ["run  |x", "ctrl-w", "|x"],
  ["run ./a-b|", "alt-backspace", "run ./a-|"],
  ["one two|", "ctrl-backspace", "one |"],
  ["|one two", "alt-d", "| two"],
  ["one| two", "alt-delete", "one|"],
  ["one| two", "ctrl-delete", "one|"],
  ["one two|", "ctrl-w ctrl-y ctrl-y", "one twotwo|"],
  ["one two|", "ctrl-w ctrl-w ctrl-y", "one two|"],
  ["|one two", "alt-d alt-d ctrl-y", "one two|"],
  ["ab|cd", "ctrl-k ctrl-u ctrl-y", "abcd|"],
  ["ab|", "ctrl-y", "ab|"],
  ["one two|", "ctrl-w left ctrl-u ctrl-e ctrl-y alt-y", " two|"],
  ["one two|", "ctrl-w left ctrl-u ctrl-e ctrl-y alt-y alt-y", " one|"],
  ["one two|", "ctrl-w alt-y", "one |"],
  ["ab|c", "ctrl-t", "acb|"],
  ["abc|", "ctrl-t", "acb|"],
  ["|abc", "ctrl-t", "|abc"],
  ["a|", "ctrl-t", "a|"],
  ["|", "ctrl-t", "|"],
  ["e\u0301👩\u200D💻|", "ctrl-t", "👩\u200D💻e\u0301|"],
  ["|", "a b ctrl-_", "|"],
  ["|", "a ctrl-w ctrl-x ctrl-u", "a|"],
  ["|", "a b space c d ctrl-_", "ab |"],
  ["ab|", "backspace undo", "ab|"],
  ["|", "a ctrl-_ alt-_", "a|"],
  ["|", "a ctrl-_ ctrl-x ctrl-r", "a|"],
  ["|", "a ctrl-_ b alt-_", "b|"],
  ["a|b", "newline", "a\n|b"],
  ["a|b", "ctrl-j", "a\n|b"],
  ["a|b", "alt-enter", "a\n|b"],
  ["a|b", "shift-enter", "a\n|b"],
  ["a\\|", "enter", "a\n|"],
  ["a\\|b", "ctrl-m", "a\n|b"],
  ["|", "ctrl-x a b", "b|"],
  ["|", "enter", "|"],
  [" \n |", "enter", " \n |"],
  ["a|", "?", "a?|"],
  ["|", "é 日 👍", "é日👍|"],
];

/** Keys that ask something of others and leave the text alone. */
const asking: readonly (readonly [string, object])[] = [
  ["up", { type: "recall", direction: "older" }],
  ["down", { type: "recall", direction: "newer" }],
  ["alt-p", { type: "recall", direction: "older" }],
  ["alt-n", { type: "recall", direction: "newer" }],
  ["ctrl-r", { type: "search" }],
  ["tab", { type: "complete", direction: "next" }],
  ["back-tab", { type: "complete", direction: "previous" }],
  ["ctrl-c", { type: "interrupt" }],
  ["escape", { type: "cancel" }],
  ["ctrl-z", { type: "suspend" }],
  ["ctrl-g", { type: "find" }],
  ["ctrl-l", { type: "repaint" }],
  ["ctrl-x ctrl-e", { type: "open-editor", text: "some text" }],
  ["page-up", { type: "scroll", step: "page-up" }],
  ["page-down", { type: "scroll", step: "page-down" }],
  ["alt-v", { type: "scroll", step: "page-up" }],
  ["ctrl-v", { type: "scroll", step: "page-down" }],
  ["ctrl-up", { type: "scroll", step: "half-page-up" }],
  ["ctrl-down", { type: "scroll", step: "half-page-down" }],
  ["shift-up", { type: "scroll", step: "line-up" }],
  ["shift-down", { type: "scroll", step: "line-down" }],
  ["ctrl-home", { type: "scroll", step: "top" }],
  ["ctrl-end", { type: "scroll", step: "bottom" }],
  ["alt-up", { type: "scroll", step: "previous-message" }],
  ["alt-down", { type: "scroll", step: "next-message" }],
  ["ctrl-o", { type: "toggle" }],
  ["f5", { type: "unused", key: key("f5") }],
];

describe("press", () => {
  it.each(edits)("%j, %s: %j", (before, pressed, after) => {
    expect(marked(pressAll(editorWith(before), keys(pressed)).state)).toBe(after);
  });

  it.each(asking)("%s asks", (pressed, effect) => {
    const { state, effects } = pressAll(editorWith("some| text"), keys(pressed));
    expect(effects).toEqual([effect]);
    expect(marked(state)).toBe("some| text");
  });

  it("has every key in these tables", () => {
    const tried = [...edits.map(([, pressed]) => pressed), ...asking.map(([pressed]) => pressed)].join(" | ");
    expect(Object.keys(keymap).filter((label) => !` ${tried} `.includes(` ${label} `))).toEqual([]);
  });

  it.each([
    ["ctrl-d", { type: "quit" }],
    ["?", { type: "help" }],
  ])("%s without a text asks", (pressed, effect) => {
    const { state, effects } = pressAll(createEditor(), keys(pressed));
    expect(effects).toEqual([effect]);
    expect(marked(state)).toBe("|");
  });

  it("moves by rows where a line takes several", () => {
    const frame = { ...boundless, width: 6, prompt: "> ", indent: 2 };
    const rows: string[] = [];
    let state = editorWith("abcdefghij|");
    for (let turn = 0; turn < 3; turn++) {
      const pressed = press(state, key("up"), frame);
      state = pressed.state;
      rows.push(marked(state), ...pressed.effects.map(({ type }) => type));
    }
    expect(rows).toEqual(["abcdef|ghij", "ab|cdefghij", "ab|cdefghij", "recall"]);
    expect(marked(pressAll(state, keys("down down"), frame).state)).toBe("abcdefghij|");
  });

  it("never lands inside of a seen character", () => {
    const family = "👩\u200D💻";
    expect(marked(pressAll(editorWith(`a${family}|`), keys("left")).state)).toBe(`a|${family}`);
    expect(marked(pressAll(editorWith(`a${family}|`), keys("backspace")).state)).toBe("a|");
    expect(marked(pressAll(editorWith(`|\u0301`), keys("e")).state)).toBe("e\u0301|");
    expect(marked(setText(createEditor(), family, 1))).toBe(`${family}|`);
  });
});

describe("submit", () => {
  const submitted = (state: ReturnType<typeof createEditor>) => press(state, key("enter"));

  it("hands over the text and begins anew, keeping what was cut", () => {
    const { state, effects } = submitted(pressAll(editorWith("a b|"), keys("ctrl-w c")).state);
    expect(effects).toEqual([{ type: "submit", text: "a c", pasted: false }]);
    expect(marked(state)).toBe("|");
    expect(pressAll(state, keys("ctrl-_")).state.lines).toEqual([""]);
    expect(marked(pressAll(state, keys("ctrl-y")).state)).toBe("b|");
  });

  it.each(["```js|", "a\n```|", "<<<|", "<<<END\nx|", "{ a: [|"])("waits for the end of %j", (text) => {
    const { state, effects } = submitted(editorWith(text));
    expect(effects).toEqual([]);
    expect(marked(state)).toBe(text.replace("|", "\n|"));
  });

  it.each([
    ["```js\nx\n```|", "```js\nx\n```"],
    ["<<<END\nx\ny\nEND|", "x\ny"],
    ["make \\\n all|", "make \\\n all"],
  ])("sends %j", (text, sent) => {
    expect(submitted(editorWith(text)).effects).toEqual([{ type: "submit", text: sent, pasted: false }]);
  });

  it("sends as it is what was pasted or recalled", () => {
    const pasted = paste(createEditor(), "{ open\n```");
    expect(submitted(pasted).effects).toEqual([{ type: "submit", text: "{ open\n```", pasted: true }]);
    const filled = setText(createEditor(), "{ open");
    expect(submitted(filled).effects).toEqual([{ type: "submit", text: "{ open", pasted: false }]);
    const typedAgain = pressAll(clear(pasted), keys("( a")).state;
    expect(submitted(typedAgain).effects).toEqual([]);
  });
});

describe("paste", () => {
  it("is one insertion without control characters", () => {
    const control = String.fromCharCode(27);
    const state = paste(editorWith("a|z"), `1\r\n2\r3\t${control}[31m\u0085\uD800`);
    expect(marked(state)).toBe("a1\n2\n3\t[31m\uFFFD|z");
    expect(marked(pressAll(state, keys("ctrl-_")).state)).toBe("a|z");
  });

  it("stays cheap at any size", () => {
    const line = "a line of forty characters, more or less\n";
    let state = paste(createEditor(), line.repeat(25_000));
    expect(state.undo.past).toHaveLength(1);
    state = pressAll(
      state,
      Array.from({ length: 500 }, () => key("x")),
    ).state;
    expect(state.lines.at(-1)).toBe("x".repeat(500));
    expect(state.undo.past).toHaveLength(2);
  });
});

describe("clear", () => {
  it("can be undone", () => {
    const cleared = clear(editorWith("some| text"));
    expect(marked(cleared)).toBe("|");
    expect(marked(pressAll(cleared, keys("ctrl-_")).state)).toBe("some| text");
  });
});

const anyKey = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...Object.keys(keymap), "ctrl-x").filter((label) => !label.includes(" ")),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "a",
      "space",
      "é",
      "日",
      "👩",
      "\u200D",
      "💻",
      "\u0301",
      "🇩",
      "🇪",
      ".",
      "\\",
      "한",
    ),
  },
);
const anyText = fc.constantFrom("", "one two", "日本\nab\tc", "👩\u200D💻e\u0301", "\u0301\n\u0301", "🇩🇪🇫");
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

describe.each([false, true])("any keys, vi %s", (vi) => {
  const pressed = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: anyKey },
      { weight: vi ? 4 : 0, arbitrary: fc.constantFrom(..."hjklwbe0^$xXDCsSYiaAIoOpPu.dcy23", "escape") },
    ),
    { maxLength: 40 },
  );

  it("keep the cursor between seen characters", () => {
    fc.assert(
      fc.property(anyText, pressed, (text, labels) => {
        let state = setText(createEditor({ vi }), text);
        for (const label of labels) {
          state = press(state, key(label)).state;
          const line = state.lines[state.cursor.line] ?? "no such line";
          const places = [...Array.from(graphemes.segment(line), ({ index }) => index), line.length];
          expect(places).toContain(state.cursor.column);
          const resting = state.vi?.mode === "normal" && line !== "";
          if (resting) expect(state.cursor.column).toBeLessThan(line.length);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("are undone back to the first text, and done again", () => {
    fc.assert(
      fc.property(anyText, pressed, (text, labels) => {
        let state = setText(createEditor({ vi }), text);
        const seen = new Set(["", textOf(state.lines)]);
        for (const label of labels.filter((one) => !["enter", "ctrl-m"].includes(one))) {
          state = press(state, key(label)).state;
          seen.add(textOf(state.lines));
        }
        const last = state.undo.future.length === 0 ? textOf(state.lines) : undefined;
        const undoKey = key("undo");
        while (state.undo.past.length > 0) {
          state = press({ ...state, prefix: "" }, undoKey).state;
          expect(seen).toContain(textOf(state.lines));
        }
        expect(textOf(state.lines)).toBe("");
        while (state.undo.future.length > 0) state = press(state, key("alt-_")).state;
        if (last !== undefined) expect(textOf(state.lines)).toBe(last);
      }),
      { numRuns: 500 },
    );
  });
});
