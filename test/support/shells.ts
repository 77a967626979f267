/** Other programs that a test may need and a machine may lack. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { scratch } from "./program.ts";

export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((directory) => existsSync(join(directory, program)));
}

/** Runs it in an empty directory. What it wrote, on both streams; throws where it does not end well. */
export function runTool(program: string, args: readonly string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", input, cwd: scratch() });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
  return stdout + stderr;
}
