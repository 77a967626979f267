/** /compact: old messages give way to a summary of them; /compact undo brings them back. */
import type { CommandEntry } from "./command.ts";

export const compact: CommandEntry = {
  name: "compact",
  aliases: [],
  usage: "[undo | WHAT TO KEEP]",
  summary: "make the conversation shorter; with words, the model sums it up and keeps what they say",
  whileBusy: false,
  stoppable: true,
  async run(host, args, signal) {
    const words = args.trim();
    if (words === "undo") return host.say(host.compaction.undo());
    const problem = await host.compaction.compact(words, signal);
    if (problem !== undefined) host.say(problem);
  },
};
