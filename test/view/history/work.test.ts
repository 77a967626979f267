/** What a key, a delta or a frame costs must not depend on how much there is. Counted, not timed. */
import { describe, expect, it } from "vitest";
import type { History } from "../../../src/view/history.ts";
import { createAnswer } from "../../../src/view/passage.ts";
import { noteOf, promptOf, screen, type Watched, watchedHistory } from "./sample.ts";

const height = 20;

function long(blocks: number): Watched {
  const watched = watchedHistory();
  const text = `${"word ".repeat(40)}\nsecond line`;
  for (let index = 0; index < blocks; index += 1) {
    watched.history.add(index % 10 === 0 ? promptOf(`prompt ${index}`) : noteOf(`${index} ${text}`));
  }
  screen(watched.history, height, 60);
  watched.work();
  return watched;
}

const actions: readonly (readonly [string, (history: History) => void])[] = [
  ["a line up", (history) => history.scroll(-1)],
  ["a screen up", (history) => history.scrollPages(-1)],
  ["to the start", (history) => history.toStart()],
  ["a screen down", (history) => history.scrollPages(1)],
  ["to the next message", (history) => history.toMessage("forward")],
  ["to the message before", (history) => history.toMessage("back")],
  ["to the end", (history) => history.toEnd()],
  ["a search", (history) => history.search("word")],
  ["a match", (history) => void history.find("back")],
  ["no match", (history) => [history.search("nothing"), history.find("back")]],
  ["a new block", (history) => void history.add(noteOf("new"))],
  ["another width", (history) => void history.visible(50, height)],
];

describe("a long history", () => {
  const few = long(100);
  const many = long(100_000);

  it.each(actions)("costs no more for %s", (_, act) => {
    const [little, much] = [few, many].map(({ history, work }) => {
      act(history);
      screen(history, height, 60);
      return work();
    });
    expect(much?.wrapped).toBeLessThanOrEqual(4 * height + 100);
    expect(much?.wrapped).toBeLessThanOrEqual((little?.wrapped ?? 0) + 3 * height);
    expect(much?.read).toBeLessThanOrEqual(250);
  });

  it.each([
    ["following", 0],
    ["scrolled", -50],
  ])("costs no more for text that streams (%s)", (_, scrolled) => {
    const costs = [few, many].map(({ history, work }) => {
      history.toEnd();
      history.scroll(scrolled);
      screen(history, height, 60);
      const answer = createAnswer(history);
      work();
      let most = 0;
      for (let delta = 0; delta < 300; delta += 1) {
        answer.push(delta % 20 === 19 ? "word.\n\n" : "some words ");
        screen(history, height, 60);
        const { wrapped, read } = work();
        most = Math.max(most, wrapped + read);
      }
      answer.end();
      return most;
    });
    expect(costs[1]).toBe(costs[0]);
    expect(costs[1]).toBeLessThan(30);
  });
});

it("costs no more when one answer grows without end", () => {
  const { history, work } = watchedHistory();
  const answer = createAnswer(history);
  answer.push("```ts\n");
  const costs: number[] = [];
  for (let line = 0; line < 20_000; line += 1) {
    answer.push(`const line${line} = ${line};\n`);
    if (line % 10 !== 0) continue;
    screen(history, height, 60);
    costs.push(work().wrapped);
  }
  expect(Math.max(...costs)).toBeLessThan(200);
  expect(history.count()).toBeGreaterThan(10);
  history.toStart();
  expect(screen(history, 3, 60)[2]).toBe("const line0 = 0;");
});

it("keeps little in memory and reads the rest back", () => {
  const { history, work } = long(50_000);
  history.toStart();
  screen(history, height, 60);
  expect(work().read).toBeGreaterThan(0);
  screen(history, height, 60);
  expect(work()).toEqual({ wrapped: 0, read: 0 });
});
