// From a bare clone with nothing but Node and npm: `npm start` opens the chat, and the second start does no work.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const place = mkdtempSync(join(tmpdir(), "treadle-clone-"));
const clone = join(place, "treadle");
const env = { ...process.env, HOME: place, NODE_ENV: undefined, npm_config_loglevel: "error" };

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: "utf8", env, ...options });
  assert.equal(result.status, 0, `${command} ${args.join(" ")}: ${result.stdout}${result.stderr}`);
  return result;
}

try {
  run("git", ["clone", "--quiet", "--no-hardlinks", process.cwd(), clone]);
  const chat = { cwd: clone, input: "hello\nexit\n" };
  const first = run("npm", ["start"], chat);
  assert.match(first.stderr, /installing packages/);
  assert.match(first.stdout, /\[display: append, .+\]/);
  assert.match(first.stdout, /Goodbye!/);
  const second = run("npm", ["start"], chat);
  assert.doesNotMatch(second.stderr, /installing|building/);
  assert.match(second.stdout, /Goodbye!/);
  console.log("npm start opens the chat from a bare clone; the second start neither installs nor builds");
} finally {
  rmSync(place, { recursive: true, force: true });
}
