/** /queue: the prompts typed ahead that wait for their turn, or for a word of the user's. */
import type { CommandEntry, CommandHost } from "./command.ts";

export const queue: CommandEntry = {
  name: "queue",
  aliases: [],
  usage: "[send | drop]",
  summary: "show the prompts that wait; send those that are held, or forget all",
  whileBusy: true,
  run(host, args) {
    const act = Object.hasOwn(actions, args) ? actions[args] : undefined;
    host.say(act ? act(host) : "Usage: /queue [send | drop]");
  },
};

const actions: Readonly<Record<string, (host: CommandHost) => string>> = {
  "": listing,
  send: ({ queue: waiting }) => (waiting.send() === 0 ? "Nothing is held." : "What was held is sent now."),
  drop: ({ queue: waiting }) => (waiting.drop() === 0 ? nothing : "Nothing waits any more."),
};

const nothing = "Nothing is queued.";

function listing({ queue: waiting }: CommandHost): string {
  const entries = waiting.list();
  if (entries.length === 0) return nothing;
  const rows = entries.map(({ text, held }, index) => `  ${index + 1}. ${held ? "(held) " : ""}${text}`);
  return ["Queued:", ...rows].join("\n");
}
