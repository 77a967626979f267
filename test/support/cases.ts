/** Reads a file of the shared cases; where the folder is absent, table tests are skipped and say so. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Case {
  readonly id: string;
  readonly input: unknown;
  readonly expected?: unknown;
  readonly observed?: unknown;
  readonly required?: unknown;
}

export interface CaseFile {
  readonly title: string;
  readonly absent: boolean;
  readonly cases: readonly Case[];
}

export function readCases(suite: string): CaseFile {
  const folder = process.env.TREADLE_CASES ?? join(import.meta.dirname, "../../../shared/cases");
  const file = join(folder, `${suite}.json`);
  if (!existsSync(file)) return { title: `${suite}: skipped, ${file} is absent`, absent: true, cases: [] };
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] };
  return { title: `${suite}: ${cases.length} shared cases`, absent: false, cases };
}
