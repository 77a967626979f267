/**
 * Finds the entry for a terminal's name where ncurses and the systems it runs on keep them.
 * It must not guess: no prefixes, no other case, no stand-in for an unknown terminal.
 */
import { decodeDump, isDump } from "./dump.ts";
import { type FileRead, readEntryFile } from "./file.ts";
import { type Entry, parseEntry } from "./read.ts";

export type Environment = Readonly<Record<string, string | undefined>>;
export type ReadFile = (path: string) => FileRead;

/** Where to look. Of `env` only TERMINFO, TERMINFO_DIRS, HOME and PREFIX are read. */
export interface Sources {
  readonly env: Environment;
  /** What lies behind the directories that `env` names; by default those of the systems that we know. */
  readonly systemDirectories?: readonly string[];
  readonly readFile?: ReadFile;
}

/** A place that was looked at in vain: a file, or the variable that holds an entry itself. */
export type Searched =
  | { readonly place: string; readonly kind: "absent" }
  | { readonly place: string; readonly kind: "other-terminal"; readonly problem: string }
  | { readonly place: string; readonly kind: "broken"; readonly problem: string };

export type Located =
  | {
      readonly kind: "found";
      readonly entry: Entry;
      /** The file, or the name of the variable that holds the entry. */
      readonly path: string;
      readonly searched: readonly Searched[];
    }
  | {
      /** "broken": there is an entry of that name, but it cannot be used. */
      readonly kind: "missing" | "broken";
      readonly message: string;
      readonly searched: readonly Searched[];
    };

/** Where systems keep the database. */
const knownDirectories: readonly string[] = [
  "/etc/terminfo",
  "/lib/terminfo",
  "/usr/share/terminfo",
  "/usr/lib/terminfo",
  "/usr/share/lib/terminfo",
  "/usr/local/etc/terminfo",
  "/usr/local/share/terminfo",
  "/usr/local/lib/terminfo",
  "/usr/pkg/share/terminfo",
  "/opt/homebrew/share/terminfo",
  "/opt/local/share/terminfo",
  "/run/current-system/sw/share/terminfo",
];

/** Never throws and never waits. Behind a damaged file the search goes on. */
export function findEntry(term: string | undefined, sources: Sources): Located {
  if (term === undefined || term === "") {
    return { kind: "missing", message: "TERM is not set", searched: [] };
  }
  if (!isTerminalName(term)) {
    return { kind: "missing", message: "TERM is not a terminal's name", searched: [] };
  }
  const searched: Searched[] = [];
  for (const candidate of candidates(term, sources)) {
    const examined = examine(term, candidate);
    if (examined.kind === "found") {
      return { kind: "found", entry: examined.entry, path: candidate.place, searched };
    }
    searched.push(examined);
  }
  return { ...failure(term, searched), searched };
}

const longestName = 255;

/** A name that is no file name, or could leave its directory, is not looked for. */
function isTerminalName(term: string): boolean {
  return (
    term !== "." && term !== ".." && !/[/\\:\p{Cc}]/u.test(term) && Buffer.byteLength(term) <= longestName
  );
}

function failure(term: string, searched: readonly Searched[]) {
  const broken = searched.find((place) => place.kind === "broken");
  return broken === undefined
    ? { kind: "missing" as const, message: `no terminfo entry is called "${term}"` }
    : {
        kind: "broken" as const,
        message: `the terminfo entry ${broken.place} is of no use: ${broken.problem}`,
      };
}

interface Candidate {
  readonly place: string;
  readonly read: () => FileRead;
  /** Whether the names in the entry must hold the one that is looked for. */
  readonly mustBeNamed: boolean;
}

function* candidates(term: string, sources: Sources): Generator<Candidate> {
  const { env, readFile = readEntryFile } = sources;
  const own = env.TERMINFO ?? "";
  if (isDump(own)) {
    yield { place: "$TERMINFO", read: () => decodeDump(own), mustBeNamed: true };
  }
  for (const directory of directories(env, sources.systemDirectories)) {
    for (const path of pathsIn(directory, term)) {
      yield { place: path, read: () => readFile(path), mustBeNamed: false };
    }
  }
}

/** The directories to search, in order, each once. An empty element of TERMINFO_DIRS stands for the system's. */
export function directories(env: Environment, systemDirectories = knownDirectories): readonly string[] {
  const { TERMINFO: own = "", HOME: home = "", PREFIX: prefix = "", TERMINFO_DIRS: listed } = env;
  // Termux sets PREFIX, but so do people who build software: a relative one is theirs.
  const system = [...(prefix.startsWith("/") ? [`${prefix}/share/terminfo`] : []), ...systemDirectories];
  return [
    ...new Set([
      ...(own === "" || isDump(own) ? [] : [own]),
      ...(home === "" ? [] : [`${home}/.terminfo`]),
      ...(listed?.split(":") ?? []).flatMap((directory) => (directory === "" ? system : [directory])),
      ...system,
    ]),
  ];
}

/** Under the first letter, or (where the file system ignores case) under its hexadecimal code. */
function pathsIn(directory: string, term: string): readonly string[] {
  const code = Buffer.from(term).readUInt8(0).toString(16).padStart(2, "0");
  return [`${directory}/${term[0]}/${term}`, `${directory}/${code}/${term}`];
}

function examine(term: string, { place, read, mustBeNamed }: Candidate): Searched | FoundEntry {
  const file = read();
  if (file.kind === "absent") {
    return { place, kind: "absent" };
  }
  const parsed = file.kind === "bytes" ? parseEntry(file.bytes) : file;
  if (parsed.kind !== "ok") {
    return { place, kind: "broken", problem: parsed.reason };
  }
  if (!isNamed(parsed.entry, term, mustBeNamed)) {
    return { place, kind: "other-terminal", problem: `it describes ${parsed.entry.names.join(", ")}` };
  }
  return { kind: "found", entry: parsed.entry };
}

interface FoundEntry {
  readonly kind: "found";
  readonly entry: Entry;
}

/**
 * A file found under the name that was asked for is believed, as by ncurses, whatever names it holds; but not if
 * these differ from it in case only: then a file system that ignores case has answered with another entry.
 */
function isNamed(entry: Entry, term: string, mustBeNamed: boolean): boolean {
  const names = [...entry.names, entry.description];
  if (names.includes(term)) {
    return true;
  }
  const folded = term.toLowerCase();
  return !mustBeNamed && !names.some((name) => name.toLowerCase() === folded);
}
