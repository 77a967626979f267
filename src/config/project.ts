/** The settings file that a project brings along: found and read as data, trusted by nobody yet. */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { findProjectFile, realPath, shownPath } from "./paths.ts";
import { readSourceFile } from "./source-file.ts";

export interface Project {
  /** Real path of the directory that the settings are for. */
  readonly directory: string;
  readonly path: string;
  /** For messages. */
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the exact file that `text` was read from. */
  readonly hash: string;
}

export type ProjectReading =
  | { readonly kind: "none" }
  | { readonly kind: "found"; readonly project: Project }
  /** It is there but cannot be used; never an error, for the directory may be anybody's. */
  | { readonly kind: "unusable"; readonly message: string };

export function readProject(cwd: string, home: string): ProjectReading {
  const found = findProjectFile(cwd, home);
  if (found.kind === "none") return found;
  if (found.kind === "hidden") return unusable(shownPath(found.directory, cwd, home), found.reason);
  if (found.kind === "several") {
    const [first = "", ...others] = found.paths.map((path) => shownPath(path, cwd, home));
    return unusable(first, `there is ${others.join(" and ")} as well, and only one may be kept`);
  }
  const { path } = found;
  const name = shownPath(path, cwd, home);
  const source = readSourceFile(path);
  if (source.kind === "failed") return unusable(name, source.reason);
  const hash = createHash("sha256").update(source.file.bytes).digest("hex");
  const directory = realPath(dirname(dirname(path)));
  return { kind: "found", project: { directory, path, name, text: source.file.text, hash } };
}

function unusable(name: string, reason: string): ProjectReading {
  return { kind: "unusable", message: `The project's settings in ${name} are ignored: ${reason}.` };
}
