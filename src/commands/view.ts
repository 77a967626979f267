/** The commands that only move or change what is seen: what keys do on the full screen, for keyboards without them. */
import type { ViewAction } from "../model/event.ts";
import type { CommandEntry, CommandHost } from "./command.ts";

function viewCommand(
  name: string,
  usage: string,
  summary: string,
  run: (host: CommandHost, args: string) => void,
): CommandEntry {
  return { name, aliases: [], usage, summary, whileBusy: true, quiet: true, run };
}

function shows(name: string, summary: string, action: ViewAction): CommandEntry {
  return viewCommand(name, "", summary, (host) => host.view(action));
}

function scrolls(name: "up" | "down", summary: string): CommandEntry {
  const sign = name === "up" ? -1 : 1;
  return viewCommand(name, "[N]", summary, (host, args) => {
    if (args === "") return host.view({ kind: "scroll", by: "half-pages", count: sign });
    if (!/^[1-9]\d{0,5}$/.test(args)) {
      return host.say(`Error: "${args}" is not a whole number from 1 to 999999. Usage: /${name} [N]`);
    }
    host.view({ kind: "scroll", by: "lines", count: sign * Number(args) });
  });
}

export const viewCommands: readonly CommandEntry[] = [
  scrolls("up", "scroll back by N lines, or half a screen"),
  scrolls("down", "scroll on by N lines, or half a screen"),
  shows("top", "go to the beginning", { kind: "go", to: "top" }),
  shows("bottom", "go to the end", { kind: "go", to: "bottom" }),
  shows("previous", "go to the message before", { kind: "go", to: "previous-message" }),
  shows("next", "go to the message after", { kind: "go", to: "next-message" }),
  viewCommand("find", "[TEXT]", "find a text further up; without one, the next place", (host, args) =>
    host.view(args === "" ? { kind: "find" } : { kind: "find", text: args }),
  ),
  shows("expand", "show tool output and reasoning in full", { kind: "expand", expanded: true }),
  shows("collapse", "show tool output and reasoning as one line", { kind: "expand", expanded: false }),
  shows("keys", "show the keys of the full screen", { kind: "keys" }),
];
