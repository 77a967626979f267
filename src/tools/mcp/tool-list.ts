/** The tools of one server as they change: told to the user, and pinned to what the user knows of them. */
import type { ToolRunContext } from "../../model/tool.ts";
import type { Tool, ToolAnswer } from "../tool.ts";
import { compareTools, type DescribedTool, describeTools, type ListedTool } from "./described-tools.ts";
import { toTool } from "./mcp-tool.ts";
import { changeText } from "./server-words.ts";

export interface ToolListOptions {
  readonly server: string;
  /** Stands for where the server comes from: what is allowed for another one of that name does not hold for this. */
  readonly origin?: string | undefined;
  readonly tell: (text: string) => void;
  readonly call: (
    tool: DescribedTool,
    input: Readonly<Record<string, unknown>>,
    live: ToolRunContext,
  ) => Promise<ToolAnswer>;
}

export interface ToolList {
  take(listed: readonly ListedTool[]): void;
  tools(): readonly Tool[];
  /** What the server told of them last. */
  described(): readonly DescribedTool[];
}

export function createToolList({ server, origin, tell, call }: ToolListOptions): ToolList {
  let described: readonly DescribedTool[] = [];
  let tools: readonly Tool[] = [];
  let isListed = false;
  /** By the server's name for a tool: the pin that the user knows. */
  const accepted = new Map<string, string>();

  function tellChange(next: readonly DescribedTool[]): void {
    const change = compareTools(new Map(described.map(({ ownName, pin }) => [ownName, pin])), next);
    const text = changeText(change);
    const asks = change.changed.length > 0 ? " What is changed asks again." : "";
    if (text !== undefined) tell(`The MCP server ${server} has other tools now: ${text}.${asks}`);
  }

  return {
    take(listed) {
      const { tools: next, problems } = describeTools(server, listed, origin);
      for (const text of problems) tell(text);
      if (isListed) tellChange(next);
      for (const { ownName, pin } of next) if (!accepted.has(ownName)) accepted.set(ownName, pin);
      isListed = true;
      described = next;
      tools = next.map((tool) =>
        toTool(tool, {
          isChanged: () => accepted.get(tool.ownName) !== tool.pin,
          call(input, live) {
            // What runs has been allowed as it is.
            accepted.set(tool.ownName, tool.pin);
            return call(tool, input, live);
          },
        }),
      );
    },
    tools: () => tools,
    described: () => described,
  };
}
