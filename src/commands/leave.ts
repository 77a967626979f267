/** /exit and /quit, with or without the slash. */
import type { CommandEntry } from "./command.ts";

const leave = {
  usage: "",
  summary: "leave; works without the slash too",
  whileBusy: true,
  run: (host) => host.quit(),
} satisfies Partial<CommandEntry>;

export const exit: CommandEntry = { ...leave, name: "exit", aliases: ["x"] };
export const quit: CommandEntry = { ...leave, name: "quit", aliases: ["q"] };
