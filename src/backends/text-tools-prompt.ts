/** How tools are put to a model that can only read and write text: what there is, a call, a result. */
import type { ToolCall, ToolResult, ToolSpec } from "../model/tool.ts";

export function describeTools(tools: readonly ToolSpec[]): string {
  const list = tools.map(({ name, description, schema }) =>
    JSON.stringify({ name, description, parameters: schema }),
  );
  return [
    "You can call these tools:",
    ...list,
    "To call one, write exactly this, and nothing after it:",
    '<tool_call>{"name": "NAME", "arguments": {...}}</tool_call>',
    "The result comes in the next message. Write a call only when you mean it to be run.",
  ].join("\n");
}

export function callAsText({ name, input, malformed }: ToolCall): string {
  return `<tool_call>${JSON.stringify({ name, arguments: malformed ? {} : input })}</tool_call>`;
}

export function resultAsText({ name, output, isError }: ToolResult): string {
  const status = isError ? ' status="error"' : "";
  return `<tool_response name=${JSON.stringify(name)}${status}>\n${output}\n</tool_response>`;
}
