/** Every tool there is. A new one is a file of its own and a line here. */
import { bashTool } from "./bash.ts";
import { editTool } from "./edit.ts";
import { readTool } from "./read.ts";
import type { Tool } from "./tool.ts";
import { writeTool } from "./write.ts";

export const toolTable: readonly Tool[] = [bashTool, readTool, writeTool, editTool];
