/** Runs the built program with pipes, in an environment and a directory of its own. */
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const mainFile = join(root, "dist", "main.js");

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly args?: readonly string[];
  /** What standard input carries; closed at once when absent. */
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
}

/** A fresh empty directory under the system's temporary one. */
export function scratch(): string {
  return mkdtempSync(join(tmpdir(), "treadle-test-"));
}

/** The tests' own environment with a new home, and these variables; undefined removes one. */
export function cleanEnv(changes: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
  const own = {
    PATH: process.env.PATH,
    LANG: "C.UTF-8",
    HOME: scratch(),
    TREADLE_RETRY_BASE_MS: "1",
    // Nobody listens there: an Ollama of the developer's must not be found.
    OLLAMA_HOST: "127.0.0.1:1",
  };
  const all = { ...own, ...changes };
  return Object.fromEntries(
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

export interface Running {
  readonly child: ReturnType<typeof spawn>;
  stdout(): string;
  stderr(): string;
  readonly ended: Promise<Ended>;
}

export function startProgram({ args = [], input, env, cwd = scratch() }: ProgramOptions = {}): Running {
  const child = spawn(process.execPath, [mainFile, ...args], { cwd, env: cleanEnv(env) });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => {});
  if (input !== undefined) child.stdin.end(input);
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}

export function runProgram(options: ProgramOptions = {}): Promise<Ended> {
  return startProgram({ input: "", ...options }).ended;
}
