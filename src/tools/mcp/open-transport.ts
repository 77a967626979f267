/** How a server is reached, by what the user has set: a program on pipes, or an address. */
import { resolve } from "node:path";
import {
  deserializeMessage,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import type { McpServerSettings } from "../../model/settings.ts";
import type { ProcessGroups } from "../process-group.ts";
import { inTurn } from "./in-turn.ts";
import { serverEnv } from "./server-env.ts";
import { createStdioTransport, type StdioOptions } from "./stdio-transport.ts";

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly groups: ProcessGroups;
}

type Listeners = Pick<StdioOptions, "onErrorOutput" | "onNoise" | "onExit">;

/** Throws a sentence where the settings do not say how. */
export function openTransport(...how: Parameters<typeof plainTransport>): Transport {
  return inTurn(plainTransport(...how));
}

function plainTransport(settings: McpServerSettings, around: Surroundings, listeners: Listeners): Transport {
  const { url, headers, command } = settings;
  const transport = settings.transport ?? (command === undefined ? "http" : "stdio");
  if (transport === "http") {
    if (url === undefined) throw new Error("its settings have neither a command nor a url");
    return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...headers } } });
  }
  if (command === undefined) throw new Error("its settings have no command");
  const { cwd, env, groups } = around;
  return createStdioTransport({
    ...listeners,
    command: {
      ...programOf(command, settings.args),
      cwd: resolve(cwd, settings.cwd ?? "."),
      env: serverEnv(env, settings),
    },
    groups,
    parse: deserializeMessage,
  });
}

/** A command without arguments may be a whole line; its words are split at blanks, and no shell sees them. */
export function programOf(
  command: string,
  args?: readonly string[],
): { readonly file: string; readonly args: readonly string[] } {
  if (args !== undefined) return { file: command, args };
  const [file = "", ...words] = command.trim().split(/\s+/);
  return { file, args: words };
}

/** For the user: what is started, or where it is. Values of variables and headers are not told. */
export function describeReach({ command, args, url }: McpServerSettings): string {
  if (command === undefined) return url ?? "";
  const program = programOf(command, args);
  return [program.file, ...program.args].join(" ");
}
