import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScripts } from "../../src/loader/scripts.ts";

function folder(files: Readonly<Record<string, string>>): string {
  const place = mkdtempSync(join(tmpdir(), "treadle-loader-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  return place;
}

/** Another path each time: V8 remembers what it compiled in this process by path and text. */
function fileWith(text: string): string {
  return join(folder({ "a.js": text }), "a.js");
}

const none = {
  require: () => "outside",
  importModule: async (url: string) => `imported ${url}`,
  codeFor: () => undefined,
};

test("files find each other and the outside, and each is run once", () => {
  const place = folder({
    "a.js": `exports.b = require("./b.js"); exports.same = require("./b.js") === exports.b; exports.fs = require("x");`,
    "b.js": `const a = require("./a.js"); exports.early = "b" in a; exports.name = __filename; exports.at = __dirname;`,
  });
  const scripts = createScripts(none);
  const expected = {
    b: { early: false, name: join(place, "b.js"), at: place },
    same: true,
    fs: "outside",
  };
  expect(scripts.load(join(place, "a.js"))).toEqual(expected);
  expect(scripts.load(join(place, "a.js"))).toBe(scripts.load(join(place, "a.js")));
});

test("without code of an earlier run it compiles, and says so", () => {
  const scripts = createScripts(none);
  scripts.load(fileWith("exports.x = 1;"));
  expect(scripts.wereCompiled()).toBe(false);
});

test("code of an earlier run is taken, with the functions that were called there", () => {
  const first = createScripts(none);
  (first.load(fileWith("exports.f = () => 7;")) as { f(): number }).f();
  const code = first.compiled();
  const second = createScripts({ ...none, codeFor: (name) => code.get(name) as Buffer });
  expect((second.load(fileWith("exports.f = () => 7;")) as { f(): number }).f()).toBe(7);
  expect(second.wereCompiled()).toBe(true);
});

test.each([
  ["is no code at all", () => Buffer.from("not code")],
  ["is empty", () => Buffer.alloc(0)],
  ["is cut off", (code: Buffer) => code.subarray(0, code.length / 2)],
  ["was made by another version", (code: Buffer) => Buffer.from(code).fill(0, 4, 8)],
])("what %s is not run", (_, spoil) => {
  const first = createScripts(none);
  first.load(fileWith("exports.x = 1;"));
  const code = spoil(first.compiled().get("a.js") as Buffer);
  const second = createScripts({ ...none, codeFor: () => code });
  expect(second.load(fileWith("exports.x = 1;"))).toEqual({ x: 1 });
  expect(second.wereCompiled()).toBe(false);
});

test("what was made of a source of another length is not run", () => {
  const before = createScripts(none);
  before.load(fileWith("exports.x = 1;"));
  const code = before.compiled().get("a.js") as Buffer;
  const scripts = createScripts({ ...none, codeFor: () => code });
  expect(scripts.load(fileWith("exports.x = 22;"))).toEqual({ x: 22 });
  expect(scripts.wereCompiled()).toBe(false);
});

test("modules are imported by the one who loads, with code of an earlier run too", async () => {
  const text = "exports.go = () => importModule('file:///m.mjs');";
  const first = createScripts(none);
  const go = (scripts: typeof first) => (scripts.load(fileWith(text)) as { go(): Promise<string> }).go();
  expect(await go(first)).toBe("imported file:///m.mjs");
  const code = first.compiled();
  const second = createScripts({ ...none, codeFor: (name) => code.get(name) as Buffer });
  expect(await go(second)).toBe("imported file:///m.mjs");
});
