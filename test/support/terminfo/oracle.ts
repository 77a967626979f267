/** Builds the ncurses oracle and asks it. Undefined where there is no compiler or no ncurses to build with. */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type Oracle = (requests: readonly string[], env?: Readonly<Record<string, string>>) => string;

export function buildOracle(): Oracle | undefined {
  return oracleFrom(fileURLToPath(new URL("oracle.c", import.meta.url)));
}

export function oracleFrom(source: string): Oracle | undefined {
  const program = join(mkdtempSync(join(tmpdir(), "treadle-oracle-")), "oracle");
  const build = spawnSync("cc", ["-O1", "-w", "-o", program, source, "-lncurses", "-ltinfo"]);
  return build.status === 0 ? (requests, env = {}) => ask(program, requests, env) : undefined;
}

function ask(program: string, requests: readonly string[], env: Readonly<Record<string, string>>): string {
  const answer = spawnSync(program, {
    input: `${requests.join("\n")}\n`,
    env: { HOME: "/nonexistent", ...env },
    encoding: "latin1",
    maxBuffer: 2 ** 30,
  });
  if (answer.status !== 0) {
    throw new Error(`the ncurses oracle ended with ${answer.signal ?? answer.status}: ${answer.stderr}`);
  }
  return answer.stdout;
}
