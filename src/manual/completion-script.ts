/** The completions for one shell. */
import type { Shell } from "../config/invocation.ts";
import { bashCompletion } from "./bash.ts";
import { type Completions, gatherCompletions, type KnownNames } from "./completions.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const writers: Readonly<Record<Shell, (completions: Completions) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export function completionScript(shell: Shell, names: KnownNames): string {
  return writers[shell](gatherCompletions(names));
}
