/** /session, /sessions, /save and /load: which conversation this is, and which others there are. */
import type { CommandEntry, CommandHost } from "./command.ts";

const usage = "[list [N] | resume ID|NAME|last | new | fork [NAME] | name NAME]";
const listed = 10;

type Action = (host: CommandHost, args: string) => void | Promise<void>;

const actions: Readonly<Record<string, Action>> = {
  "": ({ say, sessions }) => say(sessions.describe()),
  list,
  async resume(host, args) {
    if (args === "")
      return host.say("Which one? /session resume ID, NAME or last; /session list shows them.");
    complain(host, await host.sessions.resume(args));
  },
  new(host) {
    complain(host, host.sessions.begin());
  },
  async fork(host, args) {
    complain(host, await host.sessions.fork(args));
  },
  name,
};

async function list({ say, sessions }: CommandHost, args: string): Promise<void> {
  const count = args === "" ? listed : Number(args);
  if (!Number.isSafeInteger(count) || count < 1)
    return say("Error: N must be a number from 1 on: /session list [N]");
  say(await sessions.list(count));
}

function name(host: CommandHost, args: string): void {
  if (args === "") return host.say("Error: how is it to be called? /session name NAME");
  const problem = host.sessions.rename(args);
  host.say(problem ?? `This session is called ${args} from now on.`);
}

function complain({ say }: CommandHost, problem: string | undefined): void {
  if (problem !== undefined) say(problem);
}

export const session: CommandEntry = {
  name: "session",
  aliases: [],
  usage,
  summary: "show, list, resume, begin, fork or name a session",
  whileBusy: false,
  run(host, args) {
    const [, word = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(args.trim()) ?? [];
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    if (!action) return host.say(`Unknown: /session ${word}. Usage: /session ${usage}`);
    return action(host, rest);
  },
};

export const sessions: CommandEntry = {
  name: "sessions",
  aliases: ["ls"],
  usage: "[N]",
  summary: "list the sessions, the newest first",
  whileBusy: true,
  run: (host, args) => list(host, args.trim()),
};

/** Everything is saved as it happens: what is left is a name, and a file that other programs can read. */
export const save: CommandEntry = {
  name: "save",
  aliases: ["sv"],
  usage: "[NAME]",
  summary: "name this session, and write it to a JSON file",
  whileBusy: true,
  async run(host, args) {
    const wanted = args.trim();
    if (wanted === "") host.say(host.sessions.describe());
    else name(host, wanted);
    if (host.journal() !== undefined) host.say(await host.exports.save(wanted));
  },
};

export const load: CommandEntry = {
  name: "load",
  aliases: ["ld"],
  usage: "ID|NAME|last|FILE.json",
  summary: "go on with another session, or with a saved file",
  whileBusy: false,
  async run(host, args) {
    const wanted = args.trim();
    if (wanted === "") return host.say("Which one? /load ID, NAME, last or FILE.json; /sessions lists them.");
    if (!/\.json$/i.test(wanted)) return complain(host, await host.sessions.resume(wanted));
    const taken = await host.exports.take(wanted);
    if (taken.kind === "refused") return host.say(taken.problem);
    complain(host, await host.sessions.resume(taken.id));
  },
};
