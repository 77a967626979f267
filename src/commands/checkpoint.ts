/** /checkpoint and /rewind: back to how files and conversation were before a turn. */
import type { Checkpoint } from "../sessions/checkpoint.ts";
import type { CommandEntry, CommandHost, RewindScope } from "./command.ts";

const usualCount = 20;
const promptChars = 120;

const off =
  "Checkpoints are kept with the session, and this one is not kept: start treadle without --no-session to have them.";
const limits =
  "Only what the tools write and edit changed inside the working directory comes back; what commands of bash did does not.";
const rewindUsage = "/rewind [N] [files|conversation]";

export const checkpoint: CommandEntry = {
  name: "checkpoint",
  aliases: ["cp"],
  usage: "[list [N] | rewind N]",
  summary: "list the turns that changed files, or go back to one",
  whileBusy: false,
  stoppable: true,
  async run(host, args, signal) {
    const list = host.checkpoints.list();
    if (!list) return host.say(off);
    const [word = "list", ...rest] = args.split(/\s+/).filter((part) => part !== "");
    if (word === "rewind") return goBack(host, list, rest, signal);
    const [count = String(usualCount), ...more] = rest;
    if (word !== "list" || more.length > 0 || !/^[1-9]\d{0,4}$/.test(count)) {
      return host.say("Usage: /checkpoint list [N], or /checkpoint rewind N");
    }
    host.say(listing(list, Number(count)));
  },
};

export const rewind: CommandEntry = {
  name: "rewind",
  aliases: [],
  usage: "[N] [files|conversation]",
  summary: "back to before the last turn that changed files, or to checkpoint N",
  whileBusy: false,
  stoppable: true,
  async run(host, args, signal) {
    const list = host.checkpoints.list();
    if (!list) return host.say(off);
    const words = args.split(/\s+/).filter((part) => part !== "");
    await goBack(host, list, words, signal);
  },
};

async function goBack(
  host: CommandHost,
  list: readonly Checkpoint[],
  words: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const scope = scopeOf(words.at(-1));
  const [which, ...more] = scope === undefined ? words : words.slice(0, -1);
  if (more.length > 0) return host.say(`Usage: ${rewindUsage}`);
  if (list.length === 0) return host.say(nothingYet);
  const found = which === undefined ? list.at(-1) : find(list, which);
  if (!found) return host.say(`There is no checkpoint ${which}; /checkpoint list shows them.`);
  host.say(await host.checkpoints.rewind(found, scope ?? "both", signal));
}

const scopes: ReadonlyMap<string, RewindScope> = new Map([
  ["both", "both"],
  ["files", "files"],
  ["conversation", "conversation"],
]);

function scopeOf(word: string | undefined): RewindScope | undefined {
  return word === undefined ? undefined : scopes.get(word.toLowerCase());
}

/** By its number, or by its id. */
function find(list: readonly Checkpoint[], which: string): Checkpoint | undefined {
  return list.find(({ number }) => String(number) === which) ?? list.find(({ id }) => id === which);
}

const nothingYet = "There are no checkpoints yet: they are made when a turn first writes a file.";

function listing(list: readonly Checkpoint[], count: number): string {
  if (list.length === 0) return `${nothingYet}\n${limits}`;
  const shown = list.slice(-count).reverse().map(checkpointRow);
  const hidden = list.length - shown.length;
  const more = hidden === 0 ? [] : [`(${hidden} earlier; /checkpoint list ${list.length} shows them too)`];
  return ["Checkpoints, the newest first:", ...shown, ...more, `Usage: ${rewindUsage}. ${limits}`].join("\n");
}

export function checkpointRow({ id, number, created, prompt, files }: Checkpoint): string {
  const tools = [...new Set(files.map(({ tool }) => tool))].join(" ");
  const when = new Date(created).toISOString().slice(0, 19).replace("T", " ");
  const said = Array.from(prompt.replaceAll(/\s+/g, " ").trim()).slice(0, promptChars).join("");
  return `- [${id}] (id=${number}, created=${when}, tools=${tools}, prompt="${said}")`;
}

export const checkpointCommands: readonly CommandEntry[] = [checkpoint, rewind];
