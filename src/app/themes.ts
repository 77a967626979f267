/** The theme in force: where themes are found, which one is taken, and where the choice is kept. It must not know who shows it. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ThemeChoice, ThemeOutcome } from "../commands/command.ts";
import { nearest } from "../config/nearest.ts";
import { readSourceFile } from "../config/source-file.ts";
import { isThemeName } from "../config/value-rules.ts";
import { defaultTheme } from "../view/default-theme.ts";
import type { Theme } from "../view/theme.ts";
import type { LoadedTheme, ThemeFile } from "../view/theme-file.ts";

export interface Themes extends ThemeChoice {
  theme(): Theme;
  /** Loads the theme of the start. What is wrong with it, in sentences: then the built-in one is in force. */
  begin(): Promise<readonly string[]>;
}

export interface ThemesOptions {
  /** Where theme files are; the first directory that has one of a name wins. */
  readonly directories: readonly string[];
  /** What the settings or flags say. */
  readonly asked: string | undefined;
  /** The file that holds the choice of an earlier session; absent where there is no place for one. */
  readonly memory: string | undefined;
  /** Whether a choice is written there. */
  readonly keeps: boolean;
}

const builtIn = "default";

export function createThemes({ directories, asked, memory, keeps }: ThemesOptions): Themes {
  let name: string | undefined;
  let theme = defaultTheme;

  const current = () => {
    name ??= asked ?? remembered(memory) ?? builtIn;
    return name;
  };

  function names(): readonly string[] {
    return [...new Set([builtIn, ...directories.flatMap(themesIn)])].sort();
  }

  async function load(wanted: string): Promise<LoadedTheme> {
    if (wanted === builtIn) return { kind: "ok", theme: defaultTheme };
    if (!names().includes(wanted)) return { kind: "wrong", problems: [unknownTheme(wanted, names())] };
    const { loadTheme } = await import("../view/theme-file.ts");
    const unreadable: string[] = [];
    const find = (sought: string) => findTheme(directories, sought, (problem) => unreadable.push(problem));
    const loaded = loadTheme(wanted, { find, nearest });
    if (loaded.kind === "ok" || unreadable.length === 0) return loaded;
    return { kind: "wrong", problems: unreadable };
  }

  function keep(chosen: string): Extract<ThemeOutcome, { kind: "used" }>["kept"] {
    if (asked !== undefined) return asked === chosen ? "kept" : "set-elsewhere";
    return keeps && memory !== undefined && remember(memory, chosen) ? "kept" : "not-kept";
  }

  return {
    names,
    current,
    theme: () => theme,
    async begin() {
      const loaded = await load(current());
      if (loaded.kind === "wrong") {
        name = builtIn;
        return loaded.problems;
      }
      ({ theme } = loaded);
      return [];
    },
    async use(wanted) {
      const loaded = await load(wanted);
      if (loaded.kind === "wrong") return loaded;
      ({ theme } = loaded);
      name = wanted;
      return { kind: "used", kept: keep(wanted) };
    },
  };
}

function unknownTheme(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  const hint = meant === undefined ? "." : `; did you mean ${meant}?`;
  return `There is no theme ${JSON.stringify(name)}${hint} Known themes: ${known.join(", ")}.`;
}

/** A directory that is not there, or cannot be read, has none. */
function themesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((file) => file.endsWith(".json"))
      .map((file) => file.slice(0, -".json".length))
      .filter(isThemeName);
  } catch {
    return [];
  }
}

function findTheme(
  directories: readonly string[],
  name: string,
  onProblem: (problem: string) => void,
): ThemeFile | undefined {
  const directory = directories.find((candidate) => themesIn(candidate).includes(name));
  if (directory === undefined) return undefined;
  const path = join(directory, `${name}.json`);
  const reading = readSourceFile(path);
  if (reading.kind === "read") return { name: path, text: reading.file.text };
  onProblem(`Cannot read ${path}: ${reading.reason}.`);
  return undefined;
}

function remembered(memory: string | undefined): string | undefined {
  const reading = memory === undefined ? undefined : readSourceFile(memory);
  const name = reading?.kind === "read" ? reading.file.text.trim() : "";
  return isThemeName(name) ? name : undefined;
}

/** False when the disk refuses. */
function remember(memory: string, name: string): boolean {
  try {
    mkdirSync(dirname(memory), { recursive: true, mode: 0o700 });
    writeFileSync(memory, `${name}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
