/** Tells one Node from another: code that one of them made may crash another, even of the same version. */
import { statSync } from "node:fs";

export interface NodeFacts {
  readonly version: string;
  readonly arch: string;
  readonly execPath: string;
  /** Its options: V8 refuses code that was made under others. */
  readonly flags: readonly string[];
}

const longestFlags = 60;

/** Fit for a file name. */
export function nodeName({ version, arch, execPath, flags }: NodeFacts): string {
  const { size, mtimeMs } = statSync(execPath);
  const under = Buffer.from(flags.join(" ").trim()).toString("base64url").slice(-longestFlags);
  return [version, arch, size, Math.trunc(mtimeMs), under].join("-");
}
