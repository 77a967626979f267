import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createThemes, type Themes, type ThemesOptions } from "../../src/app/themes.ts";
import { defaultTheme } from "../../src/view/default-theme.ts";
import { scratch } from "../support/program.ts";

let own: string;
let packaged: string;
let memory: string;
beforeEach(() => {
  own = join(scratch(), "themes");
  packaged = scratch();
  memory = join(scratch(), "state", "theme");
  mkdirSync(own);
  put(packaged, "dark", { roles: { text: { fg: "red" } } });
  put(packaged, "light", { roles: { text: { fg: "blue" } } });
});

function put(directory: string, name: string, content: unknown): void {
  writeFileSync(join(directory, `${name}.json`), JSON.stringify(content));
}

function themes(changes: Partial<ThemesOptions> = {}): Themes {
  return createThemes({ directories: [own, packaged], asked: undefined, memory, keeps: true, ...changes });
}

const textOf = (opened: Themes) => opened.theme().roles.text;

describe("the themes there are", () => {
  it("are the built-in one and those of both directories, each name once", () => {
    put(own, "dark", { roles: {} });
    put(own, "mine", { roles: {} });
    writeFileSync(join(own, "notes.txt"), "");
    writeFileSync(join(own, ".hidden.json"), "{}");
    expect(themes().names()).toEqual(["dark", "default", "light", "mine"]);
  });

  it("are the built-in one where no directory can be read", () => {
    expect(themes({ directories: [join(own, "no"), "/dev/null"] }).names()).toEqual(["default"]);
  });
});

describe("the theme of the start", () => {
  it("is the built-in one, and nothing is written", async () => {
    const opened = themes();
    expect(await opened.begin()).toEqual([]);
    expect(opened.theme()).toBe(defaultTheme);
    expect(opened.current()).toBe("default");
    expect(existsSync(memory)).toBe(false);
  });

  it("is the one that the settings name, the user's own before the package's", async () => {
    put(own, "light", { extends: "dark", roles: { muted: {} } });
    const opened = themes({ asked: "light" });
    expect(await opened.begin()).toEqual([]);
    expect(opened.current()).toBe("light");
    expect(textOf(opened)).toEqual({ fg: "red" });
  });

  it("is the one chosen last where the settings name none", async () => {
    await themes().use("dark");
    const later = themes({ keeps: false });
    expect(await later.begin()).toEqual([]);
    expect(later.current()).toBe("dark");
    expect(themes({ asked: "light" }).current()).toBe("light");
  });

  it.each(["", "../dark", "dark\nlight", "\u0000"])("is the built-in one where %j is kept", async (kept) => {
    mkdirSync(join(memory, ".."));
    writeFileSync(memory, kept);
    expect(themes().current()).toBe("default");
  });

  it.each([
    ["drak", 'There is no theme "drak"; did you mean dark? Known themes: dark, default, light.'],
    ["../dark", 'There is no theme "../dark"'],
    ["no-such-thing", 'There is no theme "no-such-thing". Known themes: dark, default, light.'],
  ])("is the built-in one where %s is asked for, with a message", async (asked, message) => {
    const opened = themes({ asked });
    expect(await opened.begin()).toEqual([expect.stringContaining(message)]);
    expect(opened.current()).toBe("default");
    expect(opened.theme()).toBe(defaultTheme);
  });

  it.each([
    ["{", "is not JSON"],
    ['{"roles": {"txet": {}}}', 'did you mean "text"?'],
    ['{"roles": {}, "extends": "gone"}', "but there is no theme of that name"],
    ["\u0000", "NUL"],
  ])("is the built-in one where the file holds %j, with a message", async (content, message) => {
    writeFileSync(join(own, "mine.json"), content);
    const [problem] = await themes({ asked: "mine" }).begin();
    expect(problem).toContain(join(own, "mine.json"));
    expect(problem).toContain(message);
  });

  it("says why a file cannot be read", async () => {
    mkdirSync(join(own, "mine.json"));
    const problems = await themes({ asked: "mine" }).begin();
    expect(problems).toEqual([`Cannot read ${join(own, "mine.json")}: it is a directory.`]);
  });
});

describe("another theme", () => {
  it("is taken at once and kept, for its owner alone", async () => {
    const opened = themes();
    expect(await opened.use("dark")).toEqual({ kind: "used", kept: "kept" });
    expect(textOf(opened)).toEqual({ fg: "red" });
    expect(opened.current()).toBe("dark");
    expect(readFileSync(memory, "utf8")).toBe("dark\n");
    expect(statSync(memory).mode & 0o777).toBe(0o600);
    expect(statSync(join(memory, "..")).mode & 0o777).toBe(0o700);
  });

  it("leaves the old one in force where it is broken", async () => {
    writeFileSync(join(own, "mine.json"), "{");
    const opened = themes();
    await opened.use("dark");
    expect(await opened.use("mine")).toMatchObject({ kind: "wrong" });
    expect(opened.current()).toBe("dark");
    expect(textOf(opened)).toEqual({ fg: "red" });
    expect(readFileSync(memory, "utf8")).toBe("dark\n");
  });

  it("is not kept against the settings", async () => {
    expect(await themes({ asked: "light" }).use("dark")).toEqual({ kind: "used", kept: "set-elsewhere" });
    expect(await themes({ asked: "dark" }).use("dark")).toEqual({ kind: "used", kept: "kept" });
    expect(existsSync(memory)).toBe(false);
  });

  it("is not kept where nothing is to be, or can be", async () => {
    const notKept = { kind: "used", kept: "not-kept" };
    expect(await themes({ keeps: false }).use("dark")).toEqual(notKept);
    expect(await themes({ memory: undefined }).use("dark")).toEqual(notKept);
    expect(await themes({ memory: "/dev/null/theme" }).use("dark")).toEqual(notKept);
    expect(existsSync(memory)).toBe(false);
  });

  it("may be the built-in one again", async () => {
    const opened = themes();
    await opened.use("dark");
    expect(await opened.use("default")).toEqual({ kind: "used", kept: "kept" });
    expect(opened.theme()).toBe(defaultTheme);
    expect(themes().current()).toBe("default");
  });
});
