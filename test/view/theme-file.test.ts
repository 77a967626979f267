import { describe, expect, it } from "vitest";
import { nearest } from "../../src/config/nearest.ts";
import { defaultTheme } from "../../src/view/default-theme.ts";
import { type LoadedTheme, loadTheme } from "../../src/view/theme-file.ts";

function load(name: string, files: Readonly<Record<string, unknown>>): LoadedTheme {
  const find = (theme: string) => {
    if (!Object.hasOwn(files, theme)) return undefined;
    const content = files[theme];
    return { name: `${theme}.json`, text: typeof content === "string" ? content : JSON.stringify(content) };
  };
  return loadTheme(name, { find, nearest });
}

function problemsOf(content: unknown): readonly string[] {
  const loaded = load("mine", { mine: content });
  return loaded.kind === "wrong" ? loaded.problems : [];
}

describe("a theme file", () => {
  it("is read", () => {
    const roles = { heading: { bold: true, fg: { "256": 75, "8": "blue" }, bg: 3 }, text: {} };
    const loaded = load("mine", { mine: { $schema: "x", description: "Mine", roles } });
    expect(loaded).toEqual({ kind: "ok", theme: { description: "Mine", roles } });
  });

  it("is not asked for when the default is", () => {
    expect(load("default", { default: "{" })).toEqual({ kind: "ok", theme: defaultTheme });
  });

  it("that is not there is named", () => {
    expect(load("drak", {})).toEqual({ kind: "wrong", problems: ['There is no theme "drak".'] });
  });

  it("that is not JSON is named", () => {
    expect(problemsOf("{,")).toEqual([expect.stringMatching(/^mine\.json is not JSON: .+\.$/s)]);
  });
});

const colour =
  'must be a number from 0 to 255, a colour such as "blue", "bright-blue" or "default", ' +
  'or one for each number of colours, such as {"256": 75, "8": "blue"}.';
const flag = 'must be true, false, or one for each number of colours, such as {"0": true, "8": false}.';
const object = "must be an object with names and values.";

describe("what is wrong is said in a sentence with the file and the key", () => {
  it.each([
    ["no object", [], `mine.json: it ${object}`],
    ["no roles", {}, `mine.json: roles ${object}`],
    ["roles as a list", { roles: [] }, `mine.json: roles ${object}`],
    ["a role as text", { roles: { code: "red" } }, `mine.json: roles.code ${object}`],
    ["a colour out of range", { roles: { code: { fg: 256 } } }, `mine.json: roles.code.fg ${colour}`],
    ["half a colour", { roles: { code: { fg: 1.5 } } }, `mine.json: roles.code.fg ${colour}`],
    ["an unknown colour", { roles: { code: { bg: "pink" } } }, `mine.json: roles.code.bg ${colour}`],
    ["an inherited name", { roles: { code: { bg: "toString" } } }, `mine.json: roles.code.bg ${colour}`],
    ["a bad fallback", { roles: { code: { fg: { "8": "pink" } } } }, `mine.json: roles.code.fg ${colour}`],
    ["an unknown number", { roles: { code: { fg: { "88": 1 } } } }, `mine.json: roles.code.fg ${colour}`],
    ["a flag as text", { roles: { code: { bold: "yes" } } }, `mine.json: roles.code.bold ${flag}`],
    ["a base that is no name", { extends: 3, roles: {} }, "mine.json: extends must be the name of a theme."],
    ["a description that is no text", { description: 3, roles: {} }, "mine.json: description must be text."],
  ])("%s", (_, content, problem) => {
    expect(problemsOf(content)).toEqual([problem]);
  });

  it("unknown names come with the nearest known one", () => {
    expect(problemsOf({ rolls: {}, roles: { headng: {}, code: { bld: true } } })).toEqual(
      expect.arrayContaining([
        'mine.json: rolls is no key of a theme; did you mean "roles"?',
        'mine.json: roles.headng is no role of a theme; did you mean "heading"?',
        'mine.json: roles.code.bld is no attribute of a theme; did you mean "bold"?',
      ]),
    );
  });

  it("or with all there are", () => {
    expect(problemsOf({ roles: { code: { blinking: true } } })).toEqual([
      "mine.json: roles.code.blinking is no attribute of a theme; the attributes are bold, dim, underline, reverse, italic, fg, bg.",
    ]);
    expect(problemsOf('{"roles": {"__proto__": {}}}')).toEqual([
      expect.stringMatching(
        /^mine\.json: roles\.__proto__ is no role of a theme; the roles are text, muted, /,
      ),
    ]);
  });

  it("everything at once", () => {
    expect(problemsOf({ roles: { code: { fg: "pink", bold: 1 }, link: 3 } })).toHaveLength(3);
  });
});

describe("a theme that extends another", () => {
  const base = { roles: { text: { fg: "red" }, code: { fg: "blue", bold: true } } };

  it("replaces the roles that it names, whole", () => {
    const files = {
      base,
      mine: { description: "Mine", extends: "base", roles: { code: { underline: true } } },
    };
    const roles = { text: { fg: "red" }, code: { underline: true } };
    expect(load("mine", files)).toEqual({ kind: "ok", theme: { description: "Mine", roles } });
  });

  it("can extend the default, over several steps", () => {
    const files = { base: { extends: "default", ...base }, mine: { extends: "base", roles: { link: {} } } };
    expect(load("mine", files)).toEqual({
      kind: "ok",
      theme: { roles: { ...defaultTheme.roles, ...base.roles, link: {} } },
    });
  });

  it("says what is wrong with the other", () => {
    const files = { base: { roles: { code: 1 } }, mine: { extends: "base", roles: {} } };
    expect(load("mine", files)).toEqual({ kind: "wrong", problems: [`base.json: roles.code ${object}`] });
  });

  it("says that the other is missing", () => {
    expect(problemsOf({ extends: "base", roles: {} })).toEqual([
      'mine.json: extends names "base", but there is no theme of that name.',
    ]);
  });

  it("must not come back to itself", () => {
    const files = { base: { extends: "mine", roles: {} }, mine: { extends: "base", roles: {} } };
    expect(load("mine", files)).toEqual({
      kind: "wrong",
      problems: [
        'base.json: the theme extends itself ("mine" extends "base" extends "mine"); remove one "extends".',
      ],
    });
  });
});
