/** The text of `--help`, of the program and of each subcommand, made from the tables. */
import { environmentRows } from "./environment.ts";
import { exitMeanings } from "./exit-codes.ts";
import { paragraph, type Row, section } from "./help-layout.ts";
import { chatUsage, examples, files, optionCall, settingRows, summary } from "./help-tables.ts";
import { type Option, optionGroups } from "./option.ts";
import { options } from "./options.ts";
import type { Subcommand } from "./subcommand.ts";
import { subcommands } from "./subcommands.ts";

/** `topic` is the name of a subcommand. */
export function helpText(topic?: string): string {
  const subcommand = subcommands.find(({ name }) => name === topic);
  return subcommand ? subcommandHelp(subcommand) : programHelp();
}

function programHelp(): string {
  const sections = [
    section("Usage", [...chatUsage, ...subcommands.map(({ brief }) => brief)]),
    ...optionGroups.map((group) =>
      section(group, options.filter((option) => option.group === group).map(optionRow)),
    ),
    section("Examples", examples),
    section("Exit codes", exitMeanings),
    section("Environment", environmentRows),
    section("Files", files),
    section("Settings in a file", settingRows()),
  ];
  return `treadle - ${summary}\n\n${sections.join("\n")}`;
}

function subcommandHelp(subcommand: Subcommand): string {
  const { brief, usage = [brief], about, likeChat } = subcommand;
  const rows = optionsOf(subcommand).map(optionRow);
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

/** Those of its own. */
export function optionsOf(subcommand: Subcommand): readonly Option[] {
  return options.filter(({ flag }) => subcommand.options.includes(flag));
}

function optionRow(option: Option): Row {
  const dash = option.short === undefined ? "    " : `-${option.short}, `;
  return [`${dash}${optionCall(option)}`, option.help];
}
