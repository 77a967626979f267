/** All servers of a session. Starts them in the background, and leaves none behind. */
import type { McpServerSettings } from "../../model/settings.ts";
import { createProcessGroups } from "../process-group.ts";
import type { Tool } from "../tool.ts";
import { describeReach } from "./open-transport.ts";
import { createServer, type Server, type ServerOptions, type ServerState } from "./server.ts";

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
  readonly problem?: string;
}

export interface Servers {
  tools(): readonly Tool[];
  reports(): readonly ServerReport[];
  /** Settles when none is connecting any more. */
  readonly connected: Promise<void>;
  /** What came of it; undefined where there is no such server. */
  restart(name: string): Promise<ServerReport | undefined>;
  /** Synchronous: it may be the last thing done. */
  close(): void;
}

/** Connects to all of them at once. */
export function openServers(options: ServersOptions): Servers {
  const { cwd, env, version, tell } = options;
  const groups = createProcessGroups();
  const servers = new Map<string, Server>(
    Object.entries(options.servers).map(([name, settings]) => [
      name,
      createServer({
        ...{ name, settings, version, tell },
        around: { cwd, env, groups },
        log: (chunk) => options.log(name, chunk),
      }),
    ]),
  );
  const all = () => [...servers.values()];

  function report(name: string, server: Server): ServerReport {
    const problem = server.problem();
    return {
      name,
      state: server.state(),
      reach: describeReach(options.servers[name] ?? {}),
      tools: server.tools().map((tool) => tool.name),
      ...(problem !== undefined && { problem }),
    };
  }

  const connecting = Promise.all(all().map((server) => server.connect()));
  return {
    tools: () => all().flatMap((server) => server.tools()),
    reports: () => [...servers].map(([name, server]) => report(name, server)),
    connected: connecting.then(() => undefined),
    async restart(name) {
      const server = servers.get(name);
      if (!server) return undefined;
      await server.connect();
      return report(name, server);
    },
    close() {
      for (const server of all()) server.close();
      groups.killAll();
    },
  };
}
