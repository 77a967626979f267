// Writes the pages of docs that are made from the program itself.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pages } from "./pages.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
for (const [name, make] of Object.entries(pages)) writeFileSync(join(root, name), make(root));
