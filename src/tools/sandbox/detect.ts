/** Which sandbox works on this machine: looked for and tried, never assumed. */
import { execFile } from "node:child_process";
import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isInside } from "../path-policy.ts";
import { bwrapBase } from "./enclosure.ts";

export interface DetectOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly network: boolean;
}

export type Detected =
  | { readonly kind: "bwrap" | "proot"; readonly program: string }
  /** `why` and `advice` are halves of sentences. */
  | { readonly kind: "none"; readonly why: string; readonly advice: string };

const patienceMs = 5000;

export async function detectSandbox(options: DetectOptions): Promise<Detected> {
  const bwrap = findProgram("bwrap", options);
  const failure = bwrap && (await tryProgram(bwrap, [...bwrapBase(options.network), "true"], options));
  if (bwrap !== undefined && failure === undefined) return { kind: "bwrap", program: bwrap };
  if (isTermux(options.env)) return detectProot(options);
  if (bwrap === undefined) {
    return { kind: "none", why: "bubblewrap (bwrap) is not installed", advice: "install bubblewrap" };
  }
  const advice = "allow unprivileged user namespaces (see sysctl user.max_user_namespaces and AppArmor)";
  return { kind: "none", why: `bubblewrap cannot make its namespaces here (${failure})`, advice };
}

async function detectProot(options: DetectOptions): Promise<Detected> {
  const program = findProgram("proot", options);
  if (program === undefined)
    return { kind: "none", why: "proot is not installed", advice: "run pkg install proot" };
  const failure = await tryProgram(program, ["--kill-on-exit", "true"], options);
  if (failure === undefined) return { kind: "proot", program };
  return { kind: "none", why: `proot does not work here (${failure})`, advice: "reinstall proot" };
}

export function isTermux(env: DetectOptions["env"]): boolean {
  return env.TERMUX_VERSION !== undefined || env.PREFIX?.includes("/com.termux/") === true;
}

/** Nothing from the working directory: a sandboxed command could put its own way out there. */
function findProgram(name: string, { env, cwd }: DetectOptions): string | undefined {
  const directories = (env.PATH ?? "").split(delimiter).filter(isAbsolute);
  return directories.flatMap((directory) => executable(join(directory, name), cwd) ?? [])[0];
}

function executable(path: string, cwd: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    const real = realpathSync(path);
    const here = realpathSync(cwd);
    // In the root nothing is run in a sandbox.
    return here !== "/" && isInside(here, real) ? undefined : real;
  } catch {
    return undefined;
  }
}

/** What went wrong, in its own words; undefined where it worked. */
function tryProgram(
  program: string,
  args: readonly string[],
  { env }: DetectOptions,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { env, timeout: patienceMs, cwd: "/" }, (error, _stdout, stderr) => {
      if (error === null) return resolve(undefined);
      const [line = ""] = stderr.trim().split("\n");
      resolve(line.replace(/^bwrap: /, "") || (error.killed ? "it did not end" : error.message));
    });
  });
}
