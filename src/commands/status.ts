/** /status: what treadle is working with. */
import { approvalInForce, approvalWords } from "../model/approval.ts";
import type { CommandEntry } from "./command.ts";
import { useLine } from "./context.ts";

export const status: CommandEntry = {
  name: "status",
  aliases: ["s"],
  usage: "",
  summary: "show backend, model, variant and session",
  whileBusy: true,
  async run(host) {
    const settings = host.settings();
    const { agent, maxIterations, securityProfile } = settings;
    const { label, model } = host.backend();
    const asking = `${approvalWords[approvalInForce(settings, host.approvals.standing())]} (${securityProfile})`;
    const pause = maxIterations === 0 ? "never pauses" : `pauses after ${maxIterations} iterations`;
    host.say(
      [
        `Backend: ${label}, model ${model}`,
        `Variant: ${agent}, ${asking}, ${pause}`,
        `Conversation: ${host.messageCount()} messages`,
        useLine(await host.context.report()),
        `Session file: ${host.journal() ?? "none"}`,
      ].join("\n"),
    );
  },
};
