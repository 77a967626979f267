/** /server:prompt: what an MCP server offers as a prompt, sent as the user's own once it is shown. */
import type { CommandEntry, CommandHost } from "./command.ts";
import type { McpPowers, McpPrompt } from "./mcp-powers.ts";

/** Those of the servers that are connected. The colon keeps them from standing in the way of a command of ours. */
export function serverPrompts(mcp: Pick<McpPowers, "servers">): readonly CommandEntry[] {
  return mcp.servers().flatMap(({ prompts }) => prompts.map(promptCommand));
}

/** Whether there is such a prompt may not be known yet: whether there is such a server is. */
export function findServerPrompt(
  mcp: Pick<McpPowers, "servers" | "offers">,
  name: string,
): CommandEntry | undefined {
  const known = serverPrompts(mcp).find((entry) => entry.name.toLowerCase() === name);
  if (known) return known;
  const isPossible = name.includes(":") && mcp.offers(name);
  return isPossible ? promptCommand({ name, usage: "", summary: "", arguments: [] }) : undefined;
}

/** What can be named after this command, as far as it can be typed. */
export function promptArguments(mcp: Pick<McpPowers, "servers">, command: string): McpPrompt["arguments"] {
  const prompts = mcp.servers().flatMap((server) => server.prompts);
  const prompt = prompts.find(({ name }) => name.toLowerCase() === command.toLowerCase());
  return prompt?.arguments.filter(({ name }) => /^[\w.-]+$/.test(name)) ?? [];
}

function promptCommand({ name, usage, summary }: McpPrompt): CommandEntry {
  return {
    name,
    aliases: [],
    usage,
    summary: summary || "a prompt of an MCP server",
    whileBusy: false,
    stoppable: true,
    run: (host, args, signal) => send(host, name, args, signal),
  };
}

async function send(host: CommandHost, name: string, args: string, signal: AbortSignal): Promise<void> {
  const filled = await host.mcp.fill(name, args, signal);
  if (filled.kind === "problem") return host.say(filled.message);
  if (filled.text === "") return host.say(`The MCP server ${filled.server} made nothing of /${name}.`);
  host.say(`The MCP server ${filled.server} wrote this prompt, and it is sent as yours:`);
  host.prompt(filled.text);
}
