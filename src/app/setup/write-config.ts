/** Puts the user's settings file in its place, for its owner alone; one that is there is never lost. */
import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { configPaths, findUserFile, shownPath } from "../../config/paths.ts";
import { reasonOf } from "../../config/source-file.ts";
import { writeNewFile } from "../../sessions/write-new-file.ts";
import type { Host } from "../host.ts";

type Where = Pick<Host, "env" | "home" | "cwd" | "now">;

/** Where a settings file may be written, or why not. */
export type Place =
  | (Target & { readonly kind: "free" })
  /** The old file goes to the side first. */
  | (Target & { readonly kind: "taken"; readonly old: string; readonly oldShown: string })
  | { readonly kind: "none"; readonly problem: string };

export function findPlace({ env, home, cwd }: Where): Place {
  const paths = configPaths(env, home);
  if (paths.config === undefined) {
    return { kind: "none", problem: "There is nowhere to keep settings: set HOME or XDG_CONFIG_HOME." };
  }
  const found = findUserFile(paths);
  const path = join(paths.config, "config.yaml");
  const shown = shownPath(path, cwd, home);
  if (found.kind === "none") return { kind: "free", path, shown };
  if (found.kind === "file") {
    return { kind: "taken", path, shown, old: found.path, oldShown: shownPath(found.path, cwd, home) };
  }
  const names = found.kind === "several" ? found.paths.join(" and ") : found.directory;
  const why = found.kind === "several" ? "keep only one of them" : found.reason;
  return { kind: "none", problem: `Settings cannot be written beside ${names}: ${why}.` };
}

export interface Target {
  readonly path: string;
  /** For people. */
  readonly shown: string;
}

/** For a place that is taken and shall stay so. */
export function keptSentence(shown: string): string {
  return `Your settings in ${shown} are kept as they are: treadle init --force writes new ones and keeps a copy of these.`;
}

/** `copy`: where the old settings are now, as it is shown. */
export type Placed =
  | { readonly kind: "written"; readonly copy?: string }
  | { readonly kind: "failed"; readonly problem: string };

export function placeConfig(
  { cwd, home, now }: Where,
  { path, shown, old }: Target & { readonly old?: string },
  text: string,
): Placed {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const copy = old === undefined ? undefined : keepCopy(old);
    const written = writeNewFile(path, [text], { replace: old === path, mark: now().toString(36) });
    if (written.kind !== "written") {
      if (copy !== undefined) rmSync(copy, { force: true });
      const why = written.kind === "exists" ? "another program has just made it" : written.reason;
      return failed(shown, why);
    }
    // Two settings files beside each other would be a mistake.
    if (old !== undefined && old !== path) rmSync(old);
    return copy === undefined ? { kind: "written" } : { kind: "written", copy: shownPath(copy, cwd, home) };
  } catch (error) {
    return failed(shown, reasonOf(error));
  }
}

function keepCopy(path: string): string {
  let copy = `${path}.old`;
  for (let number = 2; existsSync(copy); number += 1) copy = `${path}.old-${number}`;
  copyFileSync(path, copy, constants.COPYFILE_EXCL);
  chmodSync(copy, 0o600);
  return copy;
}

function failed(name: string, why: string): Placed {
  return { kind: "failed", problem: `Cannot write ${name}: ${why}.` };
}
