// Whose tests are put to the test, and which tests these are. The first that notices ends the matter.
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

const sourcesIn = (folder) => readdirSync(join("src", folder)).filter((name) => name.endsWith(".ts"));
const testsIn = (folder) =>
  readdirSync(join("test", folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join("test", folder, name));

const folders = { loop: ["loop"], "tools/policy": ["tools/policy"] };
const single = {
  "context/limits.ts": testsIn("context").filter((name) => /trim|select|prepare/.test(name)),
  "view/sanitise.ts": ["test/view/sanitise.test.ts"],
};

/** Source file to tests, its own first. */
export function targets() {
  const inFolders = Object.entries(folders).flatMap(([folder, tests]) =>
    sourcesIn(folder).map((name) => [
      join(folder, name),
      ownFirst(join(folder, name), tests.flatMap(testsIn)),
    ]),
  );
  return [...inFolders, ...Object.entries(single)].map(([name, tests]) => ({
    file: join("src", name),
    tests,
  }));
}

function ownFirst(name, tests) {
  const own = join("test", name.replace(/\.ts$/, ".test.ts"));
  return existsSync(own) ? [own, ...tests.filter((test) => basename(test) !== basename(own))] : tests;
}
