/** What a sandboxed command may reach, and the arguments that make bubblewrap or proot see to it. Pure: looks at no file. */
import { dirname } from "node:path";
import { isInside } from "../path-policy.ts";

/** All paths are absolute, exist, and have every link followed. */
export interface Enclosure {
  /** Where the command works: the one place that it may write. */
  readonly directory: string;
  readonly network: boolean;
  /** Directories with sockets of services, which a read-only file system would not close. */
  readonly sockets: readonly string[];
  readonly hidden: Hidden;
  /** Inside hidden directories, and yet to be read. */
  readonly shown: readonly Shown[];
}

export interface Hidden {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

export interface Shown {
  readonly source: string;
  readonly place: string;
}

/**
 * Later mounts lie over earlier ones. Without its capabilities even root cannot undo them; the new session keeps the
 * command from typing into our terminal.
 */
export function bwrapArgs({ directory, network, sockets, hidden, shown }: Enclosure): readonly string[] {
  return [
    ...bwrapBase(network),
    ...sockets.flatMap((path) => ["--tmpfs", path]),
    ...resolverArgs,
    ...["--bind", directory, directory],
    ...pinned(directory, hidden.directories).flatMap((path) => ["--bind", path, path]),
    ...hidden.directories.flatMap((path) => ["--tmpfs", path]),
    ...hidden.files.flatMap((path) => ["--ro-bind", "/dev/null", path]),
    ...shown.flatMap(({ source, place }) => ["--ro-bind", source, place]),
    ...hidden.directories.flatMap((path) => ["--remount-ro", path]),
    ...["--setenv", "TMPDIR", "/tmp", "--chdir", directory, "--"],
  ];
}

/**
 * What lies between the working directory and something hidden in it, the outermost first. As mounts of their own they
 * cannot be renamed, and so nothing else can be put in the hidden one's place.
 */
function pinned(directory: string, hidden: readonly string[]): readonly string[] {
  const between = hidden
    .filter((path) => isInside(directory, path))
    .flatMap((path) => ancestors(path).filter((above) => above !== directory && isInside(directory, above)));
  return [...new Set(between)].toSorted((a, b) => a.length - b.length);
}

function ancestors(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...ancestors(above)];
}

/** Everything that may be forbidden on this machine, so that trying it tells whether the rest will work. */
export function bwrapBase(network: boolean): readonly string[] {
  return [
    ...["--die-with-parent", "--new-session", "--unshare-all", ...(network ? ["--share-net"] : [])],
    ...["--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"],
  ];
}

/** Without them no name is found in the network (systemd) and no program at all (NixOS). */
const resolverArgs = ["/run/systemd/resolve", "/run/current-system"].flatMap((path) => [
  "--ro-bind-try",
  path,
  path,
]);

export interface ProotPlaces {
  /** Stands where something is hidden. */
  readonly empty: string;
  readonly privateTmp: string;
  /** What programs take for /tmp. */
  readonly tmp: string;
}

/** proot only renames paths: it has no read-only binding and no say about the network. */
export function prootArgs(
  { directory, hidden, shown }: Enclosure,
  { empty, privateTmp, tmp }: ProotPlaces,
): readonly string[] {
  const bindings = [
    [privateTmp, tmp],
    [directory, directory],
    ...hidden.directories.map((path) => [empty, path]),
    ...hidden.files.map((path) => ["/dev/null", path]),
    ...shown.map(({ source, place }) => [source, place]),
  ];
  return [
    "--kill-on-exit",
    ...bindings.flatMap(([source, place]) => ["-b", `${source}:${place}`]),
    ...["-w", directory],
  ];
}
