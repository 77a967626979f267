/** The one table of command-line options: what `args` reads and `help` prints. Parses nothing. */
import { backendKeys } from "./backend-keys.ts";
import { contextOptions } from "./context-options.ts";
import { agentEntry, settingKeys } from "./keys.ts";
import { logOptions } from "./log-options.ts";
import { type Option, sets, setsTo, takes, turnsOn } from "./option.ts";
import type { Rule } from "./rules.ts";
import { searchOptions } from "./search-options.ts";
import { fileName } from "./value-rules.ts";

const output: Rule = { kind: "choice", values: ["text", "json", "jsonl"] };
const tools = settingKeys.tools.rule.item.values.join(", ");

export const options: readonly Option[] = [
  {
    flag: "backend",
    short: "b",
    group: "Model",
    help: "Backend that answers, such as anthropic or offline.",
    action: sets("backend", "NAME"),
  },
  { flag: "model", short: "m", group: "Model", help: "Model to ask.", action: sets("model", "NAME") },
  {
    flag: "agent",
    short: "a",
    group: "Model",
    help: "Agent to use: a named set of settings (see --list-agents).",
    action: takes("agent", "NAME", agentEntry.rule),
  },
  {
    flag: "system",
    group: "Model",
    help: "What the model is told before the conversation.",
    action: sets("system_prompt", "TEXT"),
  },
  {
    flag: "no-notes",
    group: "Model",
    help: "Leave out what AGENTS.md, CLAUDE.md or GEMINI.md says.",
    action: setsTo("notes", false),
  },
  {
    flag: "no-skills",
    group: "Model",
    help: "Do not tell the model which skills there are.",
    action: setsTo("skills", false),
  },
  {
    flag: "max-output-tokens",
    group: "Model",
    help: "Longest answer to one request, in tokens.",
    action: sets("max_output_tokens", "N"),
  },
  {
    flag: "compaction",
    group: "Model",
    help: "How a conversation that is too long gets shorter: summarize (by the model), mechanical or off.",
    action: sets("compaction", "FORM"),
  },
  {
    flag: "max-cost",
    group: "Model",
    help: "Dollars that the session may cost before it stops; 0 means no limit.",
    action: sets("max_cost", "DOLLARS"),
  },
  {
    flag: "temperature",
    group: "Model",
    help: "How freely the model chooses its words, from 0 to 2.",
    action: sets("temperature", "N"),
  },
  {
    flag: "top-p",
    group: "Model",
    help: "Share of the likeliest words to choose from, from 0 to 1.",
    action: sets("top_p", "N"),
  },
  {
    flag: "base-url",
    group: "Model",
    help: "Address of the chosen backend.",
    action: takes("baseUrl", "URL", backendKeys.base_url.rule),
  },
  ...contextOptions,
  {
    flag: "tools",
    group: "Tools",
    help: `Tools that the model may use, of ${tools}.`,
    action: sets("tools", "A,B"),
  },
  { flag: "no-tools", group: "Tools", help: "Offer the model no tools.", action: setsTo("tools", []) },
  {
    flag: "auto-tools",
    group: "Tools",
    help: "Run tools without asking.",
    action: setsTo("auto_tools", true),
  },
  {
    flag: "approval-mode",
    group: "Tools",
    help: "default (asks), auto_edit (changes files unasked), yolo (runs all) or plan (only looks).",
    action: sets("approval_mode", "MODE"),
  },
  {
    flag: "security",
    group: "Tools",
    help: "How careful treadle is by itself: open, cautious, guarded or paranoid.",
    action: sets("security_profile", "PROFILE"),
  },
  {
    flag: "sandbox",
    group: "Tools",
    help: "Run shell commands in a sandbox: they write only to the working directory, without network.",
    action: setsTo("sandbox", true),
  },
  {
    flag: "max-iterations",
    group: "Tools",
    help: "Requests in one turn before the loop stops; 0 means no limit.",
    action: sets("max_iterations", "N"),
  },
  {
    flag: "display",
    group: "Display and output",
    help: "full (the whole screen), append (plain lines) or auto.",
    action: sets("display", "MODE"),
  },
  {
    flag: "theme",
    group: "Display and output",
    help: "Colours of the full screen, such as dark, light or mono.",
    action: sets("theme", "NAME"),
  },
  {
    flag: "no-motion",
    group: "Display and output",
    help: "Nothing on the screen moves by itself.",
    action: setsTo("motion", false),
  },
  {
    flag: "ascii",
    group: "Display and output",
    help: "Draw with nothing but ASCII.",
    action: setsTo("ascii", true),
  },
  {
    flag: "mouse",
    group: "Display and output",
    help: "Scroll the full screen with the wheel; marking text then needs Shift in most terminals.",
    action: setsTo("mouse", true),
  },
  {
    flag: "vi",
    group: "Display and output",
    help: "Edit the input of the full screen with the keys of vi.",
    action: setsTo("editing", "vi"),
  },
  {
    flag: "output",
    group: "Display and output",
    help: "What standard output carries: text (the answer), json (the answer and its figures) or jsonl (every event).",
    action: takes("output", "FORMAT", output),
  },
  {
    flag: "trace",
    group: "Display and output",
    help: "Also write every event to FILE, one JSON object per line.",
    action: takes("trace", "FILE", fileName),
  },
  ...logOptions,
  {
    flag: "interactive",
    short: "I",
    group: "Display and output",
    help: "With a prompt: answer it, then stay for a chat.",
    action: turnsOn("interactive"),
  },
  ...searchOptions,
  {
    flag: "config",
    group: "Configuration",
    help: "Settings file to use instead of your usual one.",
    action: takes("config", "FILE", fileName),
  },
  {
    flag: "spec",
    group: "Configuration",
    help: "File of agents, tools and settings (.pl, .yaml, .json) to add to yours.",
    action: takes("spec", "FILE", fileName),
  },
  {
    flag: "yes",
    group: "Configuration",
    help: "With init: ask nothing.",
    action: turnsOn("yes"),
  },
  {
    flag: "resume",
    group: "Configuration",
    help: "Go on with an earlier session; without a name, with the last one of this directory.",
    action: {
      kind: "optional",
      name: "ID|NAME|last",
      without: "",
      rule: { kind: "text", what: "an id, a name or last", accepts: (text) => text.trim() !== "" },
      target: { kind: "run", key: "resume" },
    },
  },
  {
    flag: "continue",
    short: "c",
    group: "Configuration",
    help: "Go on with the last session of this directory.",
    action: turnsOn("continue"),
  },
  {
    flag: "no-session",
    group: "Configuration",
    help: "Do not record this session.",
    action: turnsOn("noSession"),
  },
  {
    flag: "list-agents",
    group: "Information",
    help: "List the agents and leave.",
    action: turnsOn("listAgents"),
  },
  {
    flag: "json",
    group: "Information",
    help: "With doctor or --search: print JSON.",
    action: turnsOn("json"),
  },
  {
    flag: "help",
    short: "h",
    group: "Information",
    help: "Print this help and leave.",
    action: turnsOn("help"),
  },
  {
    flag: "version",
    short: "V",
    group: "Information",
    help: "Print the version and leave.",
    action: turnsOn("version"),
  },
];
