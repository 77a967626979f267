/** The screen around the widgets: frames, keys and sizes, and nothing of it left in the process. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { blessed } from "../../src/terminal/blessed-types.ts";
import { type Key, namedKey, textKey } from "../../src/terminal/keys/key.ts";
import { box, textbox } from "../support/blessed-widgets.ts";
import { importsOf, sourceFiles } from "../support/sources.ts";
import { closeScreens, nextTurn, testScreen } from "./blessed-screen.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  expect(closeScreens()).toBe(0);
});

describe("frames", () => {
  test("an empty screen is all blank", () => {
    const screen = testScreen(3, 2);
    screen.render();
    expect(screen.frame()).toEqual({
      columns: 3,
      rows: [
        { texts: [" ", " ", " "], styles: [0, 0, 0] },
        { texts: [" ", " ", " "], styles: [0, 0, 0] },
      ],
    });
  });

  test("rows that did not change are the same objects", () => {
    const screen = testScreen(8, 3);
    const low = box({ parent: screen.root, top: 2, height: 1, content: "low" });
    box({ parent: screen.root, height: 1, content: "top e\u0301" });
    screen.render();
    screen.render();
    low.setContent("new");
    screen.render();
    const [first, second, third] = screen.frames.map(({ rows }) => rows);
    expect(first?.map((row, y) => row === second?.[y])).toEqual([true, true, true]);
    expect(second?.map((row, y) => row === third?.[y])).toEqual([true, true, false]);
  });

  test("a frame is not changed by later ones", () => {
    const screen = testScreen(8, 1);
    const only = box({ parent: screen.root, content: "before" });
    screen.render();
    only.setContent("after");
    screen.render();
    expect(screen.frames.map(({ rows }) => rows[0]?.texts.join("").trim())).toEqual(["before", "after"]);
  });
});

describe("sizes", () => {
  test("a new size lays the widgets out again and paints once", () => {
    const screen = testScreen(10, 4);
    box({ parent: screen.root, border: "line", width: "50%", height: "100%" });
    screen.render();
    screen.resize(8, 3);
    expect(screen.frames).toHaveLength(2);
    expect(screen.shown()).toEqual(["┌──┐", "│  │", "└──┘"]);
    expect(screen.frame().rows.every(({ texts }) => texts.length === 8)).toBe(true);
    screen.resize(20, 3);
    expect(screen.shown()[0]).toBe("┌────────┐");
  });

  test("rows without a widget get the new size too", () => {
    const screen = testScreen(4, 2);
    screen.render();
    screen.resize(6, 3);
    expect(screen.frame().rows.map(({ texts }) => texts.length)).toEqual([6, 6, 6]);
  });

  test("widgets hear of a new size", () => {
    const screen = testScreen();
    const widget = box({ parent: screen.root });
    const heard: unknown[] = [];
    widget.on("resize", () => heard.push([screen.root.width, screen.root.height]));
    screen.resize(33, 7);
    expect(heard).toEqual([[33, 7]]);
  });

  test("no size is too small", () => {
    const screen = testScreen(0, 0);
    box({ parent: screen.root, border: "line", content: "text", label: "label" });
    screen.render();
    expect(screen.frame()).toMatchObject({ columns: 1, rows: [{}] });
    screen.resize(2, 1);
    expect(screen.frame().columns).toBe(2);
    screen.resize(0, 0);
    expect(screen.frame().rows).toHaveLength(1);
  });

  test("a cursor outside of the new size is not shown", async () => {
    const screen = testScreen(20, 6);
    const input = textbox({ parent: screen.root, top: 5, height: 1 });
    input.readInput();
    await nextTurn();
    screen.render();
    expect(screen.frame().cursor).toEqual({ row: 5, column: 0 });
    screen.resize(20, 3);
    expect(screen.frame().cursor?.row ?? 0).toBeLessThan(3);
  });
});

describe("keys", () => {
  const cases: readonly (readonly [Key, string, string | undefined])[] = [
    [textKey("a"), "a", "a"],
    [textKey("A"), "S-a", "A"],
    [textKey("é"), "é", "é"],
    [textKey("🙂"), "🙂", "🙂"],
    [textKey("/"), "/", "/"],
    [textKey(" "), "space", " "],
    [namedKey("c", { ctrl: true }), "C-c", undefined],
    [namedKey("B", { meta: true }), "M-S-b", undefined],
    [namedKey("up", { ctrl: true, shift: true }), "C-S-up", undefined],
    [namedKey("page-up"), "pageup", undefined],
    [namedKey("page-down"), "pagedown", undefined],
    [namedKey("back-tab"), "S-tab", undefined],
    [namedKey("enter"), "enter", undefined],
    [namedKey("newline"), "linefeed", "\n"],
    [namedKey("escape"), "escape", undefined],
    [namedKey("f12"), "f12", undefined],
    [namedKey("constructor"), "constructor", undefined],
  ];

  test.each(cases)("%o is %s", (key, full, text) => {
    const screen = testScreen();
    const heard: unknown[] = [];
    screen.root.on("keypress", (typed, { full: name }) => heard.push([typed, name]));
    screen.root.key(full, (typed) => heard.push(typed));
    screen.feed(key);
    expect(heard).toEqual([[text, full], text]);
  });
});

describe("the process", () => {
  const emitters = { process, stdin: process.stdin, stdout: process.stdout };
  const listeners = () =>
    Object.values(emitters).map((emitter) =>
      emitter.eventNames().map((name) => [name, emitter.rawListeners(String(name))]),
    );
  const waiting = () => process.getActiveResourcesInfo().filter((name) => /Timeout|Immediate/.test(name));
  const classState = () => Object.entries(blessed.Screen).filter(([, value]) => typeof value !== "function");

  test("nobody listens on it, not even while a screen is open", () => {
    const before = listeners();
    const screen = testScreen();
    box({ parent: screen.root, keys: true, mouse: true });
    screen.render();
    expect(listeners()).toEqual(before);
    screen.destroy();
    expect(listeners()).toEqual(before);
  });

  test("a destroyed screen leaves no timer, no count and no handler, and paints no more", () => {
    const [timers, state, names] = [waiting(), classState(), Object.keys(blessed.Screen)];
    const screen = testScreen();
    box({ parent: screen.root, border: "line", content: "x" });
    screen.render();
    screen.resize(10, 3);
    screen.type("abc");
    expect(Object.keys(blessed.Screen)).not.toEqual(names);
    screen.destroy();
    screen.destroy();
    expect([waiting(), classState(), Object.keys(blessed.Screen)]).toEqual([timers, state, names]);
    const painted = screen.frames.length;
    screen.render();
    screen.resize(5, 5);
    screen.type("x");
    expect(screen.frames).toHaveLength(painted);
  });

  test("one screen after the other, and two at once", () => {
    const texts = ["one", "two"].map((content) => {
      const screen = testScreen();
      box({ parent: screen.root, content });
      screen.render();
      screen.destroy();
      return screen.shown()[0];
    });
    expect(texts).toEqual(["one", "two"]);
    const [left, right] = [testScreen(), testScreen()];
    box({ parent: left.root, content: "left" });
    box({ parent: right.root, content: "right" });
    left.render();
    left.destroy();
    right.render();
    expect([left.shown()[0], right.shown()[0]]).toEqual(["left", "right"]);
  });

  test("tmux is not run", () => {
    const folder = mkdtempSync(join(tmpdir(), "tmux-"));
    const ran = join(folder, "ran");
    writeFileSync(join(folder, "tmux"), `#!/bin/sh\n: > '${ran}'\n`, { mode: 0o755 });
    vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
    vi.stubEnv("TMUX", "/tmp/tmux-0/default,1,0");
    execFileSync("tmux", ["-V"]);
    expect(existsSync(ran)).toBe(true);
    rmSync(ran);
    testScreen().render();
    expect(existsSync(ran)).toBe(false);
  });

  test("the environment changes nothing", () => {
    const shownWith = (environment: Readonly<Record<string, string>>) => {
      for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
      const screen = testScreen();
      box({ parent: screen.root, border: "line", content: "a漢e\u0301" });
      screen.render();
      return screen.frame();
    };
    const ordinary = shownWith({ TERM: "xterm-256color", LANG: "C.UTF-8" });
    const strange = { TERM: "no-such-terminal", LANG: "C", LC_ALL: "C", TERM_PROGRAM: "iTerm.app" };
    expect(shownWith(strange)).toEqual(ordinary);
  });
});

describe("what would reach the terminal past us", () => {
  test("is swallowed and counted", () => {
    const screen = testScreen();
    screen.root.title = "title";
    expect(screen.swallowed()).toBeGreaterThan(0);
    expect(closeScreens()).toBeGreaterThan(0);
  });

  test("programs are not started", () => {
    const screen = testScreen();
    expect(() => screen.root.spawn()).toThrow("tried to start a program");
    expect(() => screen.root.exec("true", [], {}, () => {})).toThrow("tried to start a program");
  });
});

test("only the facade loads blessed, and only the adapter's files load the facade", () => {
  const importers = (of: string) =>
    sourceFiles()
      .filter(({ text }) => importsOf(text).some(({ from, typeOnly }) => !typeOnly && from.endsWith(of)))
      .map(({ name }) => name);
  expect(importers("blessed")).toEqual([]);
  const loaders = sourceFiles().filter(({ text }) => /\("(?:blessed|\.\/blessed-parts)/.test(text));
  expect(loaders.map(({ name }) => name)).toEqual(["terminal/blessed-types.ts"]);
  const insiders = importers("/blessed-types.ts").filter((name) => name.startsWith("terminal/"));
  expect(insiders.sort()).toEqual([
    "terminal/blessed-adapter.ts",
    "terminal/blessed-program.ts",
    "terminal/rows-pane.ts",
  ]);
});
