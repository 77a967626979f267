/** /theme: which looks there are for the full screen, and switching to another one at once. */
import type { CommandEntry, CommandHost, ThemeOutcome } from "./command.ts";

export const theme: CommandEntry = {
  name: "theme",
  aliases: [],
  usage: "[NAME]",
  summary: "list the themes of the full screen, or switch",
  whileBusy: true,
  async run(host, args) {
    if (args === "") return host.say(listing(host));
    const outcome = await host.themes.use(args);
    host.say(outcome.kind === "wrong" ? outcome.problems.join("\n") : sentences[outcome.kept](args));
  },
};

function listing({ themes }: CommandHost): string {
  const current = themes.current();
  const rows = themes.names().map((name) => `${name === current ? "*" : " "} ${name}`);
  return ["Themes:", ...rows, "Switch with /theme NAME."].join("\n");
}

type Kept = Extract<ThemeOutcome, { kind: "used" }>["kept"];

const sentences: Readonly<Record<Kept, (name: string) => string>> = {
  kept: (name) => `Theme: ${name}, from now on.`,
  "set-elsewhere": (name) =>
    `Theme: ${name}, for this session: your settings or flags name another. To keep it, set theme: ${name} there.`,
  "not-kept": (name) =>
    `Theme: ${name}, for this session. To keep it, set theme: ${name} in your settings file.`,
};
