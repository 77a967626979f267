/** All servers of a session. Starts them in the background, and leaves none behind. */
import type { McpServerSettings } from "../../model/settings.ts";
import { createProcessGroups } from "../process-group.ts";
import type { Tool } from "../tool.ts";
import { type DescribedPrompt, promptUsage } from "./described-prompts.ts";
import type { DescribedResource } from "./described-resources.ts";
import type { DescribedTool } from "./described-tools.ts";
import { describeReach } from "./open-transport.ts";
import { readArguments } from "./prompt-arguments.ts";
import type { PromptPiece } from "./prompt-message.ts";
import type { CallResult } from "./result-text.ts";
import { createServer, type Got, type Server, type ServerOptions, type ServerState } from "./server.ts";

export interface ServersOptions {
  readonly servers: Readonly<Record<string, McpServerSettings>>;
  readonly version: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tell: ServerOptions["tell"];
  readonly log: (server: string, chunk: Uint8Array) => void;
}

export interface ServerReport {
  readonly name: string;
  readonly state: ServerState;
  /** The command line or the address. */
  readonly reach: string;
  readonly tools: readonly string[];
  readonly prompts: readonly PromptReport[];
  readonly resources: readonly DescribedResource[];
  readonly problem?: string;
}

export interface PromptReport {
  /** As a slash command. */
  readonly name: string;
  /** Its arguments. */
  readonly usage: string;
  readonly summary: string;
  readonly arguments: readonly { readonly name: string; readonly description: string }[];
}

/** What a server makes of one of its prompts. */
export type FilledPrompt = Got<{ readonly server: string; readonly pieces: readonly PromptPiece[] }>;

/** The tools of one server that is ready, as it calls them. */
export interface OwnTools {
  readonly server: string;
  readonly tools: readonly Pick<DescribedTool, "ownName" | "schema">[];
}

export interface Servers {
  tools(): readonly Tool[];
  ownTools(): readonly OwnTools[];
  /** A call that nobody but the user makes: the model is allowed nothing by it. Rejects with a sentence. */
  callTool(
    server: string,
    tool: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<CallResult>;
  reports(): readonly ServerReport[];
  /** Settles when none is connecting any more. */
  readonly connected: Promise<void>;
  /** What came of it; undefined where there is no such server. */
  restart(name: string): Promise<ServerReport | undefined>;
  /** By its name as a slash command, with its arguments as they are typed. Waits for a server that is connecting. */
  fill(name: string, words: string, signal: AbortSignal): Promise<FilledPrompt>;
  /** The server that a name with a colon begins with, once it has told what it has; undefined where there is none. */
  ownerOf(name: string, signal: AbortSignal): Promise<Owner | undefined>;
  /** One more, connected in the background; one of its name is ended. */
  add(name: string, settings: McpServerSettings, place?: Place): void;
  remove(name: string): void;
  /** Synchronous: it may be the last thing done. */
  close(): void;
}

export interface Owner {
  readonly name: string;
  readonly server: Pick<Server, "prompts" | "fill" | "resources" | "read" | "state">;
}

/** Of a server that is not the user's own. */
export interface Place {
  /** Where it is started. */
  readonly cwd: string;
  /** Stands for where it comes from. */
  readonly origin: string;
}

/** Connects to all of them at once. */
export function openServers(options: ServersOptions): Servers {
  const { cwd, env, version, tell } = options;
  const groups = createProcessGroups();
  const servers = new Map<string, { readonly server: Server; readonly reach: string }>();

  function add(name: string, settings: McpServerSettings, place?: Place): void {
    remove(name);
    const server = createServer({
      ...{ name, settings, version, tell, origin: place?.origin },
      around: { cwd: place?.cwd ?? cwd, env, groups },
      log: (chunk) => options.log(name, chunk),
    });
    servers.set(name, { server, reach: describeReach(settings) });
    void server.connect();
  }

  function remove(name: string): void {
    servers.get(name)?.server.close();
    servers.delete(name);
  }

  const all = () => [...servers.values()].map(({ server }) => server);

  function report(name: string): ServerReport | undefined {
    const { server, reach } = servers.get(name) ?? {};
    if (!server || reach === undefined) return undefined;
    const problem = server.problem();
    return {
      name,
      state: server.state(),
      reach,
      tools: server.tools().map((tool) => tool.name),
      prompts: server.prompts().map(promptReport),
      resources: server.resources(),
      ...(problem !== undefined && { problem }),
    };
  }

  async function ownerOf(name: string, signal: AbortSignal): Promise<Owner | undefined> {
    const wanted = serverIn(name).toLowerCase();
    const key = [...servers.keys()].find((own) => own.toLowerCase() === wanted) ?? "";
    const server = servers.get(key)?.server;
    if (!server) return undefined;
    await Promise.race([server.listed(), aborted(signal)]);
    return { name: key, server };
  }

  async function fill(name: string, words: string, signal: AbortSignal): Promise<FilledPrompt> {
    const owner = await ownerOf(name, signal);
    if (!owner) return problem(`There is no MCP server ${JSON.stringify(serverIn(name))}.`);
    const { name: key, server } = owner;
    const prompts = server.prompts();
    const prompt = prompts.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!prompt) return problem(noPrompt(key, server));
    const read = readArguments(prompt, words);
    if (read.kind === "problem") return read;
    const got = await server.fill(prompt, read.values, signal);
    return got.kind === "problem" ? got : { kind: "got", value: { server: key, pieces: got.value } };
  }

  async function callTool(...[name, tool, input, signal]: Parameters<Servers["callTool"]>) {
    const got = await servers.get(name)?.server.callTool(tool, input, { signal, onOutput() {} });
    if (got?.kind === "got") return got.value;
    throw new Error(got?.message ?? `There is no MCP server ${name}.`);
  }

  for (const [name, settings] of Object.entries(options.servers)) add(name, settings);
  return {
    tools: () => all().flatMap((server) => server.tools()),
    ownTools: () =>
      [...servers]
        .filter(([, { server }]) => server.state() === "ready")
        .map(([name, { server }]) => ({ server: name, tools: server.described() })),
    callTool,
    reports: () => [...servers.keys()].flatMap((name) => report(name) ?? []),
    get connected() {
      return Promise.all(all().map((server) => server.connected())).then(() => undefined);
    },
    async restart(name) {
      const server = servers.get(name)?.server;
      await server?.connect();
      await server?.listed();
      return report(name);
    },
    fill,
    ownerOf,
    add,
    remove,
    close() {
      for (const server of all()) server.close();
      groups.killAll();
    },
  };
}

function promptReport(prompt: DescribedPrompt): PromptReport {
  const { name, description, arguments: wanted } = prompt;
  return { name, usage: promptUsage(prompt), summary: description, arguments: wanted };
}

function problem(message: string): { readonly kind: "problem"; readonly message: string } {
  return { kind: "problem", message };
}

/** What stands before the first colon. */
function serverIn(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(":")));
}

function noPrompt(name: string, server: Owner["server"]): string {
  const state = server.state();
  if (state !== "ready") return `The MCP server ${name} is not there (${state}); /mcp tells more.`;
  const names = server.prompts().map((prompt) => `/${prompt.name}`);
  return `The MCP server ${name} has no such prompt. It has: ${names.join(", ") || "none"}.`;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
