// Bundles src into dist. Packages are bundled too: one file loads several times faster than hundreds, and the
// installed program needs no dependency tree. Dynamic imports become chunks that load when they are used. All is
// CommonJS, whose code V8 can keep: see src/loader.
import { createHash } from "node:crypto";
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { besideBlessed, bundleBlessed } from "./bundle-blessed.mjs";
import { chartPlugins } from "./chart-plugins.mjs";
import { licensesOf } from "./licenses.mjs";
import { loadSource } from "./load-source.mjs";
import { warmUp } from "./warm-up.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const fresh = join(root, `dist.${process.pid}`);
const target = "node20.19";
/** A package that is not there would only be missed when the program runs. */
function onLog(level, log, tell) {
  if (log.code === "UNRESOLVED_IMPORT") throw new Error(`${log.message}\nRun: npm install`);
  tell(level, log);
}
const common = { format: "cjs", minify: true, strict: true };

/** Of modules of the user's own, and of what a package falls back to on old Nodes: see src/loader/scripts.ts. */
const importsThroughLoader = {
  name: "imports-through-loader",
  transform: (code, id) =>
    id.endsWith("/load-module.ts") || id.includes("/pkce-challenge/")
      ? code.replace("import(", "importModule(")
      : undefined,
};

const { output } = await build({
  cwd: root,
  input: { program: "src/main.ts" },
  onLog,
  platform: "node",
  plugins: [...chartPlugins(root), besideBlessed, importsThroughLoader],
  // The build of yaml for Node is CommonJS, which would need `require`.
  resolve: { alias: { yaml: join(root, "node_modules", "yaml", "browser", "index.js") } },
  transform: { target, define: { TREADLE_VERSION: JSON.stringify(version) } },
  output: { ...common, dir: fresh, chunkFileNames: "chunks/[name]-[hash].js" },
});
const chunks = output.filter(({ type }) => type === "chunk");
const blessed = await bundleBlessed(root, join(fresh, "chunks"));
await build({
  cwd: root,
  input: "src/start.ts",
  platform: "node",
  transform: { target, define: { TREADLE_BUILD: JSON.stringify(hashOf([...chunks, ...blessed])) } },
  output: { ...common, file: join(fresh, "main.js") },
});
const written = [...chunks, ...blessed];
const bundled = written.flatMap(({ modules }) => Object.keys(modules));
writeFileSync(join(fresh, "licenses.txt"), licensesOf(bundled));
writeFileSync(join(fresh, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
const { manPage } = await loadSource(join(root, "src", "manual", "man-page.ts"));
writeFileSync(join(fresh, "treadle.1"), manPage(version));
const meta = written.map(({ fileName, imports, dynamicImports, modules }) => ({
  fileName,
  imports,
  dynamicImports,
  modules: Object.keys(modules),
}));
writeFileSync(join(fresh, "meta.json"), JSON.stringify(meta));
chmodSync(join(fresh, "main.js"), 0o755);
warmUp(fresh);
// Whoever is running the old build goes on with it until the last moment.
rmSync(join(root, "dist"), { recursive: true, force: true });
renameSync(fresh, join(root, "dist"));

function hashOf(files) {
  const hash = createHash("sha256");
  for (const { fileName, code } of files) hash.update(`${fileName}\0${code}\0`);
  return hash.digest("hex").slice(0, 16);
}
