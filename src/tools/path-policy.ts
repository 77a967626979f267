/** Which files no tool may touch. A pure decision over a path that has already been resolved. */
import { isAbsolute, join, relative, sep } from "node:path";

export type PathAccess = "read" | "write";

/** One path under the names it is checked by: as given, made absolute, and with every symbolic link followed. */
export interface PathNames {
  readonly given: string;
  readonly lexical: string;
  readonly real: string;
}

export interface PathRules {
  readonly home: string;
  /** Our own configuration and state, keys and conversations included: nothing lets a tool in there. */
  readonly protectedPaths: readonly string[];
  /** What lies here may be read, even in there, and without a question: it was written for the model. No link is followed. */
  readonly readable?: readonly string[];
  /** What the user opens up beats what the lists below and `blocked` close. */
  readonly allowed: readonly string[];
  readonly blocked: readonly string[];
}

/** A place in the file system, under every name it is known by. */
export interface Zone {
  readonly names: readonly string[];
  readonly match: ZoneMatch;
  /** Absent: closed for reading and writing. */
  readonly access?: "write";
  readonly refusal: (given: string) => string;
}

/** exact: this file; tree: this directory and all in it; prefix: every name that begins so, and all in it. */
type ZoneMatch = "exact" | "tree" | "prefix";

export interface Zones {
  readonly protected: readonly Zone[];
  readonly readable: readonly Zone[];
  readonly allowed: readonly Zone[];
  readonly blocked: readonly Zone[];
}

export const systemFiles = ["/etc/shadow", "/etc/gshadow", "/etc/sudoers"];
const systemDirectories = ["/proc/", "/sys/", "/dev/"];

/** Those without a closing slash are prefixes: `.envrc` and `.netrc.old` hold the same secrets. */
export const credentials = [".ssh/", ".gnupg/", ".aws/", ".config/gcloud/", ".netrc", ".npmrc", ".env"];

const shellStartup = [
  ...[".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".profile", ".config/fish/"],
  ...[".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".mkshrc"],
  ...[".cshrc", ".tcshrc", ".login", ".xprofile", ".xinitrc", ".xsession"],
];

/** Obeyed by git everywhere: they name programs to run. */
const gitSettings = [".gitconfig", ".config/git/"];

/**
 * Hooks, settings and pointers to other such directories make git run commands, and our own make us; git itself is
 * the tool for the rest. Any case, for file systems that ignore it.
 */
const ownDirectory = /\/\.(git|treadle)(\/|$)/i;

export function zonesOf(rules: PathRules): Zones {
  const inHome = (name: string) => join(rules.home, name);
  const readOnly = (name: string, reason: string): Zone => ({
    ...zone(inHome(name), treeOr("exact", name), (given) => `Blocked: ${given} ${reason}`),
    access: "write",
  });
  return {
    protected: rules.protectedPaths.map((path) =>
      zone(path, "tree", (given) => `Blocked: ${given} belongs to treadle itself`),
    ),
    readable: (rules.readable ?? []).map((path) => zone(path, "tree", () => "")),
    allowed: rules.allowed.map((path) => zone(path, "tree", () => "")),
    blocked: [
      ...systemFiles.map((path) =>
        zone(path, "exact", (given) => `Blocked: ${given} is a sensitive system file`),
      ),
      ...systemDirectories.map((path) =>
        zone(path, "tree", (given) => `Blocked: ${given} is in a system directory`),
      ),
      ...credentials.map((name) =>
        zone(inHome(name), treeOr("prefix", name), () => `Blocked: ~/${name} may contain credentials`),
      ),
      ...rules.blocked.map((path) => zone(path, "tree", (given) => `Blocked: ${given} is in a blocked path`)),
      ...shellStartup.map((name) => readOnly(name, "is a shell start-up file")),
      ...gitSettings.map((name) => readOnly(name, "can make git run commands")),
    ],
  };
}

/** Why this access is refused, or undefined where it is not. */
export function refusalOf(path: PathNames, access: PathAccess, zones: Zones): string | undefined {
  const names = [path.lexical, path.real];
  const closing = (zone: Zone) =>
    (zone.access ?? access) === access && names.some((name) => touches(name, zone));
  const isOpen = (name: string) => access === "read" && zones.readable.some((zone) => touches(name, zone));
  const own = zones.protected.find((zone) => names.some((name) => touches(name, zone) && !isOpen(name)));
  if (own !== undefined) return own.refusal(path.given);
  if (isOpened(path, zones.allowed)) return undefined;
  const blocked = zones.blocked.find(closing);
  if (blocked !== undefined) return blocked.refusal(path.given);
  if (access === "read") return undefined;
  const [, owner] = ownDirectory.exec(path.lexical) ?? ownDirectory.exec(path.real) ?? [];
  return owner && `Blocked: ${path.given} belongs to ${owner.toLowerCase()}`;
}

/** Whether `path` is `directory` or lies in it. Both are absolute; `/data/ab` does not lie in `/data/a`. */
export function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Whether it was put there for the model to read, under both of its names. */
export function isReadable(path: PathNames, { readable }: Zones): boolean {
  return isOpened(path, readable);
}

/** A link from an allowed place into a closed one opens nothing: both names must be allowed. */
function isOpened(path: PathNames, allowed: readonly Zone[]): boolean {
  return [path.lexical, path.real].every((name) => allowed.some((zone) => touches(name, zone)));
}

function touches(path: string, zone: Zone): boolean {
  return zone.names.some((name) => matchers[zone.match](name, path));
}

const matchers: Readonly<Record<ZoneMatch, (name: string, path: string) => boolean>> = {
  exact: (name, path) => path === name,
  tree: isInside,
  prefix: (name, path) => path.startsWith(name),
};

function zone(path: string, match: ZoneMatch, refusal: Zone["refusal"]): Zone {
  return { names: [path], match, refusal };
}

function treeOr(match: ZoneMatch, name: string): ZoneMatch {
  return name.endsWith("/") ? "tree" : match;
}
