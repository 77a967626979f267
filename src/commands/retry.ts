/** /retry: the last turn again, when it failed or was stopped; its prompt and its tool results are kept. */
import type { CommandEntry } from "./command.ts";

export const retry: CommandEntry = {
  name: "retry",
  aliases: [],
  usage: "",
  summary: "try the last turn again, after it failed or was stopped",
  whileBusy: false,
  run(host) {
    if (!host.retry()) host.say("There is no failed or stopped turn to try again.");
  },
};
