import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHistory, type History } from "../../../src/view/history.ts";
import { createAnswer } from "../../../src/view/passage.ts";
import { noteOf, numbered, promptOf, screen, watchedHistory } from "./sample.ts";

function numbers(from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${from + index}`);
}

function positionOf(history: History, height = 10, width = 40) {
  return history.visible(width, height).position;
}

describe("following", () => {
  it("shows nothing of nothing", () => {
    expect(screen(numbered(0), 5)).toEqual([]);
    expect(positionOf(numbered(0))).toEqual({ following: true, newRows: 0, percent: 100, lines: 0 });
  });

  it("shows all of little, and the end of much", () => {
    expect(screen(numbered(3), 5)).toEqual(["0", "1", "2"]);
    expect(screen(numbered(100), 3)).toEqual(["97", "98", "99"]);
  });

  it("shows what comes", () => {
    const history = numbered(100);
    screen(history, 3);
    history.add(noteOf("new"));
    expect(screen(history, 3)).toEqual(["98", "99", "new"]);
  });

  it("cuts a block that is taller than the screen", () => {
    const history = numbered(1);
    history.add(noteOf(numbers(0, 200).join("\n")));
    expect(screen(history, 2)).toEqual(["198", "199"]);
  });
});

describe("scrolling", () => {
  it.each<[what: string, move: (history: History) => void, first: string]>([
    ["a line up", (history) => history.scroll(-1), "89"],
    ["lines up and down", (history) => [-5, 2].forEach(history.scroll), "87"],
    ["half a screen", (history) => history.scrollPages(-0.5), "85"],
    ["a screen", (history) => history.scrollPages(-1), "80"],
    ["to the start", (history) => history.toStart(), "0"],
    ["beyond the start", (history) => history.scroll(-1000), "0"],
    ["to the end", (history) => [history.toStart(), history.toEnd()], "90"],
    ["beyond the end", (history) => [-50, 1000].forEach(history.scroll), "90"],
  ])("%s", (_, move, first) => {
    const history = numbered(100);
    screen(history, 10);
    move(history);
    expect(screen(history, 10)).toEqual(numbers(Number(first), 10));
  });

  it("says where it is", () => {
    const history = numbered(200);
    screen(history, 10);
    history.toStart();
    expect(positionOf(history)).toMatchObject({ following: false, percent: 0 });
    history.scroll(100);
    expect(positionOf(history)).toMatchObject({ following: false, percent: 50, lines: 200 });
    history.scroll(100);
    expect(positionOf(history)).toMatchObject({ following: true, percent: 100 });
  });

  it("comes back whence it came", () => {
    const texts = fc.array(fc.lorem({ maxCount: 30 }), { minLength: 5, maxLength: 30 });
    const height = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(texts, height, fc.nat(20), fc.integer({ min: 1, max: 40 }), (blocks, rows, start, by) => {
        const { history } = watchedHistory();
        for (const text of blocks) history.add(noteOf(text));
        screen(history, rows, 20);
        history.toStart();
        history.scroll(start);
        const before = screen(history, rows, 20);
        history.scroll(by);
        const moved = screen(history, rows, 20);
        fc.pre(!history.visible(20, rows).position.following);
        history.scroll(-by);
        expect(screen(history, rows, 20)).toEqual(before);
        history.scroll(by);
        expect(screen(history, rows, 20)).toEqual(moved);
      }),
    );
  });

  it("sees every row once on the way down", () => {
    const { history } = watchedHistory();
    for (let index = 0; index < 20; index += 1)
      history.add(promptOf(`block ${index} ${"word ".repeat(index)}`));
    const all = screen(history, 1000, 20);
    history.visible(20, 7);
    history.toStart();
    const seen = [...screen(history, 7, 20)];
    while (!history.visible(20, 7).position.following) {
      history.scroll(1);
      seen.push(...screen(history, 7, 20).slice(-1));
    }
    expect(seen).toEqual(all);
  });
});

describe("holding a place", () => {
  it("stays while blocks come, and counts what is below", () => {
    const history = numbered(50);
    screen(history, 10);
    history.scroll(-20);
    const held = screen(history, 10);
    for (let index = 0; index < 7; index += 1) history.add(noteOf("new"));
    expect(screen(history, 10)).toEqual(held);
    expect(positionOf(history)).toMatchObject({ following: false, newRows: 7 });
    history.toEnd();
    expect(positionOf(history)).toMatchObject({ following: true, newRows: 0 });
  });

  it("stays while text streams", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom("word ", "\n", "- a\n", "\n\n"), maxLength: 9 })),
        (deltas) => {
          const history = numbered(30);
          const answer = createAnswer(history);
          answer.push("The start of it\n");
          const before = screen(history, 1000).length;
          screen(history, 5);
          history.scroll(-2);
          const held = screen(history, 5);
          for (const delta of deltas) {
            answer.push(delta);
            expect(screen(history, 5)).toEqual(held);
          }
          const { newRows } = history.visible(40, 5).position;
          history.toEnd();
          expect(newRows).toBe(screen(history, 1000).length - before);
        },
      ),
    );
  });

  it("is where it was after the width has changed and changed back", () => {
    const { history } = watchedHistory();
    for (let index = 0; index < 20; index += 1) history.add(noteOf(`${index} ${"word ".repeat(100)}`));
    screen(history, 10, 60);
    history.scroll(-77);
    const held = screen(history, 10, 60);
    const narrow = screen(history, 10, 23);
    expect(narrow.length).toBe(10);
    screen(history, 3, 90);
    expect(screen(history, 10, 60)).toEqual(held);
    expect(positionOf(history, 10, 60).newRows).toBe(0);
  });

  it("follows again when the screen grows beyond the end", () => {
    const history = numbered(20);
    screen(history, 5);
    history.scroll(-3);
    expect(screen(history, 12)).toEqual(numbers(8, 12));
    expect(positionOf(history, 12).following).toBe(true);
  });
});

describe("messages", () => {
  function conversation(): History {
    const { history } = watchedHistory();
    for (let index = 0; index < 5; index += 1) {
      history.add(promptOf(`prompt ${index}`));
      for (let line = 0; line < 20; line += 1) history.add(noteOf(`${line}`));
    }
    screen(history, 10);
    return history;
  }

  it("are gone through one by one", () => {
    const history = conversation();
    const firsts = (["back", "back", "forward", "back", "back", "back", "back"] as const).map((direction) => {
      history.toMessage(direction);
      return screen(history, 10)[0];
    });
    expect(firsts).toEqual([4, 3, 4, 3, 2, 1, 0].map((index) => `You: prompt ${index}`));
    history.toMessage("back");
    expect(screen(history, 10)[0]).toBe("You: prompt 0");
  });

  it("end where the end is", () => {
    const history = conversation();
    history.toMessage("back");
    history.toMessage("forward");
    expect(positionOf(history).following).toBe(true);
  });

  it("go to the start of the one that is being read", () => {
    const history = conversation();
    history.toMessage("back");
    history.scroll(3);
    history.toMessage("back");
    expect(screen(history, 10)[0]).toBe("You: prompt 4");
  });
});

it("says so where the archive has lost something", () => {
  const history = createHistory({ archive: { keep: () => {}, read: () => undefined } });
  for (let index = 0; index < 3000; index += 1) history.add(noteOf("x".repeat(300)));
  screen(history, 5, 80);
  history.toStart();
  expect(screen(history, 2, 80)[0]).toBe("[this part of the history can no longer be read]");
});
