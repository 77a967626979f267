/** /usage: tokens, cost, context and latency of the session, as charts on the full screen and as lines elsewhere. */
import type { CommandEntry } from "./command.ts";

export const usage: CommandEntry = {
  name: "usage",
  aliases: [],
  usage: "",
  summary: "show tokens, cost, context and latency of the requests",
  whileBusy: true,
  quiet: true,
  run: (host) => host.showUsage(),
};
