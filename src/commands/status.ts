/** /status: what treadle is working with. */
import type { CommandEntry } from "./command.ts";

export const status: CommandEntry = {
  name: "status",
  aliases: ["s"],
  usage: "",
  summary: "show backend, model, variant and session",
  whileBusy: true,
  run(host) {
    const { agent, autoTools, maxIterations } = host.settings();
    const { label, model } = host.backend();
    const asking = autoTools ? "tools run unasked" : "tools ask first";
    const pause = maxIterations === 0 ? "never pauses" : `pauses after ${maxIterations} iterations`;
    host.say(
      [
        `Backend: ${label}, model ${model}`,
        `Variant: ${agent}, ${asking}, ${pause}`,
        `Conversation: ${host.messageCount()} messages`,
        `Session file: ${host.journal() ?? "none"}`,
      ].join("\n"),
    );
  },
};
