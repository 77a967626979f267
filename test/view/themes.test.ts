/** The themes that come with the program: complete, readable, and usable without colours. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { nearest } from "../../src/config/nearest.ts";
import { defaultTheme } from "../../src/view/default-theme.ts";
import { roles } from "../../src/view/line.ts";
import { type Attrs, type Depth, depths, ownColour, resolveTheme, type Theme } from "../../src/view/theme.ts";
import { loadTheme } from "../../src/view/theme-file.ts";
import { root } from "../support/program.ts";

const folder = join(root, "themes");
const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));

function themeOf(name: string): Theme {
  const find = (theme: string) => ({
    name: `${theme}.json`,
    text: readFileSync(join(folder, `${theme}.json`), "utf8"),
  });
  const loaded = loadTheme(name, { find, nearest });
  if (loaded.kind === "wrong") throw new Error(loaded.problems.join("\n"));
  return loaded.theme;
}

test("the themes are there", () => {
  expect(names.sort()).toEqual(["amber", "dark", "default", "high-contrast", "light", "loom", "mono"]);
});

test("the built-in theme is the same as its file", () => {
  const file: unknown = JSON.parse(readFileSync(join(folder, "default.json"), "utf8"));
  expect(file).toEqual(defaultTheme);
});

describe.each(names)("%s", (name) => {
  const theme = themeOf(name);

  it("has a description and every role", () => {
    expect(theme.description).toMatch(/\w/);
    expect(roles.filter((role) => theme.roles[role] === undefined)).toEqual([]);
  });

  it.each(depths)("never tells by dim alone with %i colours", (depth) => {
    const { text, ...others } = resolveTheme(theme, depth);
    const dimOnly = Object.entries(others).filter(
      ([, look]) => look.dim && same({ ...look, dim: false }, text),
    );
    expect(dimOnly.map(([role]) => role)).toEqual([]);
  });

  it.each(depths)("shows the selection, what was found, the bar and the errors with %i colours", (depth) => {
    const resolved = resolveTheme(theme, depth);
    for (const role of ["selection", "search-match", "status", "error", "warning"] as const) {
      expect(same(resolved[role], resolved.text), role).toBe(false);
    }
    expect(same(resolved.selection, resolved["search-match"])).toBe(false);
    expect(same(resolved.selection, resolved.input)).toBe(false);
    expect(resolved["status-strong"].bg).toBe(resolved.status.bg);
    expect(resolved["status-strong"].reverse).toBe(resolved.status.reverse);
  });
});

test("the default uses neither backgrounds, nor black and white, nor more than eight colours", () => {
  for (const { fg, bg } of Object.values(resolveTheme(defaultTheme, 256))) {
    expect(bg).toBe(ownColour);
    expect([ownColour, 1, 2, 3, 4, 5, 6]).toContain(fg);
  }
});

test("mono has no colours and no dim", () => {
  for (const { fg, bg, dim } of Object.values(resolveTheme(themeOf("mono"), 256))) {
    expect([fg, bg, dim]).toEqual([ownColour, ownColour, false]);
  }
});

/** What the theme is for: the ground it stands on where it sets none, and the contrast it owes. */
const grounds = [
  { name: "dark", ground: 234, least: 4.5 },
  { name: "loom", ground: 234, least: 4.5 },
  { name: "light", ground: 231, least: 4.5 },
  { name: "amber", ground: 232, least: 4.5 },
  { name: "high-contrast", ground: 16, least: 7 },
] as const;

/** Lines that are drawn, not read, need less. */
const drawnRoles: ReadonlySet<string> = new Set(["rule", "border"]);
const leastDrawn = 3;

test.each(grounds)("$name can be read", ({ name, ground, least }) => {
  const resolved = Object.entries(resolveTheme(themeOf(name), 256)).map(([role, look]) => {
    const own = ground === 231 ? 16 : 231;
    const [fg, bg] = [look.fg === ownColour ? own : look.fg, look.bg === ownColour ? ground : look.bg];
    return { role, contrast: contrast(fg, bg), least: drawnRoles.has(role) ? leastDrawn : least };
  });
  expect(resolved.filter((entry) => entry.contrast < entry.least)).toEqual([]);
});

test.each(names)("%s never has one colour on itself, at any depth", (name) => {
  const theme = themeOf(name);
  const clashes = depths.flatMap((depth: Depth) =>
    Object.entries(resolveTheme(theme, depth)).filter(([, { fg, bg }]) => fg === bg && fg !== ownColour),
  );
  expect(clashes).toEqual([]);
});

function same(a: Attrs, b: Attrs): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
}

/** As WCAG 2 defines it. */
function contrast(a: number, b: number): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: number): number {
  const [red = 0, green = 0, blue = 0] = rgb(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Colours below 16 are the terminal's to choose; black is the only one taken for what it says. */
function rgb(colour: number): readonly number[] {
  if (colour === 0) return [0, 0, 0];
  if (colour < 16) throw new Error(`${colour} has no fixed colour`);
  if (colour >= 232) return Array.from({ length: 3 }, () => 8 + 10 * (colour - 232));
  const place = colour - 16;
  return [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map((step) => step && 55 + 40 * step);
}
