/** Which MCP server turns speech into text: one that has all the tools for it. Pure. */
import type { OwnTools } from "../mcp/servers.ts";

const needed = {
  start: "stt_start_session",
  updates: "stt_get_updates",
  stop: "stt_stop_session",
} as const;

/** Tells more of a session; voice does without it. */
const wanted = { session: "stt_get_session" } as const;

type Role = keyof typeof needed;

export interface SttServer {
  readonly server: string;
  /** What the server calls its tools. */
  readonly tools: Readonly<Record<Role, string>> & { readonly session?: string };
  /** The parameters that it says starting takes. */
  readonly parameters: readonly string[];
}

export type FoundStt =
  | { readonly kind: "found"; readonly stt: SttServer }
  | { readonly kind: "missing"; readonly tools: readonly string[] };

/** The first server that has all; of several that lack something, what the nearest one lacks. */
export function findStt(offers: readonly OwnTools[]): FoundStt {
  let missing: readonly string[] = [...Object.values(needed), ...Object.values(wanted)];
  for (const offer of offers) {
    const name = (tool: string) => toolNamed(offer, tool)?.ownName;
    const [start, updates, stop] = [name(needed.start), name(needed.updates), name(needed.stop)];
    if (start !== undefined && updates !== undefined && stop !== undefined)
      return { kind: "found", stt: describe(offer, { start, updates, stop }) };
    const lacking = [...Object.values(needed), ...Object.values(wanted)].filter((tool) => !name(tool));
    if (lacking.length < missing.length) missing = lacking;
  }
  return { kind: "missing", tools: missing };
}

function describe(offer: OwnTools, tools: SttServer["tools"]): SttServer {
  const session = toolNamed(offer, wanted.session)?.ownName;
  const { properties } = toolNamed(offer, needed.start)?.schema ?? {};
  return {
    server: offer.server,
    tools: { ...tools, ...(session !== undefined && { session }) },
    parameters: typeof properties === "object" && properties !== null ? Object.keys(properties) : [],
  };
}

/** By the end of what the model calls it, whatever the server is called. */
function toolNamed({ tools }: OwnTools, wantedName: string): OwnTools["tools"][number] | undefined {
  return tools.find(({ ownName }) => `__${ownName}`.endsWith(`__${wantedName}`));
}
