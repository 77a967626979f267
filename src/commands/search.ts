/** /search: a text in all recorded sessions, the newest first. */
import type { CommandEntry } from "./command.ts";

export const search: CommandEntry = {
  name: "search",
  aliases: ["grep"],
  usage: "TEXT",
  summary: "search all sessions; options as of treadle --search",
  whileBusy: true,
  stoppable: true,
  async run(host, args, signal) {
    if (args === "") return host.say("Usage: /search [--regex] [--case] [--role ROLE] [--limit N] TEXT");
    await host.searches.run(args, host.say, signal);
  },
};
