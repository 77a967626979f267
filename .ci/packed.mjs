// What users install: the packed tarball in a prefix of its own, with no development package and no install script.
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
  assert.match(run(treadle, ["--version"]), /^treadle \d+\.\d+\.\d+\n$/);
  const answer = run(treadle, ["how do I leave?"], { cwd: place, input: "" });
  assert.match(answer, /exit/);
  console.log("the packed tarball installs without the network and answers");
} finally {
  rmSync(place, { recursive: true, force: true });
}
