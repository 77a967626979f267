/** The append display and hostile text, by every route there is: nothing but text, newlines and tabs. */
import { describe, expect, it } from "vitest";
import { createStage, type StageOptions } from "../display/append/append-stage.ts";
import { corpus } from "./corpus.ts";
import { hostileShows } from "./hostile-shows.ts";
import { randomText } from "./random-text.ts";
import { answersTo } from "./routes.ts";
import { amount, chanceFrom, repeat, seed } from "./seed.ts";
import { unseenOnPaper } from "./unseen.ts";

const strings = amount("HOSTILE_STRINGS", 3000);
const minutes = 60_000;

/** Longer than unfinished words are held. */
const wordMs = 200;

function bombard(options: StageOptions, count: number, stream: number): void {
  const stage = createStage(options);
  for (const shows of hostileShows(count, 1, stream)) {
    for (const { route, text, events } of shows) {
      stage.show(...events);
      stage.clock.advance(wordMs);
      stage.show(...answersTo(events));
      const found = unseenOnPaper(stage.shown() + stage.answer());
      if (found !== undefined) {
        throw new Error(`${repeat}: ${JSON.stringify(found)} after ${route}: ${JSON.stringify(text)}`);
      }
    }
  }
}

describe(`the append display sends text alone (${repeat})`, () => {
  it("in a chat", () => bombard({}, strings, 10), 10 * minutes);

  it("in a one-shot run", () => bombard({ chat: false, input: "none" }, 1000, 11));

  it("where it repeats what was entered", () => {
    const chance = chanceFrom(seed, 12);
    const stage = createStage({ input: "pipe" });
    for (const text of [
      ...corpus.map((known) => known.text),
      ...Array.from({ length: 500 }, () => randomText(chance)),
    ]) {
      stage.show({ type: "idle" });
      stage.type(`${text}\n`);
      for (const intent of stage.intents.splice(0)) {
        if (intent.type === "submit") stage.show({ type: "turn-started", prompt: intent.text });
      }
      expect(unseenOnPaper(stage.shown())).toBeUndefined();
    }
  });

  it("in its first lines and its last", () => {
    const chance = chanceFrom(seed, 13);
    const text = Array.from({ length: 200 }, () => randomText(chance)).join("\n");
    const stage = createStage();
    stage.display.showUsage?.();
    stage.show({
      type: "session-opened",
      how: "forked",
      id: text,
      from: text,
      name: text,
      messages: 1,
      usage: { total: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 } },
    });
    stage.display.stop();
    expect(unseenOnPaper(stage.shown())).toBeUndefined();
  });

  it("says the same whether the text came whole or in single code units", () => {
    const chance = chanceFrom(seed, 14);
    for (const { text } of [
      ...corpus,
      ...Array.from({ length: 500 }, () => ({ text: randomText(chance) })),
    ]) {
      const [whole, pieces] = [[text], text.split("")].map((deltas) => {
        const stage = createStage();
        stage.show(...deltas.map((piece) => ({ type: "text-delta", text: piece }) as const));
        stage.show({ type: "response-finished", iteration: 1, stop: "end" }, { type: "idle" });
        return stage.shown();
      });
      expect(pieces).toBe(whole);
    }
  });
});
