/** The options of a search across sessions, and of their export. */
import { type Option, takes, turnsOn } from "./option.ts";
import type { Rule } from "./rules.ts";

const text: Rule = { kind: "text", what: "what to search for", accepts: (given) => given !== "" };
const session: Rule = { kind: "text", what: "a session", accepts: (given) => given !== "" };
const role: Rule = { kind: "choice", values: ["user", "assistant", "tool", "system"] };
const limit: Rule = { kind: "number", whole: true, min: 1, max: 99_999 };

export const searchOptions: readonly Option[] = [
  {
    flag: "search",
    group: "Sessions",
    help: "Print where the recorded sessions hold TEXT, the newest first, and leave.",
    action: takes("search", "TEXT", text),
  },
  {
    flag: "regex",
    group: "Sessions",
    help: "With --search: TEXT is a regular expression.",
    action: turnsOn("regex"),
  },
  {
    flag: "case",
    group: "Sessions",
    help: "With --search: capitals matter.",
    action: turnsOn("caseSensitive"),
  },
  {
    flag: "role",
    group: "Sessions",
    help: "With --search: only what a user, assistant, tool or system said.",
    action: takes("role", "ROLE", role),
  },
  {
    flag: "in",
    group: "Sessions",
    help: "With --search: only in the session of this id or name.",
    action: takes("inSession", "SESSION", session),
  },
  {
    flag: "limit",
    group: "Sessions",
    help: "With --search: print at most N matches; 50 otherwise.",
    action: takes("limit", "N", limit),
  },
  {
    flag: "count",
    group: "Sessions",
    help: "With --search: only how often each session has it, the most first.",
    action: turnsOn("count"),
  },
  {
    flag: "force",
    group: "Sessions",
    help: "With export: replace a file that is there. With init: also where there are settings.",
    action: turnsOn("force"),
  },
];
