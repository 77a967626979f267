/** /login, /reload, /doctor, /display, /stream and /multiline: how treadle is set up, and how to change it. */
import type { CommandEntry } from "./command.ts";

function upkeepCommand(
  name: string,
  usage: string,
  summary: string,
  run: CommandEntry["run"],
  { whileBusy = true, aliases = [] }: Partial<Pick<CommandEntry, "whileBusy" | "aliases">> = {},
): CommandEntry {
  return { name, aliases, usage, summary, whileBusy, run };
}

const login = upkeepCommand("login", "", "show where the keys of the backends come from", async (host) => {
  const rows = (await host.upkeep.keys()).map((row) => `  ${row}`);
  host.say(
    ["Keys come from the environment or from your settings; they are never typed here.", ...rows].join("\n"),
  );
});

const reload = upkeepCommand(
  "reload",
  "",
  "read settings, theme and keys anew",
  async (host) => {
    const outcome = await host.switching.useAgent(host.settings().agent);
    if (outcome.kind === "kept") return host.say(`Nothing is changed: ${outcome.problem}`);
    const theme = await host.themes.use(host.themes.current());
    const troubles = theme.kind === "wrong" ? theme.problems : [];
    host.say(
      [`Read anew: the settings. Backend: ${outcome.label}, model ${outcome.model}.`, ...troubles].join("\n"),
    );
  },
  { whileBusy: false },
);

const doctor = upkeepCommand("doctor", "", "examine the terminal, the backends and the files", async (host) =>
  host.say(await host.upkeep.doctor()),
);

const display = upkeepCommand(
  "display",
  "",
  "show which display this is, and how to have the other",
  (host) => host.say(host.upkeep.display()),
);

const states: Readonly<Record<string, boolean>> = { on: true, off: false };

const stream = upkeepCommand(
  "stream",
  "[on|off]",
  "show answers as they come, or each at once",
  (host, args) => {
    const word = args.toLowerCase();
    if (args !== "" && !Object.hasOwn(states, word)) return host.say("Usage: /stream [on|off]");
    const on = args === "" ? !host.streaming.on() : states[word] === true;
    host.streaming.set(on);
    host.say(on ? "Answers are shown as they come." : "Each answer is shown at once, when it is complete.");
  },
  { aliases: ["str"] },
);

const multiline = upkeepCommand("multiline", "", "show the ways to enter several lines", (host) => {
  host.say(
    [
      "Several lines are one prompt when they",
      "  are pasted together,",
      "  begin with ``` and end with ```,",
      "  begin with <<<MARK and end with MARK (EOF, where <<< stands alone),",
      "  end with \\, all but the last,",
      "  or begin with a bracket, until it is closed.",
      "On the full screen Alt-Enter begins a line too; /editor opens your editor.",
    ].join("\n"),
  );
});

export const upkeepCommands: readonly CommandEntry[] = [login, reload, doctor, display, stream, multiline];
