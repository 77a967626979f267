/** The man page, made from the same tables as the help. The build writes it as treadle.1. */
import type { CommandEntry } from "../commands/command.ts";
import { commandTable } from "../commands/table.ts";
import type { Row } from "../config/help-layout.ts";
import { chatUsage, examples, files, optionCall, summary } from "../config/help-tables.ts";
import { type Option, optionGroups } from "../config/option.ts";
import type { Subcommand } from "../config/subcommand.ts";
import { subcommandHelp } from "../config/subcommand-help.ts";
import { tables } from "../config/tables.ts";
import { definitions, heading, paragraphs, roffText, subheading, title, verbatim } from "./roff.ts";

const { options, subcommands, environment, exits, settings } = tables;

export function manPage(version: string): string {
  return [
    title("treadle", `treadle ${version}`),
    `${heading("Name")}treadle \\- ${roffText(summary)}\n`,
    heading("Synopsis"),
    verbatim([...chatUsage, ...subcommands.map(({ brief }) => brief)].map(([call]) => call)),
    heading("Description"),
    paragraphs(...description),
    heading("Options"),
    ...optionGroups.map(optionGroup),
    heading("Subcommands"),
    ...subcommands.map(subcommandPart),
    heading("Commands in the chat"),
    definitions(commandTable.map(commandRow)),
    heading("Settings"),
    paragraphs(settingsFile),
    definitions(settings()),
    heading("Files"),
    definitions(files),
    heading("Environment"),
    definitions(environment),
    heading("Exit status"),
    definitions(exits),
    heading("Examples"),
    definitions(examples),
  ].join("");
}

const description = [
  "treadle talks to a model, runs the tools that the model asks for, after asking you, and goes on until the answer is there. Without a prompt it opens a chat: on the whole screen where the terminal's terminfo entry can carry it, in plain lines elsewhere.",
  "With nothing configured an offline demo answers. What is in force, and why, is told by treadle doctor.",
];

const settingsFile =
  "What a settings file may hold. Flags win over environment variables, these over the settings of a trusted project, and these over your own.";

function optionGroup(group: (typeof optionGroups)[number]): string {
  return subheading(group) + definitions(options.filter((option) => option.group === group).map(optionRow));
}

function optionRow(option: Option): Row {
  const dash = option.short === undefined ? "" : `-${option.short}, `;
  return [`${dash}${optionCall(option)}`, option.help];
}

function subcommandPart({ name, brief }: Subcommand): string {
  const { usage = [brief], about = "" } = subcommandHelp[name] ?? {};
  return subheading(`treadle ${name}`) + paragraphs(about) + definitions(usage);
}

function commandRow({ name, aliases, usage, summary: does }: CommandEntry): Row {
  const also = aliases.length === 0 ? "" : ` (also ${aliases.map((alias) => `/${alias}`).join(", ")})`;
  return [`/${name}${usage && ` ${usage}`}`, `${does}${also}`];
}
