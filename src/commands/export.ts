/** /export: the conversation as a document, in the format that the ending of the file asks for. */
import type { CommandEntry } from "./command.ts";

export const exportCommandUsage = "Usage: /export <path>";

export const exportCommand: CommandEntry = {
  name: "export",
  aliases: ["exp"],
  usage: "FILE [FROM-TO]",
  summary: "write the conversation to a .md, .html, .json or .txt file",
  whileBusy: false,
  async run(host, args) {
    host.say(args === "" ? exportCommandUsage : await host.exports.write(args));
  },
};
