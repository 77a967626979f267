/** The one table of subcommands: what `args` reads, and what help, man page and completions tell. */
import { shells, specActions, usageError } from "./invocation.ts";
import type { Subcommand } from "./subcommand.ts";

const doctor: Subcommand = {
  name: "doctor",
  brief: ["treadle doctor [--json]", "Explain the terminal, the backends and the settings."],
  about:
    "Tells which display is taken and why, what the terminal can do, which backends and keys are found, which files are in force, whether there is a sandbox, and what to do about each problem. With the options of a chat it tells how they would work out.",
  options: ["json"],
  likeChat: true,
  words: [],
  read: (words) =>
    words.length === 0 ? ({ flags, run }) => ({ kind: "doctor", flags, json: run.json === true }) : undefined,
};

const exporting: Subcommand = {
  name: "export",
  brief: ["treadle export SESSION FILE", "Write a session to a .md, .html, .json or .txt file."],
  usage: [
    ["treadle export SESSION FILE", "The whole session, by its id, its name or last."],
    ["treadle export SESSION FILE 3-8", "Some of its messages."],
    ["treadle export SESSION FILE last 4", "The last ones."],
  ],
  about: "The ending of FILE tells the format. A file that is there is kept, unless you say --force.",
  options: ["force"],
  words: ["session", "file"],
  read([session, file, ...others]) {
    const range = others.join(" ");
    const isRange = /^(?:|\d{1,9}(?:-\d{0,9})?|last(?: \d{1,9})?)$/i.test(range);
    if (session === undefined || file === undefined || !/\.\w+$/.test(file) || !isRange) return undefined;
    return ({ run }) => ({ kind: "export", session, file, range, force: run.force === true });
  },
};

const importing: Subcommand = {
  name: "import",
  brief: ["treadle import FILE.json", "Make a session of a saved conversation."],
  about:
    "Takes what treadle export wrote as JSON, and what other programs save as a list of messages. What is not as it should be is refused with its place.",
  options: [],
  words: ["file"],
  read([file, ...others]) {
    if (file === undefined || others.length > 0 || !/\.json$/i.test(file)) return undefined;
    return () => ({ kind: "import", file });
  },
};

const search: Subcommand = {
  name: "--search",
  brief: ["treadle --search TEXT", "Print where the recorded sessions hold TEXT."],
  about:
    "The newest session comes first. Each find has the number of its message; (taken out) means that it is no longer part of the conversation.",
  options: ["search", "regex", "case", "role", "in", "limit", "count", "json"],
  words: [],
  read: (words) => (given) => {
    if (words.length > 0) return usageError(oneText);
    const { search: text = "", role, inSession: session, limit, ...run } = given.run;
    return {
      kind: "search",
      text,
      regex: run.regex === true,
      caseSensitive: run.caseSensitive === true,
      role,
      session,
      limit,
      count: run.count === true,
      json: run.json === true,
    };
  },
};

const oneText = "--search takes one text: put quotes around several words, and leave out the prompt.";

const spec: Subcommand = {
  name: "spec",
  brief: ["treadle spec check FILE", "Check a specification; also: show, docs, convert."],
  usage: [
    ["treadle spec check FILE", "Say what is wrong with it, and where."],
    ["treadle spec show FILE", "Print what it comes to."],
    ["treadle spec docs FILE", "Print a description in Markdown."],
    ["treadle spec convert FILE", "Print it in the other syntax: Prolog as YAML, YAML or JSON as Prolog."],
  ],
  about:
    "A specification holds backends, agents and tools, in YAML, JSON or Prolog facts. Only facts are read; nothing in the file is carried out.",
  options: [],
  words: [specActions, "file"],
  /** What to do and with which file; any other sentence that begins with this word is a prompt. */
  read([verb, file, ...others]) {
    const action = specActions.find((known) => known === verb);
    if (action === undefined || others.length > 0) return undefined;
    if (file !== undefined) return () => ({ kind: "spec", action, file });
    return () => usageError(`treadle spec ${action} needs a file: treadle spec ${action} FILE.`);
  },
};

const trust: Subcommand = {
  name: "trust",
  brief: ["treadle trust [DIRECTORY]", "Trust the settings file of a project."],
  about:
    "Shows what the project's settings would change and which of its files the model would be told, asks, and remembers the answer. Settings that change are asked about again.",
  options: [],
  words: ["directory"],
  /** With one directory at most; a longer sentence that begins with this word is a prompt. */
  read: ([directory, ...others]) => (others.length === 0 ? () => ({ kind: "trust", directory }) : undefined),
};

const completion: Subcommand = {
  name: "completion",
  brief: [
    "treadle completion SHELL",
    `Print the completions for ${shells.slice(0, -1).join(", ")} or ${shells.at(-1)}.`,
  ],
  usage: [
    ['eval "$(treadle completion bash)"', "In ~/.bashrc."],
    ['eval "$(treadle completion zsh)"', "In ~/.zshrc, after compinit."],
    ["treadle completion fish | source", "In ~/.config/fish/config.fish."],
  ],
  about:
    "Completes options, their values, subcommands and files. Backends, agents and themes are those that there are when the script is printed.",
  options: [],
  words: [shells],
  read([wanted, ...others]) {
    if (others.length > 0) return undefined;
    const shell = shells.find((known) => known === wanted);
    if (shell) return () => ({ kind: "completion", shell });
    const found = wanted === undefined ? "" : `, not ${JSON.stringify(wanted)}`;
    return () => usageError(`treadle completion needs the name of a shell: ${shells.join(", ")}${found}.`);
  },
};

export const subcommands: readonly Subcommand[] = [
  doctor,
  exporting,
  importing,
  search,
  spec,
  trust,
  completion,
];
