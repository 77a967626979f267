/** /queue: the prompts typed ahead that wait for their turn. */
import type { CommandEntry } from "./command.ts";

export const queue: CommandEntry = {
  name: "queue",
  aliases: [],
  usage: "",
  summary: "show the prompts that wait for their turn",
  whileBusy: true,
  run(host) {
    const waiting = host.queue();
    if (waiting.length === 0) return host.say("Nothing is queued.");
    host.say(["Queued:", ...waiting.map((text, index) => `  ${index + 1}. ${text}`)].join("\n"));
  },
};
