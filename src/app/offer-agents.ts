/** Tells which CLI agents are installed. None is run: their names are looked up in PATH. */
import { type Stats, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

export interface Agent {
  readonly program: string;
  /** The one that uses it. */
  readonly backend: string;
}

const agents: readonly Agent[] = [
  { program: "claude", backend: "claude-cli" },
  { program: "gemini", backend: "gemini-cli" },
  { program: "codex", backend: "codex-cli" },
  { program: "coro", backend: "coro" },
];

export function installedAgents(path: string | undefined): readonly Agent[] {
  // A directory that depends on where we are is not one where programs are installed.
  const directories = (path ?? "").split(delimiter).filter(isAbsolute);
  return agents.filter(({ program }) => directories.some((directory) => isProgram(join(directory, program))));
}

/** One sentence, or nothing where none is installed. */
export function offerAgents(path: string | undefined): readonly string[] {
  const found = installedAgents(path);
  if (found.length === 0) return [];
  const programs = listed(
    found.map(({ program }) => program),
    "and",
  );
  const backends = listed(
    found.map(({ backend }) => backend),
    "or",
  );
  return [
    found.length === 1
      ? `${programs} is installed: --backend ${backends} uses it`
      : `${programs} are installed: --backend ${backends} uses one of them`,
  ];
}

function isProgram(file: string): boolean {
  const stats = statsOf(file);
  return stats?.isFile() === true && (stats.mode & 0o111) !== 0;
}

function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function listed(words: readonly string[], last: "and" | "or"): string {
  const [final = "", ...others] = words.toReversed();
  return others.length === 0 ? final : `${others.toReversed().join(", ")} ${last} ${final}`;
}
