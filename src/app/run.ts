/** The composition root: from the command line to an exit code. */
import { readArguments } from "../config/args.ts";
import type { Invocation } from "../config/invocation.ts";
import { tables } from "../config/tables.ts";
import { complain } from "./complain.ts";
import { converse } from "./converse.ts";
import { exitCodes } from "./exit-code.ts";
import type { Host } from "./host.ts";
import { sessionDirectory } from "./session-directory.ts";
import { machineOf } from "./setup/machine.ts";

type Actions = {
  readonly [K in Invocation["kind"]]: (
    host: Host,
    invocation: Extract<Invocation, { kind: K }>,
  ) => number | Promise<number>;
};

const actions: Actions = {
  chat: converse,
  "one-shot": converse,
  "list-agents": async (host, given) => (await import("./list-agents.ts")).listAgents(host, given),
  init: async (host, given) => (await import("./setup/init.ts")).init(machineOf(host), given),
  doctor: async (host, given) => (await import("./doctor/doctor.ts")).doctor(host, given),
  trust: async (host, given) => (await import("./trust-project.ts")).trust(host, given),
  spec: async (host, given) => (await import("./spec.ts")).spec(host, given),
  search: async (host, given) =>
    (await import("./search-sessions.ts")).searchFromCommandLine(host, sessionDirectory(host), given),
  export: async (host, given) =>
    (await import("./export-session.ts")).exportSession(host, sessionDirectory(host), given),
  import: async (host, given) =>
    (await import("./import-session.ts")).importSession(host, sessionDirectory(host), given.file),
  completion: async (host, given) => (await import("./print-completion.ts")).printCompletion(host, given),
  help: async (host, { topic }) => print(host, (await import("../config/help.ts")).helpText(tables, topic)),
  version: (host) => print(host, `treadle ${host.version}\n`),
  "usage-error": (host, { message }) => complain(host, [message]),
};

export async function run(host: Host): Promise<number> {
  const invocation = readArguments(host.argv);
  const action = actions[invocation.kind] as (host: Host, given: Invocation) => number | Promise<number>;
  return action(host, invocation);
}

function print({ stdout }: Host, text: string): number {
  stdout.write(text);
  return exitCodes.ok;
}
