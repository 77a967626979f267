import { describe, expect, it } from "vitest";
import { createEditor, paste, press } from "../../src/input/editor.ts";
import { editorWith, key, keys, marked, pressAll } from "./editing.ts";

/** Text before, keys in normal mode, text after. */
const normal: readonly (readonly [string, string, string])[] = [
  ["ab|c", "h", "a|bc"],
  ["a\n|bc", "h", "a\n|bc"],
  ["|abc", "2 l", "ab|c"],
  ["ab|c\nd", "l l", "ab|c\nd"],
  ["|abc\nde", "j", "abc\n|de"],
  ["abc\nd|e", "k", "a|bc\nde"],
  ["|one, two", "w", "one|, two"],
  ["|one, two", "3 w", "one, tw|o"],
  ["|one\ntwo", "w", "one\n|two"],
  ["one, tw|o", "b", "one, |two"],
  ["one\n|two", "b", "|one\ntwo"],
  ["|one two", "e", "on|e two"],
  ["on|e two", "e", "one tw|o"],
  ["  ab|c", "0", "|  abc"],
  ["  ab|c", "^", "  |abc"],
  ["|abc", "$", "ab|c"],
  ["a|bc", "x", "a|c"],
  ["|abcd", "2 x", "|cd"],
  ["ab|c", "x", "a|b"],
  ["ab|c", "X", "a|c"],
  ["a|bc\nd", "D", "|a\nd"],
  ["a|b\ncd\ne", "d d", "|cd\ne"],
  ["a\nb|b", "d d", "|a"],
  ["a|b", "d d", "|"],
  ["|a\nb\nc\nd", "2 d d", "|c\nd"],
  ["|a\nb\nc\nd", "d 9 d", "|"],
  ["|one two", "d w", "|two"],
  ["|one\ntwo", "d w", "|\ntwo"],
  ["|one two three", "d 2 w", "|three"],
  ["one t|wo", "d b", "one |wo"],
  ["|one two", "d e", "| two"],
  ["one t|wo", "d 0", "|wo"],
  ["one| two", "d $", "on|e"],
  ["|one two", "c w h i escape", "h|i two"],
  ["|one two", "C x escape", "|x"],
  ["|one two", "s x escape", "|xne two"],
  ["one\nt|wo", "S x escape", "one\n|x"],
  ["one\nt|wo", "c c x escape", "one\n|x"],
  ["a|b", "i x escape", "a|xb"],
  ["|ab", "a x escape", "a|xb"],
  ["|ab\nc", "A x escape", "ab|x\nc"],
  ["  a|b", "I x escape", "  |xab"],
  ["|ab\nc", "o x escape", "ab\n|x\nc"],
  ["ab\n|c", "O x escape", "ab\n|x\nc"],
  ["|abc", "x p", "b|ac"],
  ["|abc", "x P", "|abc"],
  ["|ab\nc", "d d p", "c\n|ab"],
  ["ab\n|c", "y y P", "ab\n|c\nc"],
  ["|ab", "Y p", "ab\n|ab"],
  ["|one two", "y w $ p", "one twoone| "],
  ["|ab", "x 3 p", "baa|a"],
  ["|abc", "x x u", "|bc"],
  ["|abc", "x x 2 u", "|abc"],
  ["|abcd", "x .", "|cd"],
  ["|one two three", "d w .", "|three"],
  ["|one two", "c w x escape w .", "x |x"],
  ["|a\nb", "A ! escape j .", "a!\nb|!"],
  ["|abcd", "x u .", "|bcd"],
  ["|abc", "2 escape x", "|bc"],
  ["|abc", "d z x", "|bc"],
  ["ab|c", "backspace", "a|bc"],
  ["|日本e\u0301", "l l x", "日|本"],
];

function inNormalMode(text: string) {
  const state = editorWith(text, { vi: true });
  return state.vi ? { ...state, vi: { ...state.vi, mode: "normal" as const } } : state;
}

describe("vi keys", () => {
  it.each(normal)("%j, %s: %j", (before, pressed, after) => {
    expect(marked(pressAll(inNormalMode(before), keys(pressed)).state)).toBe(after);
  });

  it("begin in insert mode, where the other keys work as ever", () => {
    const { state } = pressAll(createEditor({ vi: true }), keys("h i space j ctrl-a newline"));
    expect(marked(state)).toBe("\n|hi j");
    expect(marked(press(state, key("escape")).state)).toBe("\n|hi j");
  });

  it("leave insert mode with the cursor on the last character", () => {
    const { state, effects } = pressAll(createEditor({ vi: true }), keys("a b escape"));
    expect(marked(state)).toBe("a|b");
    expect(effects).toEqual([]);
    expect(pressAll(state, keys("escape")).effects).toEqual([{ type: "cancel" }]);
  });

  it("recall the history above the first line and below the last", () => {
    expect(pressAll(inNormalMode("|a"), keys("k")).effects).toEqual([{ type: "recall", direction: "older" }]);
    expect(pressAll(inNormalMode("|a"), keys("j")).effects).toEqual([{ type: "recall", direction: "newer" }]);
  });

  it("submit from normal mode and go on in insert mode", () => {
    const { state, effects } = pressAll(inNormalMode("|a"), keys("enter x"));
    expect(effects).toEqual([{ type: "submit", text: "a", pasted: false }]);
    expect(marked(state)).toBe("x|");
  });

  it("repeat what was pasted", () => {
    const inserting = pressAll(inNormalMode("|z"), keys("i")).state;
    const state = pressAll(paste(inserting, "ab"), keys("escape .")).state;
    expect(marked(state)).toBe("aa|bbz");
  });

  it("take no more turns than anybody wants", () => {
    const { state } = pressAll(inNormalMode("|a"), keys("x 9 9 9 9 9 9 9 p"));
    expect(state.lines[0]).toBe("a".repeat(999));
  });
});
