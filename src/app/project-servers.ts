/** The MCP servers that a project names: none starts before the user has seen it and said yes to it alone. */
import { resolve } from "node:path";
import type { McpConsent, WaitingServer } from "../commands/mcp-powers.ts";
import { keepConsent, readConsent, type Verdict } from "../config/consent.ts";
import { configPaths } from "../config/paths.ts";
import { type ProjectServer, readProjectServers } from "../config/project-servers.ts";
import { readTrust } from "../config/trust.ts";
import type { PreviewField } from "../model/tool.ts";
import { looksSecret } from "../tools/child-env.ts";
import { programOf } from "../tools/mcp/open-transport.ts";
import type { Servers } from "../tools/mcp/servers.ts";
import { guidedDirectory } from "./guidance.ts";
import type { Host } from "./host.ts";
import { noConsent, noServer } from "./no-consent.ts";

export interface ProjectServersOptions {
  readonly host: Pick<Host, "cwd" | "env" | "home">;
  readonly start: (...server: Parameters<Servers["add"]>) => Promise<unknown>;
  readonly stop: (name: string) => void;
  /** Names of the user's own. */
  readonly taken: readonly string[];
  readonly tell: (text: string) => void;
}

/** Starts what the user has allowed before, and tells what waits. */
export async function openProjectServers(options: ProjectServersOptions): Promise<McpConsent> {
  const { host, taken, tell } = options;
  const { cwd, env, home } = host;
  const { state } = configPaths(env, home);
  // Before that it is not even opened.
  if (!readTrust(state).guided.has(guidedDirectory(cwd, home))) {
    tell("This project names MCP servers in .mcp.json; they are ignored until you run: treadle trust");
    return noConsent;
  }
  const reading = await readProjectServers(host);
  if (reading.kind === "none") return noConsent;
  if (reading.kind === "unusable") {
    tell(reading.message);
    return noConsent;
  }
  const { fault } = readConsent(state);
  for (const text of [...reading.notices, ...(fault === undefined ? [] : [fault])]) tell(text);
  const own = new Set(taken.map((name) => name.toLowerCase()));
  const isTaken = ({ name }: ProjectServer) => own.has(name.toLowerCase());
  for (const { name } of reading.servers.filter(isTaken))
    tell(`The server ${name} of ${reading.name} is left out: you have an MCP server of that name.`);
  const known = reading.servers.filter((server) => !isTaken(server));
  const { name, directory } = reading;
  return consentTo(known, { ...options, file: name, directory, state });
}

interface Around extends ProjectServersOptions {
  /** For messages. */
  readonly file: string;
  readonly directory: string;
  readonly state: string | undefined;
}

async function consentTo(known: readonly ProjectServer[], around: Around): Promise<McpConsent> {
  const { state, file, directory, tell } = around;
  const kept = readConsent(state).verdicts;
  const verdicts = new Map<string, Verdict | undefined>(
    known.map(({ name, hash }) => [name, kept.get(hash)]),
  );
  const find = (name: string) => known.find((server) => server.name === name);
  const missing = (name: string) =>
    noServer(
      name,
      known.map((server) => server.name),
    );

  const start = ({ name, settings, hash }: ProjectServer) =>
    around.start(name, settings, { cwd: directory, origin: hash });

  /** A sentence, where it holds for this session alone. */
  function note({ name, hash }: ProjectServer, verdict: Verdict | undefined): string {
    verdicts.set(name, verdict);
    const problem = keepConsent(state, hash, verdict);
    return problem === undefined ? "" : ` This holds for this session only: ${problem}`;
  }

  function stop(name: string, verdict: Verdict | undefined, words: string): string {
    const server = find(name);
    if (!server) return missing(name);
    around.stop(name);
    return `${words}${note(server, verdict)}`;
  }

  for (const server of known) if (verdicts.get(server.name) === "allowed") await start(server);
  const waiting = known.filter(({ name }) => verdicts.get(name) === undefined);
  if (waiting.length > 0) tell(waitingText(waiting, file));

  return {
    waiting: () =>
      known.flatMap(({ name }): WaitingServer[] =>
        verdicts.get(name) === "allowed" ? [] : [{ name, isRefused: verdicts.get(name) === "refused" }],
      ),
    async allow(name, ask, signal) {
      const server = find(name);
      if (!server) return missing(name);
      if (verdicts.get(name) === "allowed")
        return `${name} is allowed already; /mcp forget ${name} takes that back.`;
      const title = `Start the MCP server ${name} of this project, now and in later chats?`;
      const fields = [{ label: "named in", value: file }, ...consentFields(server, directory)];
      const answer = await ask({ kind: "confirm", title, fields }, signal);
      if (answer?.verdict !== "allow") return `${name} is not started.`;
      const remark = note(server, "allowed");
      await start(server);
      return `${name} is allowed until what you have seen of it changes.${remark}`;
    },
    refuse: (name) => stop(name, "refused", `${name} stays off, and is not mentioned again.`),
    forget: (name) => stop(name, undefined, `${name} is off, and waits for your consent again.`),
  };
}

function waitingText(waiting: readonly ProjectServer[], file: string): string {
  const names = waiting.map(({ name }) => name).join(", ");
  const [first] = waiting;
  const who = waiting.length === 1 ? "An MCP server" : `${waiting.length} MCP servers`;
  const wait = waiting.length === 1 ? "waits" : "wait";
  return `${who} of this project (${names}, in ${file}) ${wait} for your consent: /mcp allow ${first?.name} shows what it would run, and asks.`;
}

/** All that decides what runs and what it is given, each value as one that cannot be taken for another. */
export function consentFields(
  { settings, written }: Pick<ProjectServer, "settings" | "written">,
  directory: string,
): readonly PreviewField[] {
  const { command, args, cwd = ".", url, passEnv = [] } = settings;
  const program = command === undefined ? undefined : programOf(command, args);
  const field = (label: string, value: string): PreviewField => ({ label, value });
  return [
    ...(program ? [field("program", program.file)] : []),
    ...(program?.args ?? []).map((argument) => field("argument", argument)),
    ...(program ? [field("in", resolve(directory, cwd))] : []),
    ...(url === undefined ? [] : [field("talks to", url)]),
    ...Object.entries(written.env).map(([name, value]) => field("variable", assignment(name, value))),
    ...passEnv.map((name) => field("your variable", name)),
    ...Object.entries(written.headers).map(([name, value]) =>
      field("header", isReference(value) ? `${name}: ${value}` : name),
    ),
  ];
}

/** A value may decide what runs, so it is shown; but for one that a name says to be secret. */
function assignment(name: string, value: string): string {
  const shown = isReference(value) || !looksSecret(name);
  return shown ? `${name}=${value}` : `${name} (its value stands in the file)`;
}

/** To a variable of the user's. */
function isReference(value: string): boolean {
  return /^(?:\$\w+|\$\{\w+\}|env:\w+)$/.test(value);
}
