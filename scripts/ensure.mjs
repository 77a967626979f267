// Installs and builds what is missing or out of date, and says nothing when there is nothing to do.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);

export function ensure() {
  if (isOlder(at("node_modules", ".package-lock.json"), [at("package-lock.json")])) install();
  const sources = [...filesBelow(at("src")), ...filesBelow(at("scripts")), at("package.json")];
  if (isOlder(at("dist", "main.js"), sources)) build();
}

function isOlder(target, sources) {
  if (!existsSync(target)) return true;
  const made = statSync(target).mtimeMs;
  return sources.some((source) => statSync(source).mtimeMs > made);
}

function* filesBelow(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** Not `npm ci`: it refuses a lock file without the optional packages of other systems. */
function install() {
  process.stderr.write("treadle: installing packages (first start only)...\n");
  const how = ["--no-save", "--include=dev", "--ignore-scripts", "--loglevel=error"];
  run(process.platform === "win32" ? "npm.cmd" : "npm", ["install", ...how]);
}

function build() {
  process.stderr.write("treadle: building...\n");
  run(process.execPath, [at("scripts", "build.mjs")]);
}

/** Whatever the command prints goes to stderr: stdout belongs to the program that starts afterwards. */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, env: ownEnv(), stdio: ["ignore", 2, 2] });
  if (status === 0) return;
  process.stderr.write(
    `treadle: "${command} ${args.join(" ")}" failed${error ? `: ${error.message}` : ""}\n`,
  );
  process.exit(1);
}

/** Run by `npm install --global`, a nested npm would take that to be meant for it too. */
function ownEnv() {
  const { npm_config_global: _, npm_config_prefix: __, ...env } = process.env;
  return env;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensure();
