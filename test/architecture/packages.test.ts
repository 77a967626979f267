/** What comes from other people: pinned, without a script of its own, and nothing of it left for users to install. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/program.ts";

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
}

const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
const { "": ours, ...locked }: Readonly<Record<string, Locked>> = read("package-lock.json").packages;
const manifest = read("package.json");
const names = (matches: (entry: Locked) => boolean) =>
  Object.entries(locked).flatMap(([name, entry]) => (matches(entry) ? [name] : []));

test("the lock file says exactly what is installed", () => {
  expect(Object.keys(locked).length).toBeGreaterThan(100);
  expect(ours).toMatchObject({ version: manifest.version });
  expect(names(({ integrity, version }) => !version || !/^sha512-/.test(integrity ?? ""))).toEqual([]);
});

test("no package runs a script when it is installed, and none of ours runs where users install", () => {
  expect(names(({ hasInstallScript }) => hasInstallScript === true)).toEqual([]);
  const atInstall = ["preinstall", "install", "postinstall"].filter((script) => script in manifest.scripts);
  expect(atInstall).toEqual([]);
});

test("users install no other package", () => {
  const kinds = ["dependencies", "optionalDependencies", "peerDependencies", "bundleDependencies"];
  expect(kinds.filter((kind) => kind in manifest)).toEqual([]);
});

test("the parser that an old package asks for is not the vulnerable one", () => {
  expect(Object.keys(manifest.overrides)).toContain("xml2js");
  const found = names(() => true).filter((name) => name.endsWith("/xml2js"));
  expect(found).toEqual(["node_modules/xml2js"]);
  expect(Number(locked["node_modules/xml2js"]?.version?.split(".")[1])).toBeGreaterThanOrEqual(5);
});
