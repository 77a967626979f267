/** /stop: what Ctrl-C does, for keyboards without Ctrl. */
import type { CommandEntry } from "./command.ts";

export const stop: CommandEntry = {
  name: "stop",
  aliases: [],
  usage: "",
  summary: "cancel what is running",
  whileBusy: true,
  run(host) {
    if (!host.stop()) host.say("Nothing is running.");
  },
};
