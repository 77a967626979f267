/** Movements, in bytes. */
import { describe, expect, it } from "vitest";
import { createCharset } from "../../src/terminal/charset.ts";
import { createCursor } from "../../src/terminal/cursor.ts";
import { createWriter } from "../../src/terminal/writer.ts";
import { createExpand } from "../../src/terminfo/expand.ts";
import type { Entry } from "../../src/terminfo/read.ts";
import { altered } from "../support/paint/stage.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";

function cursorOn(terminal: string | Entry, parts: { screen?: string; beforeMove?: () => boolean } = {}) {
  const entry = typeof terminal === "string" ? fixtureEntry(terminal) : terminal;
  let sent = "";
  const writer = createWriter({
    entry,
    expand: createExpand(entry, { baud: 9600, flowControl: false }),
    charset: createCharset({ entry, locale: {} }),
    write: (pieces) => {
      sent += pieces.join("");
    },
  });
  const cursor = createCursor({
    entry,
    writer,
    beforeMove: parts.beforeMove ?? (() => false),
    beforeMoveCost: () => 0,
    retype: (_, from, to) => parts.screen?.slice(from, to),
  });
  const move = (row: number, column: number) => {
    sent = "";
    cursor.moveTo(row, column);
    writer.flush();
    return sent;
  };
  return { cursor, move };
}

describe("the cheapest movement", () => {
  it("addresses from nowhere, and stays where it is", () => {
    const { move } = cursorOn("xterm");
    expect(move(4, 9)).toBe("\x1b[5;10H");
    expect(move(4, 9)).toBe("");
  });

  it.each([
    [[4, 9], [4, 8], "\b"],
    [[4, 9], [4, 0], "\r"],
    [[4, 9], [5, 0], "\r\n"],
    [[4, 0], [6, 0], "\n\n"],
    [[4, 9], [4, 10], "\x1b[C"],
    [[4, 9], [3, 9], "\x1b[A"],
    [[4, 9], [0, 0], "\x1b[H"],
    [[4, 50], [4, 20], "\x1b[21G"],
    [[4, 50], [12, 50], "\x1b[8B"],
    [[4, 9], [20, 70], "\x1b[21;71H"],
  ] as const)("on an xterm from %j to %j is %j", (from, to, bytes) => {
    const { move } = cursorOn("xterm");
    move(from[0], from[1]);
    expect(move(to[0], to[1])).toBe(bytes);
  });

  it("does not rely on where a line feed leaves the column", () => {
    const { move } = cursorOn(
      altered("xterm", { strings: { cr: undefined, cud: undefined, vpa: undefined } }),
    );
    move(4, 9);
    expect(move(5, 9)).toBe("\x1b[6;10H");
  });

  it("sends once more what it passes if that is shorter", () => {
    const { move } = cursorOn("xterm", { screen: "> text" });
    move(4, 0);
    expect(move(4, 2)).toBe("> ");
    move(3, 9);
    expect(move(4, 2)).toBe("\r\n> ");
  });

  it("counts padding", () => {
    const padded = altered("xterm", { strings: { cub1: "\b$<20/>" } });
    const { move } = cursorOn(padded);
    move(4, 9);
    expect(move(4, 8)).not.toContain("\b");
  });

  it("knows after an unknown column only what needs none", () => {
    const { cursor, move } = cursorOn("xterm");
    move(4, 9);
    cursor.forgetColumn();
    expect(move(4, 0)).toBe("\r");
    cursor.forgetColumn();
    expect(move(4, 30)).toBe("\x1b[31G");
    cursor.forget();
    expect(move(4, 31)).toBe("\x1b[5;32H");
  });

  it("runs what must come before it only if it moves", () => {
    let count = 0;
    const { move } = cursorOn("xterm", { beforeMove: () => count++ < 0 });
    move(1, 1);
    move(1, 1);
    expect(count).toBe(1);
  });
});

describe("an address that would hold a line feed", () => {
  const bare = { cup: "\x1bY%p1%c%p2%c", cr: undefined, home: undefined };

  it("is reached from beside", () => {
    for (const [row, column] of [
      [10, 3],
      [3, 10],
      [10, 10],
    ] as const) {
      const bytes = cursorOn(altered("vt52", { strings: bare })).move(row, column);
      expect(bytes).not.toContain("\n");
      expect(bytes).not.toBe("");
    }
  });
});
