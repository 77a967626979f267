/** What a user is asked about is seen escaped and complete, in both displays: it can be read back. */
import { describe, expect, it } from "vitest";
import { questionLines } from "../../src/display/append/lines.ts";
import type { Question } from "../../src/model/question.ts";
import { approvalText } from "../../src/view/approval-view.ts";
import { lineText } from "../../src/view/wrap.ts";
import { corpus } from "./corpus.ts";
import { randomText } from "./random-text.ts";
import { chanceFrom, repeat, seed } from "./seed.ts";
import { unseenOnPaper } from "./unseen.ts";

const chance = chanceFrom(seed, 20);
const texts = [...corpus.map(({ text }) => text), ...Array.from({ length: 3000 }, () => randomText(chance))];

function about(value: string): Question {
  const preview = { title: "bash", fields: [{ label: "command", value }] };
  return { kind: "tool", call: { id: "c", name: "bash", input: { command: value } }, preview };
}

/** The rows that go on with the line above say so with two columns of their own. */
function onScreen(value: string, width: number): readonly string[] {
  const { body } = approvalText(about(value), { width, directory: "/work" });
  const marked = body.map(lineText).map((row) => (row.startsWith("» ") ? row.slice(2) : `\n${row.slice(2)}`));
  return marked.join("").slice(1).split("\n");
}

function onPaper(value: string): readonly string[] {
  const [, ...lines] = questionLines(about(value), "/work").trimEnd().split("\n");
  return lines.map((line) => line.replace(/^ {2}/, ""));
}

/** What someone makes of it who knows how we escape. */
function readBack(lines: readonly string[], tab: RegExp, indent: number): string | undefined {
  const count = /^command \((\d+) lines\):$/.exec(lines[0] ?? "")?.[1];
  if (count === undefined) {
    const quoted = /^command: (".*")$/s.exec(lines[0] ?? "")?.[1];
    return quoted === undefined ? undefined : unquote(quoted);
  }
  const shown = lines.slice(1, 1 + Number(count)).map((line) => line.slice(indent).replace(tab, "\t"));
  return shown.map(unescaped).join("\n");
}

/** `\u{…}` stands in JSON where it has no escape of its own: for what is above 0xffff, or no letter. */
function unquote(text: string): string {
  return JSON.parse(uncovered(text));
}

function unescaped(text: string): string {
  const controls = text.replace(/\^([@-_?])/g, (_, c: string) =>
    String.fromCharCode(c === "?" ? 0x7f : c.charCodeAt(0) - 0x40),
  );
  return uncovered(controls);
}

function uncovered(text: string): string {
  return text
    .replace(/\^\?/g, "\u007f")
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/**
 * Some texts look like our escapes themselves, and blanks behind a tab like those that fill it up, which nobody can tell
 * apart; the others must come back.
 */
function isAmbiguous(text: string): boolean {
  return /\^[@-_?]|\\u\{|\t /.test(text);
}

describe(`a question hides nothing (${repeat})`, () => {
  it("shows one line quoted, and several each by itself, on the screen and on paper", () => {
    for (const text of texts) {
      for (const shown of [onScreen(text, 40), onScreen(text, 100), onPaper(text)]) {
        expect(unseenOnPaper(shown.join("\n"))).toBeUndefined();
      }
      if (isAmbiguous(text)) continue;
      expect(readBack(onScreen(text, 60), /→ */g, 0)).toBe(text);
      expect(readBack(onPaper(text), /\t/g, 2)).toBe(text);
    }
  });
});
