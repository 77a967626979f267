/** What the help and the man page tell of each subcommand beyond its row. Loaded when it is asked for. */
import type { Row } from "./help-layout.ts";

interface SubcommandHelp {
  /** Where there is more than one way to call it. */
  readonly usage?: readonly Row[];
  readonly about: string;
}

export const subcommandHelp: Readonly<Record<string, SubcommandHelp>> = {
  init: {
    about:
      "Looks which backends could be used here, asks which of them answers, with which model, and what tools may do, and writes a settings file that explains itself. Keys are never written, only the names of their variables. With --yes nothing is asked; --backend, --model and --approval-mode answer beforehand. Settings that are there are kept, unless you say --force: then in a copy.",
  },
  doctor: {
    about:
      "Tells which display is taken and why, what the terminal can do, which backends and keys are found, which files are in force, whether there is a sandbox, and what to do about each problem. With the options of a chat it tells how they would work out.",
  },
  export: {
    usage: [
      ["treadle export SESSION FILE", "The whole session, by its id, its name or last."],
      ["treadle export SESSION FILE 3-8", "Some of its messages."],
      ["treadle export SESSION FILE last 4", "The last ones."],
    ],
    about: "The ending of FILE tells the format. A file that is there is kept, unless you say --force.",
  },
  import: {
    about:
      "Takes what treadle export wrote as JSON, and what other programs save as a list of messages. What is not as it should be is refused with its place.",
  },
  "--search": {
    about:
      "The newest session comes first. Each find has the number of its message; (taken out) means that it is no longer part of the conversation.",
  },
  spec: {
    usage: [
      ["treadle spec check FILE", "Say what is wrong with it, and where."],
      ["treadle spec show FILE", "Print what it comes to."],
      ["treadle spec docs FILE", "Print a description in Markdown."],
      ["treadle spec convert FILE", "Print it in the other syntax: Prolog as YAML, YAML or JSON as Prolog."],
    ],
    about:
      "A specification holds backends, agents and tools, in YAML, JSON or Prolog facts. Only facts are read; nothing in the file is carried out.",
  },
  trust: {
    about:
      "Shows what the project's settings would change and which of its files the model would be told, asks, and remembers the answer. Settings that change are asked about again.",
  },
  completion: {
    usage: [
      ['eval "$(treadle completion bash)"', "In ~/.bashrc."],
      ['eval "$(treadle completion zsh)"', "In ~/.zshrc, after compinit."],
      ["treadle completion fish | source", "In ~/.config/fish/config.fish."],
    ],
    about:
      "Completes options, their values, subcommands and files. Backends, agents and themes are those that there are when the script is printed.",
  },
};
