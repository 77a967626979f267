/** /tools: what the model may use, and which of it is asked about. */
import { approvalModeOf } from "../model/approval.ts";
import type { CommandEntry } from "./command.ts";

export const tools: CommandEntry = {
  name: "tools",
  aliases: [],
  usage: "",
  summary: "list the tools the model may use",
  whileBusy: true,
  async run(host) {
    const specs = await host.tools();
    if (specs.length === 0) return host.say("Tools are switched off (--no-tools).");
    const asks = (confirm: boolean) =>
      confirm && approvalModeOf(host.settings()) !== "yolo" ? "asks first" : "runs unasked";
    host.say(
      specs
        .map(
          (spec) =>
            `  ${spec.name.padEnd(6)} ${asks(spec.confirm).padEnd(13)} ${firstLine(spec.description)}`,
        )
        .join("\n"),
    );
  },
};

/** Those of MCP servers may be whole pages. */
function firstLine(description: string): string {
  const [line = ""] = description.trim().split("\n");
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
