/** /clear: forget the conversation; the session file keeps it. */
import type { CommandEntry } from "./command.ts";

export const clear: CommandEntry = {
  name: "clear",
  aliases: ["c"],
  usage: "",
  summary: "start with an empty conversation; works without the slash too",
  whileBusy: false,
  run(host) {
    host.history.clear();
    host.say("Context cleared.");
  },
};
