// Which packages are in the bundle, by the files that it was made of.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ofPackage = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The folders of the packages that these files are from, sorted. */
export function packageFolders(files) {
  return [...new Set(files.flatMap((file) => ofPackage.exec(file.replaceAll("\\", "/"))?.[0] ?? []))].sort();
}

/** What a package says of itself: name, version, licence, author. */
export function manifestOf(folder) {
  const { name, version, license, licenses, author } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  return { name, version, license: license ?? licenses?.[0]?.type, author: author?.name ?? author };
}
