/** A closer look at single programs, for the profiles that want one. Like the blocklist, it acts before any question. */
import { nameOf, removesByForce } from "./blocklist.ts";
import { downloaders, interpreters } from "./programs.ts";
import type { ShellCommand, ShellReading } from "./shell.ts";
import { unwrapped } from "./unwrap.ts";

/** `strict` also refuses what opens a way to other machines. */
export type GuardLevel = "off" | "on" | "strict";

export function guardedAgainst({ commands }: ShellReading, level: GuardLevel): string | undefined {
  if (level === "off") return undefined;
  for (const command of commands.flatMap((outer) => unwrapped(outer))) {
    const reason = removal(command) ?? remoteCode(command) ?? inlineCode(command) ?? lostWork(command);
    if (reason !== undefined) return reason;
    const name = nameOf(command.words[0]);
    if (level === "strict" && tunnels.has(name)) return `Command '${name}' is blocked in strict mode`;
  }
  return undefined;
}

const systemDirectories =
  "bin boot dev etc home lib lib64 opt proc root sbin srv sys usr var Users System Library".split(" ");

function removal(command: ShellCommand): string | undefined {
  if (!removesByForce(command)) return undefined;
  const targets = command.words.slice(1).filter(({ text }) => !text.startsWith("-"));
  if (command.from && targets.length === 0) return "Cannot rm what comes out of a pipe";
  for (const { text } of targets) {
    if (/^\/+[.*/]*$/.test(text)) return "Cannot rm the root filesystem";
    const top = systemDirectories.find(
      (name) => text.startsWith(`/${name}`) && /^(\/|$)/.test(text.slice(name.length + 1)),
    );
    if (top) return `Cannot rm /${top}`;
  }
  return undefined;
}

/** The user's home, or all of a directory, removed by force. */
export function isDrastic({ commands }: ShellReading): boolean {
  return commands
    .flatMap((command) => unwrapped(command))
    .some((command) => removesByForce(command) && command.words.some(({ text }) => everything.test(text)));
}

const everything = /^((~|\$\{?HOME\}?|\.{1,2})\/?\**|\*)$/;

function remoteCode(command: ShellCommand): string | undefined {
  const name = nameOf(command.words[0]);
  if (!interpreters.has(name)) return undefined;
  const source = [command.from, ...command.inside].find((candidate) =>
    downloaders.has(nameOf(candidate?.words[0])),
  );
  const target = name.startsWith("python") ? "python" : "shell";
  return source && `Cannot pipe ${nameOf(source.words[0])} output to ${target}`;
}

const inlineDangers: readonly (readonly [RegExp, string])[] = [
  [/\bos\s*\.\s*system\b/, "os.system()"],
  [/\bsubprocess\b/, "subprocess"],
  [/\beval\s*\(/, "eval()"],
  [/\bexec\s*\(/, "exec()"],
  [/\b__import__\b/, "__import__"],
];

function inlineCode({ words: [first, ...rest] }: ShellCommand): string | undefined {
  if (!nameOf(first).startsWith("python") || !rest.some(({ text }) => /^-[a-z]*c/i.test(text)))
    return undefined;
  const danger = inlineDangers.find(([pattern]) => rest.some(({ text }) => pattern.test(text)));
  return danger && `Cannot use ${danger[1]} in inline python`;
}

const destructive: readonly (readonly [subcommand: string, option: RegExp, shown: string])[] = [
  ["reset", /^--hard$/, "git reset --hard"],
  ["clean", /^-[a-z]*f|^--force$/, "git clean -f"],
  ["push", /^-[a-z]*f|^--force/, "git push --force"],
];

/** What git cannot bring back. */
function lostWork({ words: [first, ...rest] }: ShellCommand): string | undefined {
  if (nameOf(first) !== "git") return undefined;
  const found = destructive.find(
    ([subcommand, option]) =>
      rest.some(({ text }) => text === subcommand) && rest.some(({ text }) => option.test(text)),
  );
  return found && `${found[2]} is blocked`;
}

const tunnels = new Set("ssh scp sftp nc netcat ncat socat telnet ftp rsync".split(" "));
