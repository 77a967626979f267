/** Runs a small program that imports our sources in a node of its own, for what concerns a whole process. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "rolldown";
import { onTestFinished } from "vitest";

const tools = join(import.meta.dirname, "../../src/tools");

/** `code` imports from "tools/...". Resolves to what it prints; rejects when it fails or does not end. */
export async function runProgram(code: string, nodeFlags: readonly string[] = []): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "treadle-program-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const input = join(folder, "program.ts");
  const file = join(folder, "program.mjs");
  writeFileSync(input, code);
  await build({
    input,
    platform: "node",
    resolve: { alias: { tools } },
    output: { file, format: "esm", codeSplitting: false },
    logLevel: "warn",
  });
  const limits = { timeout: 15_000, killSignal: "SIGKILL" as const };
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeFlags, file], limits);
  return stdout;
}
