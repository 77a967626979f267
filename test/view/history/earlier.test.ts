import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/model/message.ts";
import type { BlockSource } from "../../../src/view/block.ts";
import { type EarlierPage, earlierBlocks } from "../../../src/view/earlier.ts";
import { createMemoryArchive } from "../../../src/view/history/archive.ts";
import { createHistory, type History } from "../../../src/view/history.ts";
import { sanitise } from "../../../src/view/sanitise.ts";
import { lineText } from "../../../src/view/wrap.ts";

const width = 40;
const height = 6;
const settings = { showTokens: false, showReasoning: true };

const note = (text: string): BlockSource => ({
  kind: "note",
  role: "muted",
  text: sanitise(text),
  gap: false,
});
const prompt = (text: string): BlockSource => ({ kind: "prompt", text: sanitise(text), gap: true });
const open = (): History => createHistory({ archive: createMemoryArchive() });

/** Blocks of a run, or a room with pages of blocks. */
type Step = readonly BlockSource[] | { readonly pages: readonly (readonly BlockSource[])[] };

/** Rooms are made where they stand and filled at the end, as it happens. */
function filledLater(steps: readonly Step[]): History {
  const history = open();
  const fills: (() => void)[] = [];
  for (const step of steps) {
    if ("pages" in step) {
      const fill = history.makeRoom();
      fills.push(() => fillWith(step.pages)(fill));
    } else for (const source of step) history.add(source);
  }
  for (const fill of fills) fill();
  return history;
}

const fillWith = (pages: readonly (readonly BlockSource[])[]) => (fill: ReturnType<History["makeRoom"]>) =>
  fill({ count: pages.length, lines: (page) => pages[page]?.length ?? 0, blocks: (page) => pages[page] });

function flat(steps: readonly Step[]): History {
  const history = open();
  for (const step of steps) {
    for (const source of "pages" in step ? step.pages.flat() : step) history.add(source);
  }
  return history;
}

const shown = (history: History) =>
  history.visible(width, height).rows.map(({ line }) => lineText(line).trimEnd());

const moves = {
  up: (history: History) => history.scroll(-1),
  down: (history: History) => history.scroll(1),
  pageUp: (history: History) => history.scrollPages(-1),
  pageDown: (history: History) => history.scrollPages(1),
  start: (history: History) => history.toStart(),
  end: (history: History) => history.toEnd(),
  previous: (history: History) => history.toMessage("back"),
  next: (history: History) => history.toMessage("forward"),
  find: (history: History) => {
    history.search("e");
    while (history.find("back") === "more");
  },
  findDown: (history: History) => {
    history.search("e");
    while (history.find("forward") === "more");
  },
};

const block = fc.oneof(
  fc.integer({ min: 1, max: 99 }).map((number) => note(`note ${number}`)),
  fc
    .integer({ min: 1, max: 99 })
    .map((number) => prompt(`prompt ${number} ${"and on ".repeat(number % 20)}`)),
);
const blocks = fc.array(block, { maxLength: 6 });
const step: fc.Arbitrary<Step> = fc.oneof(
  blocks,
  fc.array(blocks, { maxLength: 4 }).map((pages) => ({ pages })),
);

describe("a room for what was said before", () => {
  it("looks like the same blocks without rooms, wherever one goes", () => {
    const move = fc.constantFrom(...Object.values(moves));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), fc.array(move, { maxLength: 12 }), (steps, going) => {
        const one = filledLater(steps);
        const other = flat(steps);
        expect(shown(one)).toEqual(shown(other));
        for (const go of going) {
          go(one);
          go(other);
          expect(shown(one)).toEqual(shown(other));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("may come while a place is held, which then stays", () => {
    const history = open();
    history.add(note("header"));
    const fill = history.makeRoom();
    for (let number = 1; number <= 30; number += 1) history.add(note(`tail ${number}`));
    history.visible(width, height);
    history.scroll(-10);
    const held = shown(history);
    fillWith([[note("old 1"), note("old 2")], [], [note("old 3")]])(fill);
    expect(shown(history)).toEqual(held);
    expect(history.visible(width, height).position).toMatchObject({ following: false, newRows: 0 });
    history.toStart();
    expect(shown(history)).toEqual(["header", "old 1", "old 2", "old 3", "tail 1", "tail 2"]);
  });

  it("keeps the beginning in sight for whoever has gone there before it came", () => {
    const history = open();
    history.add(note("header"));
    const fill = history.makeRoom();
    for (let number = 1; number <= 30; number += 1) history.add(note(`tail ${number}`));
    history.visible(width, height);
    history.toStart();
    history.visible(width, height);
    fillWith([Array.from({ length: 20 }, (_, index) => note(`old ${index}`))])(fill);
    expect(shown(history)).toEqual(["header", "old 0", "old 1", "old 2", "old 3", "old 4"]);
  });

  it("reads a page only when it is looked at, and says where one can no longer be read", () => {
    const read: number[] = [];
    const history = open();
    history.makeRoom()({
      count: 1000,
      lines: () => 10,
      blocks(page) {
        read.push(page);
        return page === 999 ? undefined : [note(`page ${page}`)];
      },
    });
    for (let number = 1; number <= 30; number += 1) history.add(note(`tail ${number}`));
    expect(shown(history).at(-1)).toBe("tail 30");
    expect(read).toEqual([]);
    history.toStart();
    expect(shown(history)[0]).toBe("page 0");
    expect(Math.max(...read)).toBeLessThan(20);
    expect(history.visible(width, height).position.percent).toBe(0);
    history.toEnd();
    history.visible(width, height);
    history.scroll(-30);
    expect(shown(history)).toContain("[this part of the history can no longer");
  });

  it("expands what is collapsed there, one by one and all at once", () => {
    const history = open();
    const messages: readonly Message[] = [
      { role: "user", text: "do it" },
      {
        role: "assistant",
        parts: [{ type: "tool-call", call: { id: "1", name: "bash", input: { command: "ls" } } }],
      },
      { role: "tool", result: { callId: "1", name: "bash", output: "one\ntwo\nthree", isError: false } },
    ];
    const pages = { count: 1, lines: () => 5, read: (): EarlierPage => ({ messages, afterTool: false }) };
    history.makeRoom()(earlierBlocks(pages, settings));
    history.add(note("end"));
    const before = shown(history);
    expect(before.join("\n")).not.toContain("two");
    expect(history.toggle()).toBe(true);
    history.visible(width, 20);
    expect(
      history
        .visible(width, 20)
        .rows.map(({ line }) => lineText(line))
        .join("\n"),
    ).toContain("two");
    history.expandAll("tool", false);
    expect(shown(history)).toEqual(before);
    history.expandAll("tool", true);
    expect(
      history
        .visible(width, 20)
        .rows.map(({ line }) => lineText(line))
        .join("\n"),
    ).toContain("two");
  });
});

describe("earlierBlocks", () => {
  const long = Array.from({ length: 900 }, (_, line) => `- line ${line} of it`).join("\n");
  const messages: readonly Message[] = [
    { role: "user", text: "a question" },
    {
      role: "assistant",
      parts: [
        { type: "reasoning", text: "hm" },
        { type: "text", text: "*yes*" },
      ],
    },
    { role: "user", text: "on", synthetic: true },
    { role: "assistant", parts: [{ type: "text", text: long }] },
  ];

  it("are what was replayed at once before", () => {
    const pages = { count: 1, lines: () => 1, read: (): EarlierPage => ({ messages, afterTool: false }) };
    const history = open();
    history.makeRoom()(earlierBlocks(pages, settings));
    const rows: string[] = [];
    history.toStart();
    for (let page = 0; page < 200; page += 1) {
      for (const row of shown(history)) if (rows.at(-1) !== row) rows.push(row);
      history.scrollPages(1);
    }
    const text = rows.join("\n");
    expect(text).toMatch(/^\n?You: a question\n\nThinking: hm\n\nAssistant:\nyes\n/);
    for (const line of [0, 450, 899]) expect(text).toContain(`line ${line} of it`);
    expect(text).not.toContain("You: on");
  });

  it("do not part calls in a row where a page ends", () => {
    const result: Message = {
      role: "tool",
      result: { callId: "1", name: "bash", output: "x", isError: false },
    };
    const gaps = [false, true].map((afterTool) => {
      const pages = { count: 1, lines: () => 1, read: () => ({ messages: [result], afterTool }) };
      return earlierBlocks(pages, settings).blocks(0)?.[0]?.gap;
    });
    expect(gaps).toEqual([true, false]);
  });

  it("are none where the page can no longer be read", () => {
    const pages = { count: 1, lines: () => 1, read: () => undefined };
    expect(earlierBlocks(pages, settings).blocks(0)).toBeUndefined();
  });
});
