/** /templates and /aliases: what can be written shorter. */
import type { CommandEntry } from "./command.ts";

export const templates: CommandEntry = {
  name: "templates",
  aliases: [],
  usage: "",
  summary: "list prompt templates: @name key=value",
  whileBusy: true,
  async run(host) {
    const rows = (await host.shortcuts.templates()).map(
      ({ usage, description = "" }) => `  ${usage.padEnd(38)} ${description}`,
    );
    host.say([...rows.map((row) => row.trimEnd()), "", hint].join("\n"));
  },
};

const hint =
  "Values with blanks stand in quotes. Your own: ~/.config/treadle/templates/NAME.md, with {names} where values go.";

export const aliases: CommandEntry = {
  name: "aliases",
  aliases: [],
  usage: "",
  summary: "list short names of commands",
  whileBusy: true,
  run(host) {
    const short = host
      .commands()
      .flatMap(({ name, aliases: others }) => others.map((other) => [other, name] as const));
    const rows = [...short, ...Object.entries(host.shortcuts.aliases())].map(
      ([name, meaning]) => `  /${name.padEnd(8)} /${meaning}`,
    );
    host.say([...rows, "", "Your own: ~/.config/treadle/aliases, with lines such as st = status"].join("\n"));
  },
};
