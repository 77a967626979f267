/** Loads a module of the user's own. Settings files give full paths; what else names one means the user's own directory. */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { configPaths } from "../config/paths.ts";
import type { Host } from "./host.ts";

export function moduleLoader({ env, home, cwd }: Pick<Host, "env" | "home" | "cwd">) {
  const base = configPaths(env, home).config ?? cwd;
  return (file: string): Promise<unknown> => {
    const path = file.startsWith("~/") ? join(home, file.slice(2)) : resolve(base, file);
    return import(pathToFileURL(path).href);
  };
}
