/** Start-up: what only files need is loaded only for files. */
import { expect, test, vi } from "vitest";
import { makeWorkspace, okay } from "./workspace.ts";

const loaded = vi.hoisted((): string[] => []);

vi.mock("yaml", (original) => {
  loaded.push("yaml");
  return original();
});
vi.mock("zod/mini", (original) => {
  loaded.push("zod");
  return original();
});

async function loadedFor(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { put, load } = makeWorkspace();
  for (const [name, text] of Object.entries(files)) put(name, text);
  okay(await load({ argv: ["-m", "m", "--max-iterations", "3"], env: { ANTHROPIC_API_KEY: "k" } }));
  return loaded;
}

test("zod and yaml are loaded only when there is a file to read", async () => {
  expect(await loadedFor({})).toEqual([]);
  expect(await loadedFor({ "project/.treadle/config.yaml": "model: not-trusted" })).toEqual([]);
  expect(await loadedFor({ ".config/treadle/config.json": "{}" })).toEqual(["zod"]);
  expect(await loadedFor({ ".config/treadle/config.yaml": "model: m" })).toEqual(["zod", "yaml"]);
});
