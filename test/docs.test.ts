/** The pages that are made from the program are what it would write today. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./support/program.ts";

const { pages }: { readonly pages: Readonly<Record<string, (root: string) => string>> } = await import(
  join(root, "scripts", "docs", "pages.mjs")
);

test.each(Object.entries(pages))("%s is what npm run docs writes", (name, make) => {
  expect(readFileSync(join(root, name), "utf8")).toBe(make(root));
});
