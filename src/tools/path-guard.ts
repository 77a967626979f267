/** Resolves a path and applies the path policy to it: the one gate in front of every tool that opens files. */
import { troubleSentence } from "./file-trouble.ts";
import { isInside, isReadable, type PathAccess, type PathRules, refusalOf, zonesOf } from "./path-policy.ts";
import { type ResolvedPath, realPathOf, toAbsolute, withRealNames } from "./resolve-path.ts";

export interface PathGuardOptions extends PathRules {
  readonly cwd: string;
}

type PathVerdict =
  | { readonly ok: true; readonly file: ResolvedPath }
  | { readonly ok: false; readonly refusal: string };

export type PathGuard = (given: string, access: PathAccess) => Promise<PathVerdict>;

export function createPathGuard(options: PathGuardOptions): PathGuard {
  const absolute = (path: string) => toAbsolute(path, options.cwd, options.home);
  const zones = zonesOf({
    home: options.home,
    protectedPaths: options.protectedPaths.map(absolute),
    readable: (options.readable ?? []).map(absolute),
    allowed: options.allowed.map(absolute),
    blocked: options.blocked.map(absolute),
  });
  return async (given, access) => {
    if (given === "" || given.includes("\0"))
      return { ok: false, refusal: "[Validation] path must name a file" };
    const lexical = absolute(given);
    try {
      // Nothing is remembered between calls: links may have been changed by the call before.
      const [real, cwd, known] = await Promise.all([
        realPathOf(lexical),
        realPathOf(options.cwd),
        withRealNames(zones),
      ]);
      const refusal = refusalOf({ given, lexical, real }, access, known);
      if (refusal !== undefined) return { ok: false, refusal };
      const inside =
        isInside(cwd, real) || (access === "read" && isReadable({ given, lexical, real }, known));
      return { ok: true, file: { given, lexical, real, outside: !inside } };
    } catch (error) {
      const refusal = troubleSentence(error, given);
      if (refusal === undefined) throw error;
      return { ok: false, refusal };
    }
  };
}
