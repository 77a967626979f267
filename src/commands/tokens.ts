/** /tokens: what the session has used so far. */
import { promptTokens, type Usage } from "../model/usage.ts";
import type { CommandEntry } from "./command.ts";

export const tokens: CommandEntry = {
  name: "tokens",
  aliases: [],
  usage: "",
  summary: "show the tokens used in this session",
  whileBusy: true,
  run(host) {
    const { total, last } = host.usage();
    const lines = [`Session: ${describe(total)}`];
    if (last) lines.push(`Last request: ${describe(last)}${last.estimated ? " (estimated)" : ""}`);
    host.say(lines.join("\n"));
  },
};

function describe(usage: Usage): string {
  return `${promptTokens(usage)} input (${usage.cacheRead} from the cache), ${usage.output} output`;
}
