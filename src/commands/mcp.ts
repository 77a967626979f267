/** /mcp: the servers on the Model Context Protocol, and starting one again. */
import type { CommandEntry, CommandHost, McpReport } from "./command.ts";

export const mcp: CommandEntry = {
  name: "mcp",
  aliases: [],
  usage: "[restart NAME]",
  summary: "show the MCP servers and their tools, or start one again",
  whileBusy: true,
  async run(host, args) {
    const [word = "", name = "", ...rest] = args.trim().split(/\s+/);
    if (word === "") return host.say(overview(host.mcp.servers()));
    if (word !== "restart" || name === "" || rest.length > 0) return host.say("Usage: /mcp [restart NAME]");
    return restart(host, name);
  },
};

async function restart({ mcp: servers, say }: CommandHost, name: string): Promise<void> {
  const report = await servers.restart(name);
  if (report) return say(describe(report));
  const names = servers.servers().map((server) => server.name);
  say(`There is no MCP server ${name}. There are: ${names.join(", ") || "none"}.`);
}

function overview(reports: readonly McpReport[]): string {
  if (reports.length === 0) return "There are no MCP servers: name some under mcp_servers in your settings.";
  return reports.map(describe).join("\n");
}

function describe({ name, state, reach, tools, prompts, problem }: McpReport): string {
  const count = tools.length === 1 ? "1 tool" : `${tools.length} tools`;
  return [
    `${name}: ${state}, ${count} (${reach})`,
    ...(tools.length > 0 ? [`  ${tools.join(", ")}`] : []),
    ...prompts.map((prompt) => `  ${`/${prompt.name} ${prompt.usage}`.trim()}   ${prompt.summary}`.trimEnd()),
    ...(problem === undefined ? [] : [`  last problem: ${problem}`]),
  ].join("\n");
}
