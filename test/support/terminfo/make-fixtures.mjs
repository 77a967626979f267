/** Makes test/fixtures/terminfo again from this system's ncurses. Needs cc, libncurses-dev, ncurses-term and tic. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";

const bundle = join(mkdtempSync(join(tmpdir(), "treadle-fixtures-")), "make-fixtures.mjs");
await build({
  input: fileURLToPath(new URL("make-fixtures.ts", import.meta.url)),
  platform: "node",
  output: { file: bundle, format: "esm" },
});
const { makeFixtures } = await import(pathToFileURL(bundle).href);
process.stdout.write(`${await makeFixtures(fileURLToPath(new URL("../../..", import.meta.url)))}\n`);
