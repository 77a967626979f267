/** /stop: what Ctrl-C does, for keyboards without Ctrl. */
import type { CommandEntry } from "./command.ts";

export const stop: CommandEntry = {
  name: "stop",
  aliases: [],
  usage: "",
  summary: "cancel what is running",
  whileBusy: true,
  run(host) {
    if (host.stop()) return;
    const background = host.tasks.list().some(({ state }) => state === "running");
    host.say(
      background ? "Nothing runs in the foreground; /kill stops background tasks." : "Nothing is running.",
    );
  },
};
