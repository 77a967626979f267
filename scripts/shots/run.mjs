// Takes the pictures of the README: `npm run shots`, or `npm run shots -- NAME...` for some of them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensure } from "../ensure.mjs";
import { scenes } from "./scenes.mjs";
import { shootInXterm, withXServer, xtermNeeds } from "./xterm.mjs";
import { shootInChromium, xtermjsNeeds } from "./xtermjs.mjs";

const folder = fileURLToPath(new URL("../../docs/shots/", import.meta.url));
const maxBytes = 60_000;
/** Which Debian package has which command. */
const needs = { ...xtermNeeds, ...xtermjsNeeds, convert: "imagemagick" };

const names = process.argv.slice(2);
const chosen = scenes.filter(({ name }) => names.length === 0 || names.includes(name));
if (chosen.length === 0) fail(`no such picture. There are ${scenes.map(({ name }) => name).join(", ")}`);
checkTools();
ensure();
mkdirSync(folder, { recursive: true });
const home = mkdtempSync(join(tmpdir(), "treadle-shots-"));
try {
  await withXServer(async (display) => {
    for (const scene of chosen) await take(scene, display);
  });
} catch (error) {
  process.exitCode = 1;
  console.error(`shots: ${error.message}`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function take(scene, display) {
  const { name, terminal, columns, rows } = scene;
  const file = join(home, `${name}.raw.png`);
  const shoot = terminal === "xterm" ? shootInXterm : shootInChromium;
  await shoot(scene, { display, home, file });
  const size = shrink(file, join(folder, `${name}.png`));
  console.log(`${name}: ${terminal}, ${columns}x${rows}, ${size} bytes`);
}

/** Text needs few colours. */
function shrink(from, to) {
  const few = ["-strip", "-dither", "None", "-colors", "48", "-define", "png:compression-filter=0"];
  const { status, stderr } = spawnSync("convert", [from, ...few, `png8:${to}`], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const { size } = statSync(to);
  if (size > maxBytes) throw new Error(`${to} has ${size} bytes, more than ${maxBytes}`);
  return size;
}

function checkTools() {
  const directories = (process.env.PATH ?? "").split(delimiter);
  const isThere = (command) => directories.some((directory) => existsSync(join(directory, command)));
  const missing = Object.keys(needs).filter((command) => !isThere(command));
  if (missing.length === 0) return;
  const packages = new Set(missing.map((command) => needs[command]));
  const install = `apt-get install ${[...packages].join(" ")} fonts-dejavu-core`;
  fail(`${missing.join(", ")} missing. On Debian: ${install}`);
}

function fail(why) {
  console.error(`shots: ${why}`);
  process.exit(1);
}
