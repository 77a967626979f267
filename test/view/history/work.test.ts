/** What a key, a delta or a frame costs must not depend on how much there is. Counted, not timed. */
import { describe, expect, it } from "vitest";
import type { BlockSource } from "../../../src/view/block.ts";
import type { History } from "../../../src/view/history.ts";
import { createLiveTool } from "../../../src/view/live-tool.ts";
import { start } from "../../../src/view/markdown/reader-state.ts";
import { createAnswer, createReasoning } from "../../../src/view/passage.ts";
import { sanitise } from "../../../src/view/sanitise.ts";
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

const endless: readonly (readonly [string, (line: number) => string])[] = [
  ["a list", (line) => `- item ${line}\n`],
  ["a nested list", (line) => `${"  ".repeat(line % 5)}- item ${line}\n`],
  ["a numbered list", (line) => `${line + 1}. item\n`],
  ["a paragraph", (line) => `words of line ${line}\n`],
  ["a quotation", (line) => `> words of line ${line}\n`],
  ["a table", (line) => (line === 0 ? "| a | b |\n|---|---|\n" : `| ${line} | b |\n`)],
];

it.each(endless)(
  "parts %s that grows without end, wherever it is cut, and shows it all the same",
  (_, make) => {
    const text = Array.from({ length: 5000 }, (_, line) => make(line)).join("");
    const { history } = watchedHistory();
    const answer = createAnswer(history);
    for (let at = 0; at < text.length; at += 7) answer.push(text.slice(at, at + 7));
    answer.end();
    expect(history.count()).toBeGreaterThan(text.length / 40_000);
    const whole: BlockSource = { kind: "answer", text: sanitise(text), from: start, label: true, gap: true };
    const { history: plain } = watchedHistory();
    plain.add(whole);
    expect(screen(history, 20_000, 60)).toEqual(screen(plain, 20_000, 60));
  },
);

it("passes a long thought that is collapsed without reading it", () => {
  const { history, work } = watchedHistory();
  const thought = createReasoning(history);
  for (let line = 0; line < 50_000; line += 1) thought.push(`thought ${line} of a long chain of them\n`);
  thought.end();
  history.add(noteOf("after"));
  history.expandAll("reasoning", false);
  expect(screen(history, height, 60).slice(1)).toEqual([
    "Thinking: thought 0 of a long chain of them [...]",
    "after",
  ]);
  expect(work().read).toBeLessThan(5);
});

it("shows a tool result of any size at the same cost", () => {
  const { history, work } = watchedHistory();
  const preview = { title: "make", fields: [] };
  const tool = createLiveTool(preview, false);
  const index = history.open(tool);
  const output = `first\n${"a line of output\n".repeat(1_000_000)}last`;
  history.settle(index, tool.finished({ callId: "1", name: "bash", output, isError: false }, "ran"));
  expect(screen(history, height, 60)).toEqual(["▸ make (1000002 lines)"]);
  history.toggle();
  history.toEnd();
  expect(screen(history, height, 60).at(-1)).toBe("  last");
  history.toStart();
  expect(screen(history, height, 60)[1]).toBe("  first");
  expect(work().wrapped).toBeLessThan(500);
  history.search("characters left out");
  let found = history.find("forward");
  while (found === "more") found = history.find("forward");
  expect(screen(history, height, 60).join()).toContain("[16600010 characters left out here]");
});

it("keeps little in memory and reads the rest back", () => {
  const { history, work } = long(50_000);
  history.toStart();
  screen(history, height, 60);
  expect(work().read).toBeGreaterThan(0);
  screen(history, height, 60);
  expect(work()).toEqual({ wrapped: 0, read: 0 });
});
