// Makes one program of a bench and the sources that it measures.
import { existsSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { bundleBlessed } from "../scripts/bundle-blessed.mjs";
import { chartPlugins } from "../scripts/chart-plugins.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns its path. Stock blessed cannot be bundled; the link lets the bundle find it. */
export async function bundle(file, folder) {
  const modules = join(folder, "node_modules");
  if (!existsSync(modules)) symlinkSync(join(root, "node_modules"), modules, "junction");
  await bundleBlessed(root, join(folder, "out"));
  await build({
    cwd: root,
    input: join(root, file),
    platform: "node",
    plugins: chartPlugins(root),
    external: ["blessed"],
    output: {
      dir: join(folder, "out"),
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
    },
  });
  return join(folder, "out", basename(file).replace(/\.ts$/, ".mjs"));
}
