/** Where a project has no MCP servers that anybody could be asked about. */
import type { McpConsent } from "../commands/mcp-powers.ts";

export const noConsent: McpConsent = {
  waiting: () => [],
  allow: async (name) => noServer(name, []),
  refuse: (name) => noServer(name, []),
  forget: (name) => noServer(name, []),
};

export function noServer(name: string, names: readonly string[]): string {
  const known = names.length === 0 ? "" : ` There are: ${names.join(", ")}.`;
  return `This project has no MCP server ${JSON.stringify(name)} that could be allowed here.${known}`;
}
