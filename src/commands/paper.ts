/** /copy, /show, /pager and /editor: texts of the conversation for other programs, and a text from one. */
import type { CommandEntry, CommandHost } from "./command.ts";

const which = "N: message N of /history; code N: block N of the last answer; all: everything";

/** Calls `use` with the text that is meant, or says why there is none. */
async function withText(
  host: CommandHost,
  args: string,
  use: (text: string) => void | Promise<void>,
): Promise<void> {
  const { pickText } = await import("./pick-text.ts");
  const picked = pickText(host.history.messages(), args);
  return picked.kind === "none" ? host.say(picked.problem) : use(picked.text);
}

export const copy: CommandEntry = {
  name: "copy",
  aliases: [],
  usage: "[N|code [N]|all]",
  summary: `copy the last answer to the clipboard (${which})`,
  whileBusy: true,
  run: (host, args) => withText(host, args, async (text) => host.say(await host.paper.copy(text))),
};

export const show: CommandEntry = {
  name: "show",
  aliases: [],
  usage: "[N|code [N]|all]",
  summary: "show the same texts as they are, to be selected with the mouse",
  whileBusy: true,
  run: (host, args) => withText(host, args, host.paper.show),
};

export const pager: CommandEntry = {
  name: "pager",
  aliases: [],
  usage: "[N|code [N]|all]",
  summary: "read the conversation, or the same texts, in your $PAGER",
  whileBusy: false,
  run: (host, args) =>
    withText(host, args === "" ? "all" : args, async (text) => {
      if (!(await host.paper.page(text)))
        host.say("No pager could be opened here; /export FILE.txt writes the conversation to a file.");
    }),
};

export const editor: CommandEntry = {
  name: "editor",
  aliases: [],
  usage: "[TEXT]",
  summary: "write a prompt in your $EDITOR, and send it",
  whileBusy: false,
  async run(host, args) {
    const text = await host.history.editText(args);
    if (text === undefined)
      return host.say("No editor could be opened here: set EDITOR, or type the prompt.");
    if (text.trim() === "") return host.say("Nothing was sent: the text is empty.");
    return host.send(text.trim());
  },
};
