// Makes one program of a bench and the sources that it measures.
import { existsSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns its path. blessed cannot be bundled; the link lets the bundle find it. */
export async function bundle(file, folder) {
  const modules = join(folder, "node_modules");
  if (!existsSync(modules)) symlinkSync(join(root, "node_modules"), modules, "junction");
  await build({
    cwd: root,
    input: join(root, file),
    platform: "node",
    external: ["blessed"],
    output: {
      dir: join(folder, "out"),
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
    },
  });
  return join(folder, "out", basename(file));
}
