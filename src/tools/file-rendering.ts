/** How tools that work on a file name it to the user. */
import type { PreviewField } from "../model/tool.ts";
import type { ResolvedPath } from "./resolve-path.ts";
import { type FileInput, oneLine } from "./tool.ts";

/** Models trained on other agents send `file_path`. */
export const fileAliases = { file_path: "path" };

export function fileTitle(tool: string, { path }: FileInput): string {
  return `${tool} ${oneLine(path)}`;
}

/** The path as given, and the file it really names where that is not obvious. */
export function pathFields(file: ResolvedPath): readonly PreviewField[] {
  const path = { label: "path", value: file.given };
  const where = file.outside ? "outside the working directory" : "file";
  return file.outside || file.real !== file.lexical ? [path, { label: where, value: file.real }] : [path];
}
