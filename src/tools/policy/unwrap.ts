/** The commands behind a command: what a wrapper starts, and what an interpreter is given as text. */
import { programName, wrappers } from "./programs.ts";
import { readShell, type ShellCommand } from "./shell.ts";

const shells = new Set(["bash", "sh", "zsh", "dash", "ksh", "mksh", "ash", "eval"]);
const deepest = 4;

/** `command` and everything it may turn out to run. Too much rather than too little: it is for finding harm. */
export function unwrapped(command: ShellCommand, depth = 0): readonly ShellCommand[] {
  if (depth > deepest) return [command];
  const behind = [...wrappedBy(command), ...givenTo(command)];
  return [command, ...behind.flatMap((inner) => unwrapped(inner, depth + 1))];
}

/** After a wrapper any word may be the program. */
function wrappedBy(command: ShellCommand): readonly ShellCommand[] {
  const [first, ...rest] = command.words;
  if (!first || !wrappers.has(programName(first.text))) return [];
  return rest.flatMap((word, index) =>
    word.text.startsWith("-") ? [] : [{ ...command, words: rest.slice(index), writes: [] }],
  );
}

function givenTo({ words, from }: ShellCommand): readonly ShellCommand[] {
  const [first, ...rest] = words;
  if (!first || !shells.has(programName(first.text))) return [];
  return rest
    .filter(({ text }) => /\s/.test(text))
    .flatMap(({ text }) => readShell(text).commands)
    .map((command) => (command.from || !from ? command : { ...command, from }));
}
