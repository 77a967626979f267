/** A valid history with everything in it that can trouble a provider. */
import type { Message } from "../../src/model/message.ts";
import type { ToolCall } from "../../src/model/tool.ts";

function result({ id, name }: ToolCall, output: string, isError = false): Message {
  return { role: "tool", result: { callId: id, name, output, isError } };
}

const first: ToolCall = { id: "call:1/a", name: "mcp.read file", input: { path: "a" } };
const second: ToolCall = { id: "call-2", name: "bash", input: { command: "false" } };
const broken: ToolCall = {
  id: "call-3",
  name: "bash",
  input: {},
  malformed: { raw: '{"command', problem: "unterminated" },
};
const unstarted: ToolCall = { id: "call-4", name: "write", input: { path: "b", content: "" } };

export const fullHistory: readonly Message[] = [
  { role: "system", text: "Summary of what came before." },
  { role: "assistant", parts: [{ type: "text", text: "An answer whose question was left out." }] },
  { role: "user", text: "Look at a." },
  { role: "user", text: " \n" },
  {
    role: "assistant",
    parts: [
      { type: "reasoning", text: "of another provider", opaque: { type: "thinking", thinking: "x" } },
      { type: "text", text: "I will." },
      { type: "tool-call", call: first },
      { type: "tool-call", call: second },
    ],
  },
  result(first, ""),
  result(second, "\n", true),
  { role: "assistant", parts: [{ type: "tool-call", call: broken }] },
  result(broken, "invalid arguments", true),
  { role: "user", text: "Go on.", synthetic: true },
  { role: "assistant", parts: [{ type: "reasoning", text: "only thought" }], interrupted: true },
  { role: "user", text: "And now?" },
  {
    role: "assistant",
    parts: [
      { type: "text", text: "Half a sent" },
      { type: "tool-call", call: unstarted },
    ],
    interrupted: true,
  },
  result(unstarted, "not started", true),
  { role: "assistant", parts: [{ type: "text", text: "  \n" }] },
  { role: "assistant", parts: [{ type: "text", text: "Once more, cut off. " }], interrupted: true },
  { role: "user", text: "Thanks." },
];
