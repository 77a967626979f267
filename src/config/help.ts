/** The text of `--help`, of the program and of each subcommand, made from the tables. */
import { paragraph, type Row, section } from "./help-layout.ts";
import { chatUsage, examples, files, optionCall, summary } from "./help-tables.ts";
import { type Option, optionGroups } from "./option.ts";
import type { Subcommand } from "./subcommand.ts";
import { subcommandHelp } from "./subcommand-help.ts";
import type { Tables } from "./tables.ts";

/** `topic` is the name of a subcommand. */
export function helpText(tables: Tables, topic?: string): string {
  const subcommand = tables.subcommands.find(({ name }) => name === topic);
  return subcommand ? helpOf(subcommand, tables) : programHelp(tables);
}

function programHelp({ options, subcommands, environment, exits, settings }: Tables): string {
  const sections = [
    section("Usage", [...chatUsage, ...subcommands.map(({ brief }) => brief)]),
    ...optionGroups.map((group) =>
      section(group, options.filter((option) => option.group === group).map(optionRow)),
    ),
    section("Examples", examples),
    section("Exit codes", exits),
    section("Environment", environment),
    section("Files", files),
    section("Settings in a file", settings()),
  ];
  return `treadle - ${summary}\n\n${sections.join("\n")}`;
}

function helpOf(subcommand: Subcommand, { options }: Tables): string {
  const { name, brief, likeChat } = subcommand;
  const { usage = [brief], about = "" } = subcommandHelp[name] ?? {};
  const rows = options.filter(({ flag }) => subcommand.options.includes(flag)).map(optionRow);
  const parts = [
    section("Usage", usage),
    paragraph(about),
    ...(rows.length > 0 ? [section("Options", rows)] : []),
    paragraph(
      likeChat ? "It takes the options of a chat as well: see treadle --help." : "See also: treadle --help.",
    ),
  ];
  return parts.join("\n");
}

function optionRow(option: Option): Row {
  const dash = option.short === undefined ? "    " : `-${option.short}, `;
  return [`${dash}${optionCall(option)}`, option.help];
}
