// The licences of the packages that are bundled: each asks that its notice go with every copy.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { manifestOf, packageFolders } from "./bundled-packages.mjs";

/** One text for all packages that these files are from. Fails for one without a licence. */
export function licensesOf(files) {
  return packageFolders(files).map(notice).join("\n");
}

function notice(folder) {
  const { name, version, license, author } = manifestOf(folder);
  const texts = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
  if (texts.length === 0 && !license) throw new Error(`${name} is bundled and says no licence`);
  const bodies = texts.map((file) => readFileSync(join(folder, file), "utf8").trim());
  // Some packages say no more than this.
  const body = bodies.length > 0 ? bodies.join("\n\n") : `${license}, ${author ?? name}`;
  return `${"=".repeat(80)}\n${name} ${version}\n${"=".repeat(80)}\n${body}\n`;
}
