/** /mcp: the servers on the Model Context Protocol, starting one again, and saying which of the project's may run. */
import type { CommandEntry, CommandHost } from "./command.ts";
import type { McpReport, WaitingServer } from "./mcp-powers.ts";

type Act = (host: CommandHost, name: string, signal: AbortSignal) => string | Promise<string>;

const acts: Readonly<Record<string, Act>> = {
  restart,
  allow: ({ mcp, ask }, name, signal) => mcp.consent.allow(name, ask, signal),
  deny: (host, name) => host.mcp.consent.refuse(name),
  forget: (host, name) => host.mcp.consent.forget(name),
};

const usage = `[${Object.keys(acts).join("|")} NAME]`;

export const mcp: CommandEntry = {
  name: "mcp",
  aliases: [],
  usage,
  summary: "show the MCP servers and what they offer, start one again, or allow one of the project",
  whileBusy: true,
  stoppable: true,
  async run(host, args, signal) {
    const [word = "", name = "", ...rest] = args.trim().split(/\s+/);
    if (word === "") return host.say(overview(host.mcp.servers(), host.mcp.consent.waiting()));
    const act = Object.hasOwn(acts, word) ? acts[word] : undefined;
    if (!act || name === "" || rest.length > 0) return host.say(`Usage: /mcp ${usage}`);
    host.say(await act(host, name, signal));
  },
};

async function restart({ mcp: servers }: CommandHost, name: string): Promise<string> {
  const report = await servers.restart(name);
  if (report) return describe(report);
  const names = servers.servers().map((server) => server.name);
  return `There is no MCP server ${name}. There are: ${names.join(", ") || "none"}.`;
}

function overview(reports: readonly McpReport[], waiting: readonly WaitingServer[]): string {
  const rows = [...reports.map(describe), ...waiting.map(describeWaiting)];
  return rows.length === 0
    ? "There are no MCP servers: name some under mcp_servers in your settings."
    : rows.join("\n");
}

function describeWaiting({ name, isRefused }: WaitingServer): string {
  return isRefused
    ? `${name} (of this project): off, as you said; /mcp forget ${name} takes that back`
    : `${name} (of this project): waits for your consent; /mcp allow ${name} shows what it would run, and asks`;
}

function describe({ name, state, reach, tools, prompts, resources, problem }: McpReport): string {
  const count = tools.length === 1 ? "1 tool" : `${tools.length} tools`;
  return [
    `${name}: ${state}, ${count} (${reach})`,
    ...(tools.length > 0 ? [`  ${tools.join(", ")}`] : []),
    ...prompts.map((prompt) => `  ${`/${prompt.name} ${prompt.usage}`.trim()}   ${prompt.summary}`.trimEnd()),
    ...describeResources(name, resources),
    ...(problem === undefined ? [] : [`  last problem: ${problem}`]),
  ].join("\n");
}

const mostResources = 5;

function describeResources(server: string, resources: McpReport["resources"]): readonly string[] {
  if (resources.length === 0) return [];
  const shown = resources.slice(0, mostResources).map(({ uri }) => `@${server}:${uri}`);
  const more = resources.length - shown.length;
  return [`  ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
}
