/** Tools that are functions. A name mapped to a string answers with it; judge asks for names in `confirm`. */
import type { Toolbox, ToolRunContext } from "../../src/model/tool.ts";

type FakeTool = string | ((context: ToolRunContext) => Promise<string> | string);

export function fakeToolbox(tools: Record<string, FakeTool>, confirm: readonly string[] = []): Toolbox {
  const always = new Set<string>();
  const preview = (name: string) => ({ title: name, fields: [] });
  return {
    specs: () =>
      Object.keys(tools).map((name) => ({
        name,
        description: "",
        schema: { type: "object" },
        confirm: confirm.includes(name),
      })),
    async judge(call) {
      if (call.malformed) return { kind: "refuse", output: `invalid arguments: ${call.malformed.problem}` };
      if (!(call.name in tools)) return { kind: "refuse", output: `Error: unknown tool "${call.name}"` };
      const ask = confirm.includes(call.name) && !always.has(call.name);
      return { kind: ask ? "ask" : "run", preview: preview(call.name) };
    },
    async run(call, context) {
      const tool = tools[call.name];
      const output = typeof tool === "function" ? await tool(context) : (tool ?? "");
      return { output, isError: false };
    },
    remember: (call) => {
      always.add(call.name);
    },
  };
}
