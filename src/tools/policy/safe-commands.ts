/** Commands that only look, and only at what is below the working directory. No program here can run another or write. */
import type { ShellCommand, ShellReading, ShellWord } from "./shell.ts";

/** Every part of it only looks; where anything is in doubt, it does not count. */
export function onlyLooks({ commands, doubts }: ShellReading): boolean {
  return commands.length > 0 && doubts.length === 0 && commands.every(looks);
}

function looks({ words, sets, writes }: ShellCommand): boolean {
  const [first, ...rest] = words;
  if (!first?.known || sets.length > 0 || writes.some(({ text }) => text !== "/dev/null")) return false;
  // A program by its path may be any file.
  const options = Object.hasOwn(lookers, first.text) ? lookers[first.text] : undefined;
  return options !== undefined && rest.every(staysHere) && options(rest.map(({ text }) => text));
}

function staysHere({ text, known }: ShellWord): boolean {
  return known && !/^[/~]|=[/~]|(^|[/=])\.\.($|\/)/.test(text);
}

type Options = (words: readonly string[]) => boolean;

const whatever: Options = () => true;
const without =
  (unwanted: RegExp): Options =>
  (words) =>
    !words.some((word) => unwanted.test(word));
const git = (subcommand: string, unwanted: RegExp) => [subcommand, without(unwanted)] as const;

const gitLookers = new Map([
  git("status", /^-c/),
  git("log", /^(-O|--output|--ext-diff|--textconv)/),
  git("diff", /^(-O|--output|--ext-diff|--textconv|--no-index)/),
  git("show", /^(-O|--output|--ext-diff|--textconv)/),
]);

const lookers: Readonly<Record<string, Options>> = {
  ls: whatever,
  cat: whatever,
  head: whatever,
  tail: without(/^(-[a-z]*f|-F|--follow|--retry)/i),
  wc: without(/^--files0-from/),
  pwd: whatever,
  echo: whatever,
  whoami: whatever,
  uname: whatever,
  id: whatever,
  basename: whatever,
  dirname: whatever,
  stat: whatever,
  du: without(/^(--files0-from|-X|--exclude-from)/),
  grep: without(/^-[a-z]*f|^--file/i),
  git: ([subcommand = "", ...rest]) => gitLookers.get(subcommand)?.(rest) ?? false,
};

/** What the strictest profile lets through to a question at all, beyond the commands that only look. */
export function isOrdinary({ commands, doubts }: ShellReading): boolean {
  return doubts.length === 0 && commands.every((command) => looks(command) || ordinary(command));
}

function ordinary({ words: [first, ...rest], sets, writes }: ShellCommand): boolean {
  if (!first?.known || sets.length > 0 || writes.length > 0) return false;
  const allowed = Object.hasOwn(ordinaries, first.text) ? ordinaries[first.text] : undefined;
  return allowed?.(rest.map(({ text }) => text)) ?? false;
}

const script: Options = ([first]) => first !== undefined && !first.startsWith("-");

const ordinaries: Readonly<Record<string, Options>> = {
  find: without(/^-(exec|execdir|ok|okdir|delete|fprint|fprintf|fls|fprint0)$/),
  grep: whatever,
  ls: whatever,
  cat: whatever,
  head: whatever,
  tail: whatever,
  wc: whatever,
  stat: whatever,
  du: whatever,
  df: whatever,
  date: whatever,
  which: whatever,
  file: whatever,
  diff: whatever,
  tree: whatever,
  python3: script,
  python: script,
  node: script,
  git: ([subcommand = ""]) => "status log diff show branch add commit blame".split(" ").includes(subcommand),
};
