/** Completions as a script for fish. */
import type { SubcommandWord } from "../config/subcommand.ts";
import type { CompletedOption, CompletedSubcommand, Completions } from "./completions.ts";

export function fishCompletion({ options, chatFlags, subcommands }: Completions): string {
  const names = subcommands.map(({ name }) => name);
  const condition = (flag: string) => {
    const takers = subcommands.filter(({ flags }) => flags.includes(flag)).map(({ name }) => name);
    if (!chatFlags.includes(flag)) return `__fish_seen_subcommand_from ${takers.join(" ")}`;
    const others = names.filter((name) => !takers.includes(name));
    return others.length === 0 ? "" : `not __fish_seen_subcommand_from ${others.join(" ")}`;
  };
  const lines = [
    "# Completions of treadle for fish. In ~/.config/fish/config.fish: treadle completion fish | source",
    "",
    ...subcommands.map(({ name, help }) =>
      complete("-n", quoted("__fish_use_subcommand"), "-a", name, "-d", quoted(help)),
    ),
    ...subcommands.flatMap(wordLines),
    ...options.map((option) => optionLine(option, condition(option.flag))),
  ];
  return `${lines.join("\n")}\n`;
}

function complete(...words: readonly string[]): string {
  return ["complete -c treadle", ...words].join(" ");
}

function optionLine({ flag, short, help, value }: CompletedOption, condition: string): string {
  const kind = { none: [], file: ["-r", "-F"], words: ["-x"] }[value.kind];
  const optional = value.kind === "words" && value.optional;
  const words = value.kind === "words" && value.words.length > 0 ? ["-a", quoted(value.words.join(" "))] : [];
  return complete(
    ...(condition === "" ? [] : ["-n", quoted(condition)]),
    ...(short === undefined ? [] : ["-s", short]),
    ...["-l", flag],
    ...(optional ? ["-f"] : kind),
    ...words,
    ...["-d", quoted(help)],
  );
}

function wordLines({ name, words }: CompletedSubcommand): readonly string[] {
  return words.map((word, index) => {
    const place = `test (count (commandline -opc)) -eq ${index + 2}`;
    const condition = `__fish_seen_subcommand_from ${name}; and ${place}`;
    return complete("-n", quoted(condition), ...wordAction(word));
  });
}

function wordAction(word: SubcommandWord): readonly string[] {
  if (word === "file") return ["-F"];
  if (word === "directory") return ["-f", "-a", quoted("(__fish_complete_directories)")];
  return ["-f", "-a", quoted((word === "session" ? ["last"] : word).join(" "))];
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
