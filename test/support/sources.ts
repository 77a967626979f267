/** The program's own source files, for the tests that read them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./program.ts";

export interface SourceFile {
  /** From `src`, with forward slashes. */
  readonly name: string;
  /** The first directory, or the file itself for one at the top. */
  readonly folder: string;
  readonly text: string;
}

export function sourceFiles(): readonly SourceFile[] {
  const src = join(root, "src");
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.replaceAll("\\", "/"))
    .map((name) => ({
      name,
      folder: name.split("/")[0] ?? name,
      text: readFileSync(join(src, name), "utf8"),
    }));
}

/** The code without its comments; strings stay. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

export interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

export function importsOf(text: string): readonly Import[] {
  const statics = [...text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)";/gm)];
  const dynamics = [...text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g)];
  return [
    ...statics.map(([, type, from = ""]) => ({ from, typeOnly: type !== undefined })),
    ...dynamics.map(([, from = ""]) => ({ from, typeOnly: false })),
  ];
}
