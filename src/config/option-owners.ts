/** Which options belong to which subcommand. Those of a subcommand alone are not for a chat. */
import { options } from "./options.ts";
import type { Subcommand } from "./subcommand.ts";
import { subcommands } from "./subcommands.ts";

/** Without a subcommand: whether a chat takes it, or a single prompt. */
export function takes(subcommand: Subcommand | undefined, flag: string): boolean {
  if (subcommand?.options.includes(flag)) return true;
  const isChat = subcommand === undefined || subcommand.likeChat === true;
  return isChat && (ownersOf(flag).length === 0 || settingFlags.has(flag));
}

export function ownersOf(flag: string): readonly Subcommand[] {
  return subcommands.filter((subcommand) => subcommand.options.includes(flag));
}

const settingFlags: ReadonlySet<string> = new Set(
  options.filter(({ action }) => action.target.kind === "setting").map(({ flag }) => flag),
);
