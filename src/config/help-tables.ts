/** What help and man page tell beside options and settings: how to call the program, and the files that it knows. */
import type { Row } from "./help-layout.ts";
import type { Option } from "./option.ts";

export const summary = "an agent loop for every terminal";

export const chatUsage: readonly Row[] = [
  ["treadle [OPTIONS]", "Chat."],
  ["treadle [OPTIONS] PROMPT...", "Answer the prompt and leave."],
  ["treadle [OPTIONS] [PROMPT] -", "The same; the prompt ends with standard input."],
  ["treadle [OPTIONS] -- PROMPT", "The same; nothing after -- is an option."],
];

export const examples: readonly Row[] = [
  ['treadle "what is 2+2?"', "One answer."],
  ["git diff | treadle review this -", "A prompt and the output of a program."],
  ["treadle -b offline", "Chat with the built-in demo."],
  ["treadle --display append", "Chat in plain lines."],
  ["treadle -I explain src/main.ts", "An answer, then a chat."],
  ["treadle --output json hi | jq .", "An answer for a program."],
];

export const files: readonly Row[] = [
  ["~/.config/treadle/config.yaml", "Your settings; config.yml and config.json will do as well."],
  [
    "~/.config/treadle/agents.yaml",
    "Your backends, agents and tools, also as agents.json or agents.pl (Prolog).",
  ],
  ["~/.config/treadle/models.json", "Windows and prices of models, over the built-in ones."],
  [".treadle/config.yaml", "A project's settings; ignored until you run treadle trust."],
  ["~/.config/treadle/themes/NAME.json", "Themes of your own for the full screen."],
  ["~/.local/state/treadle/trust.json", "The projects that you trust."],
  ["~/.local/state/treadle/theme", "The theme chosen last with /theme."],
  ["~/.local/state/treadle/init-offered", "That treadle init was offered."],
  ["~/.local/state/treadle/input-history", "What was entered on the full screen."],
  ["~/.local/state/treadle/sessions", "The recorded sessions."],
];

/** As in `--model NAME`. */
export function optionCall({ flag, action }: Option): string {
  if (action.kind === "switch") return `--${flag}`;
  return action.kind === "optional" ? `--${flag} [${action.name}]` : `--${flag} ${action.name}`;
}
