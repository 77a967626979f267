/** The servers on the Model Context Protocol in a session. Nothing of them is loaded where none is configured. */
import type { McpPowers } from "../commands/mcp-powers.ts";
import { findServersFile } from "../config/paths.ts";
import type { McpServerSettings } from "../model/settings.ts";
import type { Redact } from "../text/redact.ts";
import type { Owner, OwnTools, Servers } from "../tools/mcp/servers.ts";
import type { Tool } from "../tools/tool.ts";
import type { Host } from "./host.ts";
import { lazily } from "./lazily.ts";
import type { ServerLog } from "./mcp-log.ts";
import { noConsent } from "./no-consent.ts";
import { sleep } from "./sleep.ts";

export interface Mcp extends McpPowers {
  /** Connects in the background; what the user is to know goes to `tell`. */
  start(tell: (text: string) => void): void;
  /** Before a request: waits a little for servers that are still connecting, the first time. */
  ready(signal: AbortSignal): Promise<void>;
  tools(): readonly Tool[];
  /** Settles when no server is connecting any more. */
  connected(): Promise<void>;
  /** Of the servers that are ready. */
  ownTools(): readonly OwnTools[];
  /** A call that nobody but the user makes: the model is allowed nothing by it. Rejects with a sentence. */
  readonly callTool: Servers["callTool"];
  /** The server that a name with a colon begins with. */
  ownerOf(name: string, signal: AbortSignal): Promise<Owner | undefined>;
  /** Synchronous: it may be the last thing done. */
  close(): void;
}

export interface McpOptions {
  readonly host: Pick<Host, "cwd" | "env" | "home" | "version" | "clock">;
  readonly servers: Readonly<Record<string, McpServerSettings>>;
  /** Whether there is somebody to say yes or no to servers of the project. */
  readonly interactive: boolean;
  /** How long the first request waits. */
  readonly patienceMs: number;
  /** Takes secrets out of what is kept there. */
  readonly redact?: Redact;
  /** Where the standard error of servers is kept; absent: nowhere. */
  readonly logDirectory?: string;
}

const notThere = { kind: "problem", message: "There are no MCP servers here." } as const;

export const noMcp: Mcp = {
  start() {},
  ready: async () => {},
  tools: () => [],
  connected: async () => {},
  ownTools: () => [],
  callTool: () => Promise.reject(new Error(notThere.message)),
  servers: () => [],
  restart: async () => undefined,
  offers: () => false,
  ownerOf: async () => undefined,
  fill: async () => notThere,
  consent: noConsent,
  close() {},
};

export function createMcp(options: McpOptions): Mcp {
  const { host, servers, patienceMs, logDirectory, redact } = options;
  const projectFile = findServersFile(host.cwd, host.home);
  if (Object.keys(servers).length === 0 && projectFile === undefined) return noMcp;
  let tell: (text: string) => void = () => {};
  let opening: Promise<void> | undefined;
  let log: ServerLog | undefined;
  let consent = noConsent;
  let isClosed = false;
  let hasWaited = false;
  const all = lazily(load);
  const opened = all.peek;

  async function load(): Promise<Servers> {
    const { openServers } = await import("../tools/mcp/servers.ts");
    const { createServerLog } = await import("./mcp-log.ts");
    log = createServerLog(logDirectory, redact);
    const { cwd, env, version } = host;
    const mine = isClosed ? {} : servers;
    return openServers({
      ...{ servers: mine, version, cwd, env, log: log.write },
      tell: (text) => tell(text),
    });
  }

  async function open(): Promise<void> {
    const taken = Object.keys(servers);
    if (taken.length > 0) await all.get();
    if (projectFile === undefined) return;
    if (!options.interactive) return tell(offText);
    const { openProjectServers } = await import("./project-servers.ts");
    consent = await openProjectServers({
      ...{ host, taken, tell: (text) => tell(text) },
      start: async (...server) => isClosed || (await all.get()).add(...server),
      stop: (name) => opened()?.remove(name),
    });
  }

  async function connected(): Promise<void> {
    await opening;
    await opened()?.connected;
  }

  return {
    start(listener) {
      tell = listener;
      opening ??= open();
    },
    async ready(signal) {
      if (hasWaited) return;
      hasWaited = true;
      const waiting = new AbortController();
      const patience = sleep(host.clock)(patienceMs, AbortSignal.any([signal, waiting.signal]));
      await Promise.race([connected(), patience]);
      waiting.abort();
      const late = (opened()?.reports() ?? []).filter(({ state }) => state === "connecting");
      if (late.length > 0 && !signal.aborted) tell(lateText(late.map(({ name }) => name)));
    },
    tools: () => opened()?.tools() ?? [],
    connected,
    ownTools: () => opened()?.ownTools() ?? [],
    callTool: (...call) => opened()?.callTool(...call) ?? noMcp.callTool(...call),
    servers: () => opened()?.reports() ?? [],
    async restart(name) {
      await opening;
      return opened()?.restart(name);
    },
    offers(name) {
      const owner = name.slice(0, name.indexOf(":")).toLowerCase();
      const running =
        opened()
          ?.reports()
          .map((report) => report.name) ?? [];
      return [...Object.keys(servers), ...running].some((server) => server.toLowerCase() === owner);
    },
    async ownerOf(name, signal) {
      await opening;
      return opened()?.ownerOf(name, signal);
    },
    get consent() {
      return consent;
    },
    async fill(name, words, signal) {
      await opening;
      const filled = await opened()?.fill(name, words, signal);
      if (!filled || filled.kind === "problem") return filled ?? notThere;
      const { promptOf } = await import("./server-prompt.ts");
      const { server, pieces } = filled.value;
      return { kind: "filled", server, text: promptOf(pieces) };
    },
    close() {
      isClosed = true;
      tell = () => {};
      opened()?.close();
      log?.close();
    },
  };
}

const offText =
  "The MCP servers that this project names in .mcp.json are off: here nobody can be asked about them.";

function lateText(names: readonly string[]): string {
  const [who, are, their] = names.length === 1 ? ["server", "is", "its"] : ["servers", "are", "their"];
  return `The MCP ${who} ${names.join(", ")} ${are} still connecting: this goes on without ${their} tools, which come with a later request.`;
}
