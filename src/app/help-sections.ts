/** The program's own help, cut into sections: what the offline backend answers from. */
import type { CommandEntry } from "../commands/command.ts";
import { helpText } from "../config/help.ts";
import type { Tables } from "../config/tables.ts";

export interface HelpSection {
  readonly title: string;
  readonly text: string;
}

export function ownHelp(tables: Tables, commands: readonly CommandEntry[]): readonly HelpSection[] {
  return helpSections(helpText(tables), commands);
}

/** `help` is the text of `--help`: headings at the margin that end in a colon, their text indented. */
export function helpSections(help: string, commands: readonly CommandEntry[]): readonly HelpSection[] {
  const sections = help.split(/^(?=\S.*:$)/m).flatMap(toSection);
  return [...sections, { title: "Slash commands", text: commands.map(describe).join("\n") }, ...topics];
}

function toSection(text: string): readonly HelpSection[] {
  const [heading = "", ...lines] = text.trimEnd().split("\n");
  if (!heading.endsWith(":")) return [];
  return [{ title: heading.slice(0, -1), text: lines.join("\n") }];
}

function describe({ name, usage, summary }: CommandEntry): string {
  return `  /${name}${usage ? ` ${usage}` : ""}  ${summary}`;
}

const topics: readonly HelpSection[] = [
  {
    title: "Enter several lines",
    text: [
      "End a line with a backslash to continue it on the next one.",
      "Begin with ``` and close with ```, or begin with <<<MARK and close with MARK.",
      "A line that opens a bracket is continued until the bracket is closed.",
      "What is pasted is one prompt.",
    ].join("\n"),
  },
  {
    title: "Leave, cancel and stop",
    text: [
      "Ctrl-C cancels what is running, /stop does the same. A second Ctrl-C within two seconds leaves.",
      "exit, quit and Ctrl-D leave.",
    ].join("\n"),
  },
  {
    title: "Approve tools: confirmation",
    text: [
      "The model may read files, and it asks before it runs bash, write or edit.",
      "Answer y to allow one call, s to allow such calls in this session, a always, n to refuse, n REASON to refuse and say why.",
      "--auto-tools runs them unasked, --no-tools offers none.",
    ].join("\n"),
  },
];
