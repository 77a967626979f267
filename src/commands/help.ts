/** /help: every command and the ways to enter several lines. */
import type { CommandEntry, CommandHost } from "./command.ts";

export const help: CommandEntry = {
  name: "help",
  aliases: ["h", "?"],
  usage: "",
  summary: "list the commands",
  whileBusy: true,
  async run(host) {
    const rows = host.commands().map(describe);
    host.say(["Commands:", ...rows, ...(await fromFiles(host)), "", ...entering].join("\n"));
  },
};

async function fromFiles({ custom }: CommandHost): Promise<readonly string[]> {
  const { commands, problems } = await custom.list();
  const rows = commands.map(({ name, usage, description, owner }) => {
    const whose = owner === "project" ? "this project's" : "your own";
    return describe({ name, usage, aliases: [], summary: `${description || "a prompt"} (${whose})` });
  });
  return [...(rows.length > 0 ? ["", "From files:", ...rows] : []), ...problems];
}

const entering = [
  "Several lines: end a line with \\, or begin with ```, or <<<MARK ... MARK, or paste.",
  "@FILE in a prompt takes the file along, @NAME at its beginning is a template; !COMMAND runs a command of your own.",
  "Ctrl-C stops what is running; twice within 2 seconds leaves. Ctrl-D leaves.",
];

function describe(entry: Pick<CommandEntry, "name" | "usage" | "aliases" | "summary">): string {
  const call = `/${entry.name}${entry.usage ? ` ${entry.usage}` : ""}`;
  const aliases =
    entry.aliases.length > 0 ? ` (also ${entry.aliases.map((name) => `/${name}`).join(" ")})` : "";
  return `  ${call.padEnd(18)} ${entry.summary}${aliases}`;
}
