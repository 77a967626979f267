/** The text of `--help`, made from the tables of options, settings and variables. Plain ASCII, at most 80 columns. */

import { backendKeys } from "./backend-keys.ts";
import { variables } from "./environment.ts";
import { fileRule } from "./keys.ts";
import { type Action, type Option, optionGroups } from "./option.ts";
import { options } from "./options.ts";

const width = 80;
const indent = "  ";
const column = 28;

type Row = readonly [term: string, text: string];

export function helpText(): string {
  const sections = [
    section("Usage", usage),
    ...optionGroups.map((group) =>
      section(group, options.filter((option) => option.group === group).map(optionRow)),
    ),
    section("Examples", examples),
    section("Exit codes", exitCodes),
    section("Environment", [...variables.map(({ name, help }): Row => [name, help]), ...directories]),
    section("Files", files),
    section("Settings in a file", settings()),
  ];
  return `treadle - an agent loop for every terminal\n\n${sections.join("\n")}`;
}

const usage: readonly Row[] = [
  ["treadle [OPTIONS]", "Chat."],
  ["treadle [OPTIONS] PROMPT...", "Answer the prompt and leave."],
  ["treadle [OPTIONS] [PROMPT] -", "The same; the prompt ends with standard input."],
  ["treadle [OPTIONS] -- PROMPT", "The same; nothing after -- is an option."],
  ["treadle doctor [--json]", "Explain the terminal, the backends and the settings."],
  ["treadle export SESSION FILE", "Write a session to a .md, .html, .json or .txt file."],
  ["treadle import FILE.json", "Make a session of a saved conversation."],
  ["treadle spec check FILE", "Check a specification; also: show, docs, convert."],
  ["treadle trust [DIRECTORY]", "Trust the settings file of a project."],
];

const examples: readonly Row[] = [
  ['treadle "what is 2+2?"', "One answer."],
  ["git diff | treadle review this -", "A prompt and the output of a program."],
  ["treadle -b offline", "Chat with the built-in demo."],
  ["treadle --display append", "Chat in plain lines."],
  ["treadle -I explain src/main.ts", "An answer, then a chat."],
  ["treadle --output json hi | jq .", "An answer for a program."],
];

const exitCodes: readonly Row[] = [
  ["0", "success"],
  ["1", "error"],
  ["2", "wrong usage"],
  ["3", "a limit was reached"],
  ["4", "a tool was denied"],
  ["130", "interrupted"],
  ["128+N", "ended by another signal N"],
];

const directories: readonly Row[] = [
  ["XDG_CONFIG_HOME", "where your settings are, if not in ~/.config"],
  ["XDG_STATE_HOME", "where state is kept, if not in ~/.local/state"],
];

const files: readonly Row[] = [
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
  ["~/.local/state/treadle/input-history", "What was entered on the full screen."],
  ["~/.local/state/treadle/sessions", "The recorded sessions."],
];

function settings(): readonly Row[] {
  const inBackend = Object.entries(backendKeys).map(
    ([key, entry]) => [`backends.NAME.${key}`, entry] as const,
  );
  return [...Object.entries(fileRule.keys), ...inBackend].map(([key, { description }]) => [key, description]);
}

function optionRow({ flag, short, action, help }: Option): Row {
  const dash = short === undefined ? "    " : `-${short}, `;
  const value = valueText(action);
  return [`${dash}--${flag}${value}`, help];
}

function section(title: string, rows: readonly Row[]): string {
  return `${title}:\n${rows.map(row).join("")}`;
}

/** A term that is too long for its column has its text on the next line. */
function row([term, text]: Row): string {
  const lines = wrap(text, width - column);
  const head = indent + term;
  const fits = head.length + indent.length <= column;
  const first = fits ? `${head.padEnd(column)}${lines[0] ?? ""}` : head;
  const rest = (fits ? lines.slice(1) : lines).map((line) => " ".repeat(column) + line);
  return `${[first, ...rest].join("\n")}\n`;
}

function wrap(text: string, limit: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > limit) lines.push(line);
    line = longer.length > limit ? word : longer;
  }
  return [...lines, line];
}

function valueText(action: Action): string {
  if (action.kind === "switch") return "";
  return action.kind === "optional" ? ` [${action.name}]` : ` ${action.name}`;
}
