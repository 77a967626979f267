/** What the program loads before it shows its prompt: no SDK, no parser of files that may not be there. */
import { readdirSync, readFileSync, statSync } from "node:fs";
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

const bundler = /^chunks\/rolldown-runtime-/;

function filesOf(loaded: ReadonlySet<string>): readonly string[] {
  return [...loaded].filter((file) => !file.startsWith("node:") && !bundler.test(file));
}

test("the first bundle is one file without any package", () => {
  const first = loadedWith("program.js", false);
  expect(filesOf(first)).toEqual(["program.js"]);
  expect(packagesIn(first)).toEqual([]);
});

test("what is started is a small file that loads nothing but Node's own modules", () => {
  const text = readFileSync(join(root, "dist", "main.js"), "utf8");
  expect(text.length).toBeLessThan(8000);
  const required = [...text.matchAll(/\brequire\("([^"]*)"\)/g)].map(([, name]) => name);
  expect(required.sort()).toEqual(["node:fs", "node:path", "node:vm"]);
});

test("the build keeps the code of what the first prompt needs, and that is not much", () => {
  const cache = join(root, "dist", "cache");
  const [node = "", ...others] = readdirSync(cache);
  expect(others).toEqual([]);
  const kept = readdirSync(join(cache, node));
  const files = kept.map((name) => (name === "program.js" ? name : `chunks/${name}`));
  const started = ["program.js", expect.stringMatching(/^open-fullscreen-/), "blessed-parts.cjs"];
  expect(kept).toEqual(expect.arrayContaining(started));
  for (const name of kept) expect(statSync(join(cache, node, name)).size).toBeGreaterThan(500);
  const packages = new Set(packagesIn(new Set(files)));
  expect([...packages].filter((name) => name !== "get-east-asian-width")).toEqual([]);
  const bytes = files.reduce((sum, file) => sum + statSync(join(root, "dist", file)).size, 0);
  // A tenth more for what is to come: what it costs to start is measured, in `npm run bench`.
  expect(bytes).toBeLessThan(570_000);
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
  const packages = packagesIn(loadedWith("program.js", true));
  expect(packages).toEqual(expect.arrayContaining(["@anthropic-ai/sdk", "openai", "yaml", "zod"]));
});

test("every bundled package comes with its licence", () => {
  const notices = readFileSync(join(root, "dist", "licenses.txt"), "utf8");
  const packages = new Set([...packagesIn(loadedWith("program.js", true)), "blessed"]);
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

test("no script of the bundle imports by itself: the code that is kept of one could not", () => {
  const names = readdirSync(join(root, "dist", "chunks")).map((name) => `chunks/${name}`);
  const importing = ["program.js", ...names].filter((name) =>
    /[^\w$.`"'#]import\(/.test(readFileSync(join(root, "dist", name), "utf8")),
  );
  expect(importing).toEqual([]);
});
