/** /init: settings to begin with, from what is in use. */
import type { CommandEntry } from "./command.ts";

export const init: CommandEntry = {
  name: "init",
  aliases: [],
  usage: "[BACKEND [MODEL]]",
  summary: "write settings of your own, with what is in use or what you name",
  whileBusy: false,
  stoppable: true,
  async run(host, args, signal) {
    host.say(await host.setup.write(args, signal));
  },
};
