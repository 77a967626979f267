/** Every tool there is. A new one is a file of its own and a line here. */
import type { ToolSettings } from "../model/settings.ts";
import { bashTool } from "./bash.ts";
import { editTool } from "./edit.ts";
import { readTool } from "./read.ts";
import type { Tool } from "./tool.ts";
import { writeTool } from "./write.ts";

export const toolTable: readonly Tool[] = [bashTool, readTool, writeTool, editTool];

/** With what the user wants to be different; `commandNote` is for the model, about every command that it runs. */
export function adjustedTools(
  settings: Readonly<Record<string, ToolSettings>>,
  commandNote?: string,
): readonly Tool[] {
  return toolTable.map((tool) => {
    const own = Object.hasOwn(settings, tool.name) ? settings[tool.name] : undefined;
    const { description = tool.description, confirm = tool.confirm } = own ?? {};
    const note = commandNote && runsCommands(tool) ? ` ${commandNote}` : "";
    return { ...tool, description: description + note, confirm };
  });
}

/** Of tools from elsewhere. One asks, unless it claims to change nothing and the user says that it need not. */
export function adjustedForeign(
  tools: readonly Tool[],
  settings: Readonly<Record<string, ToolSettings>>,
): readonly Tool[] {
  return tools.map((tool) => {
    const own = Object.hasOwn(settings, tool.name) ? settings[tool.name] : undefined;
    if (own === undefined) return tool;
    const confirm = !(tool.foreign?.onlyLooks && own.confirm === false);
    return { ...tool, confirm, description: own.description ?? tool.description };
  });
}

function runsCommands(tool: Tool): boolean {
  return tool.access === undefined && tool.command !== undefined;
}
