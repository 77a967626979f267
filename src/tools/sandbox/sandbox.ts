/** The sandbox that shell commands run in. Where there is none it says so, and nothing runs. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Detected, type DetectOptions, detectSandbox, isTermux } from "./detect.ts";
import { type EncloseOptions, enclose } from "./enclose.ts";
import { bwrapArgs, type Enclosure, type ProotPlaces, prootArgs } from "./enclosure.ts";

export interface Sandbox {
  /** Asked again for each command. */
  check(): Promise<SandboxState>;
  /** For the model: what its commands cannot do; empty where that cannot be promised. */
  readonly note: string;
  /** Removes what it has put on the disk. Synchronous. */
  end(): void;
}

export type SandboxState =
  | { readonly kind: "ready"; readonly summary: string; readonly command: ReadonlyArray<string> }
  | { readonly kind: "none"; readonly problem: string };

export type SandboxOptions = EncloseOptions & DetectOptions;

export function createSandbox(options: SandboxOptions, detect = detectSandbox): Sandbox {
  let detecting: Promise<Detected> | undefined;
  const scratch = createScratch(options.env);
  return {
    note: isTermux(options.env) ? "" : noteFor(options.network),
    async check() {
      const enclosing = enclose(options);
      if (!enclosing.ok) return none(enclosing.problem);
      detecting ??= detect(options);
      const detected = await detecting;
      if (detected.kind === "none") return none(`${detected.why}. To have a sandbox, ${detected.advice}`);
      const { enclosure } = enclosing;
      const { kind, program } = detected;
      if (kind === "bwrap") return ready(bwrapSummary(enclosure), [program, ...bwrapArgs(enclosure)]);
      const args = prootArgs(enclosure, scratch.places());
      const ambiguous = args.some((arg) => arg.split(":").length > 2);
      return ambiguous
        ? none("proot takes no paths with a colon: work in another directory")
        : ready(prootSummary, [program, ...args]);
    },
    end: scratch.remove,
  };
}

function ready(summary: string, command: readonly string[]): SandboxState {
  return { kind: "ready", summary, command };
}

function none(reason: string): SandboxState {
  const instead = "or start treadle without --sandbox and with sandbox: false";
  return {
    kind: "none",
    problem: `Not run: commands are to run in a sandbox, but ${reason}; ${instead}.`,
  };
}

function noteFor(network: boolean): string {
  const closed = network ? "" : " There is no network.";
  return `Commands run in a sandbox: they can write only to the working directory, and to a /tmp that is new for each command.${closed}`;
}

function bwrapSummary({ directory, network }: Enclosure): string {
  const tmp = directory === "/tmp" ? "" : " and a /tmp of its own";
  return `bubblewrap: writes only to ${directory}${tmp}, network ${network ? "open" : "off"}`;
}

const prootSummary =
  "proot: your keys are hidden, /tmp is its own; it can write wherever you can, and the network is open: proot cannot switch it off";

interface Scratch {
  places(): ProotPlaces;
  remove(): void;
}

/** Made when it is first needed. */
function createScratch(env: DetectOptions["env"]): Scratch {
  let made: string | undefined;
  return {
    places() {
      const tmp = env.TMPDIR ?? join(env.PREFIX ?? "/", "tmp");
      if (made === undefined) {
        made = mkdtempSync(join(tmp, "treadle-sandbox-"));
        for (const name of ["empty", "tmp"]) mkdirSync(join(made, name));
      }
      return { empty: join(made, "empty"), privateTmp: join(made, "tmp"), tmp };
    },
    remove() {
      if (made !== undefined) rmSync(made, { recursive: true, force: true });
      made = undefined;
    },
  };
}
