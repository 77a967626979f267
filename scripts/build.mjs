// Bundles src into dist. Packages are bundled too: one file loads several times faster than hundreds, and the
// installed program needs no dependency tree. Dynamic imports become chunks that load when they are used.
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { bundleBlessed } from "./bundle-blessed.mjs";
import { chartPlugins } from "./chart-plugins.mjs";
import { licensesOf } from "./licenses.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const fresh = join(root, `dist.${process.pid}`);
const { output } = await build({
  cwd: root,
  input: "src/main.ts",
  platform: "node",
  plugins: chartPlugins(root),
  // The build of yaml for Node is CommonJS, which would need `require`.
  resolve: { alias: { yaml: join(root, "node_modules", "yaml", "browser", "index.js") } },
  transform: { target: "node20.19", define: { TREADLE_VERSION: JSON.stringify(version) } },
  output: {
    dir: fresh,
    format: "esm",
    minify: true,
    chunkFileNames: "chunks/[name]-[hash].js",
  },
});
const chunks = output.filter(({ type }) => type === "chunk");
const blessed = await bundleBlessed(root, join(fresh, "chunks"));
const bundled = [...chunks, ...blessed].flatMap(({ modules }) => Object.keys(modules));
writeFileSync(join(fresh, "licenses.txt"), licensesOf(bundled));
const meta = chunks.map(({ fileName, imports, dynamicImports, modules }) => ({
  fileName,
  imports,
  dynamicImports,
  modules: Object.keys(modules),
}));
writeFileSync(join(fresh, "meta.json"), JSON.stringify(meta));
chmodSync(join(fresh, "main.js"), 0o755);
// Whoever is running the old build goes on with it until the last moment.
rmSync(join(root, "dist"), { recursive: true, force: true });
renameSync(fresh, join(root, "dist"));
