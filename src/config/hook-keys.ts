/** What can be set about one hook. Reads nothing. */
import { type HookSettings, hookPoints } from "../model/settings.ts";
import type { GroupRule, KeyEntry, TextRule } from "./rules.ts";
import { maxBashTimeout, name, whole } from "./value-rules.ts";

const command: TextRule = {
  kind: "text",
  what: "a shell command",
  accepts: (text) => text.trim() !== "" && !text.includes("\0"),
};

const hookKeys = {
  on: { rule: { kind: "choice", values: hookPoints }, setting: "on", description: "When it runs." },
  tools: {
    rule: { kind: "list", what: "names of tools, with * for any letters and ? for one", item: name },
    setting: "tools",
    description: "For which tools; without it for all.",
  },
  command: { rule: command, setting: "command", description: "What sh runs." },
  timeout: {
    rule: whole(1, maxBashTimeout),
    setting: "timeoutSeconds",
    description: "Seconds after which it is stopped.",
  },
} as const satisfies Readonly<Record<string, KeyEntry<keyof HookSettings>>>;

export const hookRule: GroupRule = { kind: "group", keys: hookKeys, required: ["on", "command"] };
