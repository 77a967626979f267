/** A tool of a server as one of ours: how it is shown, asked about and run. Does not know how servers are reached. */
import * as z from "zod/mini";
import type { PreviewField, ToolRunContext } from "../../model/tool.ts";
import { oneLine, type PlainTool, type Tool, type ToolAnswer } from "../tool.ts";
import type { DescribedTool } from "./described-tools.ts";

type Input = Readonly<Record<string, unknown>>;

export interface ToolWork {
  /** Whether the user has not yet allowed what the server now tells of it. */
  isChanged(): boolean;
  call(input: Input, live: ToolRunContext): Promise<ToolAnswer>;
}

export function toTool(tool: DescribedTool, { isChanged, call }: ToolWork): Tool {
  const { name, description, server, ownName, schema, pin, claims } = tool;
  const made: PlainTool<Input> = {
    name,
    description,
    confirm: true,
    input: z.record(z.string(), z.unknown()),
    foreign: {
      schema,
      pin,
      onlyLooks: claims.onlyLooks,
      get changed() {
        return isChanged();
      },
    },
    title: (input) => `${name}: ${oneLine(JSON.stringify(input))}`,
    preview: async (input) => [
      { label: "server", value: server },
      { label: "tool", value: ownName },
      { label: "arguments", value: JSON.stringify(input, null, 2) },
      ...claimField(claims),
      ...(isChanged() ? [changedField] : []),
    ],
    run: (input, _context, live) => call(input, live),
  };
  // Its schema takes any record, and the toolbox passes none but what is one.
  return made as unknown as Tool;
}

function claimField({ onlyLooks, destroys }: DescribedTool["claims"]): readonly PreviewField[] {
  if (destroys) return [{ label: "the server says", value: "it may destroy something" }];
  return onlyLooks ? [{ label: "the server says", value: "it changes nothing" }] : [];
}

const changedField: PreviewField = {
  label: "changed",
  value: "the server has changed what it tells of this tool",
};
