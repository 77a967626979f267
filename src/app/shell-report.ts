/** What the model is told of a command that the user ran with `!!`. */
import { fenced } from "../model/attachment.ts";
import type { ToolOutput } from "../model/tool.ts";

export function reportOf(command: string, { output, isError }: ToolOutput): string {
  const came = isError ? "It failed with:" : "Its output:";
  return `I ran this command:\n\n${fenced(command, "sh")}\n\n${came}\n\n${fenced(output)}`;
}
