/** What the program loads before it shows its prompt: no SDK, no parser of files that may not be there. */
import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/program.ts";

interface Chunk {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly modules: readonly string[];
}

const chunks: readonly Chunk[] = JSON.parse(readFileSync(join(root, "dist", "meta.json"), "utf8"));

function packagesIn(files: ReadonlySet<string>): readonly string[] {
  const modules = chunks.filter(({ fileName }) => files.has(fileName)).flatMap((chunk) => chunk.modules);
  return modules.flatMap((module) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? []);
}

function loadedWith(file: string, later: boolean, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const { imports = [], dynamicImports = [] } = chunks.find(({ fileName }) => fileName === file) ?? {};
  for (const next of later ? [...imports, ...dynamicImports] : imports) loadedWith(next, later, loaded);
  return loaded;
}

test("the first bundle is one file without any package", () => {
  const first = loadedWith("main.js", false);
  expect([...first].filter((file) => !file.startsWith("node:"))).toEqual(["main.js"]);
  expect(packagesIn(first)).toEqual([]);
});

test("the charts are a chunk of their own, with single widgets and nothing else of their package", () => {
  const charts = chunks.filter(({ modules }) => modules.some((module) => module.includes("blessed-contrib")));
  expect(charts).toHaveLength(1);
  const packages = new Set(packagesIn(new Set(charts.map(({ fileName }) => fileName))));
  expect(packages).toContain("blessed-contrib");
  expect(
    [...packages].filter((name) => /map-canvas|xml2js|marked|picture-tuber|term-canvas/.test(name)),
  ).toEqual([]);
});

test("the packages are there when they are needed", () => {
  const packages = packagesIn(loadedWith("main.js", true));
  expect(packages).toEqual(expect.arrayContaining(["@anthropic-ai/sdk", "openai", "yaml", "zod"]));
});

test("every bundled package comes with its licence", () => {
  const notices = readFileSync(join(root, "dist", "licenses.txt"), "utf8");
  const packages = new Set([...packagesIn(loadedWith("main.js", true)), "blessed"]);
  for (const name of packages) expect(notices).toMatch(new RegExp(`^${name} \\d`, "m"));
  expect(notices).toContain("Christopher Jeffrey");
});

test("blessed is one file that requires nothing but Node's own modules", () => {
  const file = join(root, "dist", "chunks", "blessed-parts.cjs");
  const required = [...readFileSync(file, "utf8").matchAll(/\brequire\(([^)]*)\)/g)].map(([, name]) => name);
  expect(required.length).toBeGreaterThan(0);
  const builtins = new Set(builtinModules);
  const strange = required.filter((name = "") => !builtins.has(name.replace(/^["'`](?:node:)?|["'`]$/g, "")));
  expect(strange).toEqual([]);
});
