/** The one table of subcommands: what `args` reads, and what help, man page and completions tell. */
import { shells, specActions, usageError } from "./invocation.ts";
import type { Subcommand } from "./subcommand.ts";

const init: Subcommand = {
  name: "init",
  brief: ["treadle init [--yes] [--force]", "Write settings to begin with."],
  options: ["yes", "force", "backend", "model", "approval-mode"],
  words: [],
  read: (words) =>
    words.length === 0
      ? ({ flags, run }) => ({ kind: "init", flags, yes: run.yes === true, force: run.force === true })
      : undefined,
};

const doctor: Subcommand = {
  name: "doctor",
  brief: ["treadle doctor [--json]", "Explain the terminal, the backends and the settings."],
  options: ["json"],
  likeChat: true,
  words: [],
  read: (words) =>
    words.length === 0 ? ({ flags, run }) => ({ kind: "doctor", flags, json: run.json === true }) : undefined,
};

const exporting: Subcommand = {
  name: "export",
  brief: ["treadle export SESSION FILE", "Write a session to a .md, .html, .json or .txt file."],
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
  init,
  doctor,
  exporting,
  importing,
  search,
  spec,
  trust,
  completion,
];
