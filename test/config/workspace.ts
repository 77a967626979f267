/** A home, a project in it and the settings files of both, for one test. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { readArguments } from "../../src/config/args.ts";
import { type Loaded, type LoadRequest, loadSettings } from "../../src/config/load.ts";
import { configPaths } from "../../src/config/paths.ts";
import { type Project, readProject } from "../../src/config/project.ts";
import { addTrust } from "../../src/config/trust.ts";

type Content = string | Uint8Array;

export interface Workspace {
  readonly home: string;
  readonly cwd: string;
  readonly state: string;
  /** Writes a file, named from the home. */
  readonly put: (name: string, content: Content) => string;
  readonly putUser: (content: Content, name?: string) => string;
  readonly putProject: (content: Content, name?: string) => string;
  readonly project: () => Project;
  readonly trust: () => void;
  readonly load: (given?: Given) => Promise<Loaded>;
}

export interface Given extends Partial<Omit<LoadRequest, "flags">> {
  readonly argv?: readonly string[];
}

export function makeWorkspace(): Workspace {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "treadle-config-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const cwd = join(home, "project");
  const state = join(home, ".local/state/treadle");
  mkdirSync(cwd);
  function put(name: string, content: Content): string {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }
  function project(): Project {
    const reading = readProject(cwd, home);
    if (reading.kind !== "found") throw new Error(`no project: ${JSON.stringify(reading)}`);
    return reading.project;
  }
  return {
    ...{ home, cwd, state, put, project },
    putUser: (content, name = "config.yaml") => put(join(".config/treadle", name), content),
    putProject: (content, name = "config.yaml") => put(join("project/.treadle", name), content),
    trust() {
      const outcome = addTrust(configPaths({}, home).state, { settings: project() });
      if (outcome.kind === "failed") throw new Error(outcome.message);
    },
    load: ({ argv = [], ...request } = {}) =>
      loadSettings({ flags: flagsOf(argv), env: {}, cwd, home, ...request }),
  };
}

function flagsOf(argv: readonly string[]): LoadRequest["flags"] {
  const read = readArguments(argv);
  if (!("flags" in read)) throw new Error(`no flags in ${JSON.stringify(read)}`);
  return read.flags;
}

type Ok = Extract<Loaded, { readonly kind: "ok" }>;

export function okay(loaded: Loaded): Ok {
  if (loaded.kind === "error") throw new Error(loaded.messages.join("\n"));
  return loaded;
}

/** The messages of a failure; none when there was no failure. */
export function messages(loaded: Loaded): readonly string[] {
  return loaded.kind === "error" ? loaded.messages : [];
}
