// What users install: the packed tarball in a prefix of its own, with no development package and no install script. It is
// started with this Node and with the newer ones that the registry has for this machine.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const place = mkdtempSync(join(tmpdir(), "treadle-packed-"));
const env = { ...process.env, HOME: place, ANTHROPIC_API_KEY: undefined };

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: "utf8", env, ...options });
  assert.equal(result.status, 0, `${command} ${args.join(" ")}: ${result.stdout}${result.stderr}`);
  return result.stdout;
}

/** Undefined where there is none to be had. */
function nodeOf(major) {
  const name = `node-${process.platform}-${process.arch}`;
  const directory = join(place, `node-${major}`);
  const how = ["install", "--prefix", directory, "--no-save", "--ignore-scripts", "--loglevel=error"];
  const { status } = spawnSync("npm", [...how, `${name}@${major}`], { encoding: "utf8", env });
  const path = join(directory, "node_modules", name, "bin", "node");
  if (status === 0 && existsSync(path)) return path;
  console.log(`there is no Node ${major} to try`);
  return undefined;
}

/** The second start takes the code that the first has kept. */
function tryOut(node, treadle) {
  assert.match(run(node, [treadle, "--version"]), /^treadle \d+\.\d+\.\d+\n$/);
  for (const _ of ["first", "second"]) {
    assert.match(run(node, [treadle, "how do I leave?"], { cwd: place, input: "" }), /exit/);
  }
}

try {
  const [{ filename, files }] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", place]));
  const stray = files
    .map(({ path }) => path)
    .filter((path) => !/^(?:dist\/|themes\/|package\.json$|README\.md$|LICENSE$)/.test(path));
  assert.deepEqual(stray, []);
  assert.ok(files.some(({ path }) => path === "dist/treadle.1"));
  const prefix = join(place, "prefix");
  run("npm", [
    "install",
    "--global",
    "--prefix",
    prefix,
    "--ignore-scripts",
    "--offline",
    join(place, filename),
  ]);
  const treadle = join(prefix, "bin", "treadle");
  assert.ok(existsSync(join(prefix, "share", "man", "man1", "treadle.1")), "the man page is installed");
  const others = ["22", "24"].flatMap((major) => nodeOf(major) ?? []);
  for (const node of [process.execPath, ...others]) tryOut(node, treadle);
  const versions = [process.execPath, ...others].map((node) => run(node, ["--version"]).trim());
  console.log(`the packed tarball installs without the network and answers on Node ${versions.join(", ")}`);
} finally {
  rmSync(place, { recursive: true, force: true });
}
