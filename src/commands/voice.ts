/** /voice: prompts that are spoken, through an MCP server that turns speech into text. Its code is loaded with it. */
import type { CommandEntry } from "./command.ts";

export const voice: CommandEntry = {
  name: "voice",
  aliases: [],
  usage: "start [microphone|loopback]|status|stop",
  summary: "speak your prompts, through an MCP server for speech",
  whileBusy: true,
  stoppable: true,
  async run(host, args, signal) {
    const { runVoice } = await import("./voice-actions.ts");
    host.say(await runVoice(host.voice, args, signal));
  },
};
