/** /approve: what runs without a question, for now or for good. */
import type { Standing } from "../model/approval.ts";
import type { CommandEntry, CommandHost } from "./command.ts";
import { parseDuration } from "./duration.ts";

export const approve: CommandEntry = {
  name: "approve",
  aliases: [],
  usage: "ask|all|none|DURATION|rules|allow WORDS|deny WORDS|forget N",
  summary: "decide what runs without a question, such as for 10m",
  whileBusy: true,
  async run(host, args) {
    const [word = "", ...rest] = args.trim().split(/\s+/);
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    if (action) return host.say(await action(host, rest.join(" ")));
    const standing = standingOf(word, host.approvals.now());
    if (standing) host.approvals.set(standing);
    else if (word !== "") return host.say(usage);
    host.say(`approval policy: ${describe(host.approvals.standing(), host.approvals.now())}`);
  },
};

const usage =
  "Usage: /approve ask|all|none|DURATION (30s, 10m, 1h), or rules, allow WORDS, deny WORDS, forget N";

const actions: Readonly<Record<string, (host: CommandHost, words: string) => Promise<string> | string>> = {
  async rules({ approvals }) {
    const rules = await approvals.rules();
    return rules.length > 0
      ? rules.join("\n")
      : "There are no rules: answer a question with always to make one.";
  },
  allow: ({ approvals }, words) => (words === "" ? usage : approvals.add("allow", words)),
  deny: ({ approvals }, words) => (words === "" ? usage : approvals.add("deny", words)),
  forget: ({ approvals }, words) => (/^\d+$/.test(words) ? approvals.forget(Number(words)) : usage),
};

function standingOf(word: string, now: number): Standing | undefined {
  if (word === "ask" || word === "all" || word === "none") return word;
  const duration = parseDuration(word);
  return duration === undefined ? undefined : { until: now + duration };
}

function describe(standing: Standing, now: number): string {
  if (typeof standing === "string") return standing;
  return `auto-approve for ${((standing.until - now) / 1000).toFixed(1)}s`;
}
