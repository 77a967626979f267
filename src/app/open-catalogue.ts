/** The catalogue of models with the user's own table laid over it. A table that cannot be read costs a warning. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Catalogue, createCatalogue } from "../catalog/catalogue.ts";
import { configPaths } from "../config/paths.ts";
import { readSourceFile } from "../config/source-file.ts";
import type { Host } from "./host.ts";

export interface OpenedCatalogue {
  readonly catalogue: Catalogue;
  readonly notices: readonly string[];
}

export async function openCatalogue({ env, home }: Pick<Host, "env" | "home">): Promise<OpenedCatalogue> {
  const { config } = configPaths(env, home);
  const path = config === undefined ? undefined : join(config, "models.json");
  if (path === undefined || !existsSync(path)) return { catalogue: createCatalogue(), notices: [] };
  const reading = readSourceFile(path);
  if (reading.kind === "failed") return withoutOwn(path, reading.reason);
  const { readOwnModels } = await import("../catalog/own-models.ts");
  const own = readOwnModels(reading.file.text);
  if (own.kind === "wrong") return withoutOwn(path, own.problem);
  return { catalogue: createCatalogue(own.models), notices: [] };
}

function withoutOwn(path: string, reason: string): OpenedCatalogue {
  return { catalogue: createCatalogue(), notices: [`Your models in ${path} are ignored: ${reason}`] };
}
