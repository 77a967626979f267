/**
 * What is never run, whatever was allowed: the few things whose harm cannot be undone. It acts before any question, and
 * is no wall: who wants to get around it can. What the user's own patterns allow passes.
 */
import { downloaders, interpreters, programName } from "./programs.ts";
import type { ShellCommand, ShellReading, ShellWord } from "./shell.ts";
import { unwrapped } from "./unwrap.ts";

export interface CommandPatterns {
  readonly allowed: readonly RegExp[];
  readonly blocked: readonly RegExp[];
}

/** Why the command is not run, or undefined. */
export function blockedBecause(
  source: string,
  reading: ShellReading,
  { allowed, blocked }: CommandPatterns,
): string | undefined {
  if (allowed.some((pattern) => pattern.test(source))) return undefined;
  const reason = harmOf(source, reading);
  if (reason !== undefined) return `Blocked: ${reason}`;
  const pattern = blocked.find((candidate) => candidate.test(source));
  return pattern && `Blocked by config: matches '${pattern.source}'`;
}

/** What the built-in list holds against it. */
function harmOf(source: string, { commands }: ShellReading): string | undefined {
  if (forkBomb.test(source)) return "fork bomb";
  const all = commands.flatMap((command) => unwrapped(command));
  return harms.find(([test]) => all.some(test))?.[1];
}

const forkBomb = /([\w:.]+)\s*\(\)\s*\{[^}]*\1\s*\|\s*\1\s*&/;

type Test = (command: ShellCommand) => boolean;

const harms: readonly (readonly [Test, string])[] = [
  [removesAbsolute, "rm with absolute path and force/recursive flags"],
  [({ words: [first] }) => /^mkfs(\.|$)/.test(nameOf(first)), "filesystem format"],
  [writesDeviceByDd, "write to block device"],
  [({ writes }) => writes.some(({ text }) => blockDevice.test(text)), "redirect to block device"],
  [runsDownload, "pipe remote script to shell"],
  [opensToAll, "chmod 777"],
  [({ writes }) => writes.some(({ text }) => systemFile.test(text)), "write to /etc"],
  [writesEtcByTee, "write to /etc"],
];

const blockDevice = /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|mapper\/|loop|dm-|rdisk)/i;
const systemFile = /^\/+(\.\/)*etc\//;

export function nameOf(word: ShellWord | undefined): string {
  return word ? programName(word.text) : "";
}

function removesAbsolute(command: ShellCommand): boolean {
  return removesByForce(command) && command.words.slice(1).some(({ text }) => text.startsWith("/"));
}

export function removesByForce({ words: [first, ...rest] }: ShellCommand): boolean {
  if (nameOf(first) !== "rm") return false;
  return rest.some(({ text }) => /^-[a-z]*[rf]/i.test(text) || /^--(recursive|force|no-preserve)/.test(text));
}

function writesDeviceByDd({ words: [first, ...rest] }: ShellCommand): boolean {
  return nameOf(first) === "dd" && rest.some(({ text }) => /^of=\/dev\/(?!null$)/.test(text));
}

function runsDownload(command: ShellCommand): boolean {
  if (!interpreters.has(nameOf(command.words[0]))) return false;
  const sources = [...piped(command), ...command.inside];
  return sources.some((source) =>
    unwrapped(source).some(({ words: [first] }) => downloaders.has(nameOf(first))),
  );
}

function piped({ from }: ShellCommand): readonly ShellCommand[] {
  return from ? [from, ...from.inside, ...piped(from)] : [];
}

function opensToAll({ words: [first, ...rest] }: ShellCommand): boolean {
  return nameOf(first) === "chmod" && rest.some(({ text }) => /^0*[0-7]?777$/.test(text) || text === "a+rwx");
}

function writesEtcByTee({ words: [first, ...rest] }: ShellCommand): boolean {
  return nameOf(first) === "tee" && rest.some(({ text }) => systemFile.test(text));
}
