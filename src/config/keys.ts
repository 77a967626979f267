/** The one table of settings: what each may be, what it means, and who may set it. Reads nothing. */
import { approvalModes, securityProfiles } from "../model/approval.ts";
import { compactionForms, type Settings, type ToolSettings, toolNames } from "../model/settings.ts";
import { backendKeys } from "./backend-keys.ts";
import { contextKeys } from "./context-keys.ts";
import { hookRule } from "./hook-keys.ts";
import { logKeys } from "./log-keys.ts";
import { mcpKeys } from "./mcp-keys.ts";
import type { GroupRule, KeyEntry, KeyTable } from "./rules.ts";
import {
  anyText,
  between,
  maxBashTimeout,
  name,
  onOff,
  pattern,
  themeName,
  variableName,
  whole,
} from "./value-rules.ts";

const toolKeys = {
  description: { rule: anyText, setting: "description", description: "What the model is told of the tool." },
  confirm: { rule: onOff, setting: "confirm", description: "Whether the tool asks first." },
  timeout: {
    rule: whole(1, maxBashTimeout),
    setting: "timeoutSeconds",
    description: "Seconds after which bash stops a command.",
  },
} as const satisfies Readonly<Record<string, KeyEntry<keyof ToolSettings>>>;

/** What the file, an agent in it, a flag or a variable can set. */
export const settingKeys = {
  backend: { rule: name, setting: "backend", description: "Backend that answers." },
  model: { rule: name, setting: "model", description: "Model to ask." },
  system_prompt: {
    rule: anyText,
    setting: "systemPrompt",
    description: "What the model is told before the conversation.",
  },
  notes: {
    rule: onOff,
    setting: "notes",
    description: "Tell the model what AGENTS.md, CLAUDE.md or GEMINI.md says, yours and a trusted project's.",
  },
  skills: {
    rule: onOff,
    setting: "skills",
    description: "Tell the model which skills there are, yours and a trusted project's.",
  },
  tools: {
    rule: {
      kind: "list",
      what: `tools (${toolNames.join(", ")})`,
      item: { kind: "choice", values: toolNames },
    },
    setting: "tools",
    description: "Tools that the model may use; an empty list offers none.",
  },
  auto_tools: {
    rule: onOff,
    setting: "autoTools",
    description: "Run tools without asking.",
    own: true,
  },
  approval_mode: {
    rule: { kind: "choice", values: approvalModes },
    setting: "approvalMode",
    description:
      "default asks, auto_edit lets files be changed unasked, yolo lets all run, plan lets nothing.",
    own: true,
  },
  security_profile: {
    rule: { kind: "choice", values: securityProfiles },
    setting: "securityProfile",
    description: "How careful treadle is by itself.",
    own: true,
  },
  blocked_commands: {
    rule: { kind: "list", what: "regular expressions", item: pattern },
    setting: "blockedCommands",
    description: "Shell commands that are never run, beyond the built-in list.",
    own: true,
  },
  allowed_commands: {
    rule: { kind: "list", what: "regular expressions", item: pattern },
    setting: "allowedCommands",
    description: "Shell commands that no list blocks.",
    own: true,
  },
  sandbox: {
    rule: onOff,
    setting: "sandbox",
    description: "Run shell commands in a sandbox (bubblewrap; proot on Termux), or not at all.",
    own: true,
  },
  sandbox_network: {
    rule: onOff,
    setting: "sandboxNetwork",
    description: "Let sandboxed commands use the network.",
    own: true,
  },
  hooks: {
    rule: { kind: "list", what: "hooks", item: hookRule },
    setting: "hooks",
    description: "Commands that run before or after tools, or at the end of a turn.",
    own: true,
  },
  tool_settings: {
    rule: { kind: "map", what: "tools", of: { kind: "group", keys: toolKeys } },
    setting: "toolSettings",
    description: "What is different about single tools.",
    own: true,
  },
  max_iterations: {
    rule: whole(0),
    setting: "maxIterations",
    description: "Requests in one turn before the loop pauses; 0 means no limit.",
  },
  max_output_tokens: {
    rule: whole(1),
    setting: "maxOutputTokens",
    description: "Longest answer to one request, in tokens.",
  },
  compaction: {
    rule: { kind: "choice", values: compactionForms },
    setting: "compaction",
    description: "Who shortens a conversation that has become too long: the model, or a rule.",
  },
  ...contextKeys,
  max_cost: {
    rule: { kind: "number", whole: false, min: 0 },
    setting: "maxCost",
    description: "Dollars that a session may cost before it stops and asks; 0 means no limit.",
    own: true,
  },
  temperature: {
    rule: between(0, 2),
    setting: "temperature",
    description: "How freely the model chooses its words.",
  },
  top_p: {
    rule: between(0, 1),
    setting: "topP",
    description: "Share of the likeliest words that the model chooses from.",
  },
  display: {
    rule: { kind: "choice", values: ["auto", "full", "append"] },
    setting: "display",
    description: "Full screen, plain lines, or whichever the terminal can carry.",
  },
  theme: { rule: themeName, setting: "theme", description: "Colours of the full screen." },
  motion: { rule: onOff, setting: "motion", description: "Whether the spinner and the clock may move." },
  ascii: { rule: onOff, setting: "ascii", description: "Draw with nothing but ASCII." },
  mouse: {
    rule: onOff,
    setting: "mouse",
    description: "Scroll the full screen with the wheel, where the terminal can tell of it.",
  },
  editing: {
    rule: { kind: "choice", values: ["emacs", "vi"] },
    setting: "editing",
    description: "Keys of the input line on the full screen.",
  },
  keep_sessions: {
    rule: whole(0, 1_000_000),
    setting: "keepSessions",
    description: "How many sessions without a name are kept; 0 means all.",
    own: true,
  },
  keep_days: {
    rule: whole(0, 100_000),
    setting: "keepDays",
    description: "Days for which a session without a name is kept; 0 means for ever.",
    own: true,
  },
  ...logKeys,
  leave_tail: {
    rule: whole(0, 1000),
    setting: "leaveTail",
    description: "Lines of the chat that are printed after the full screen is left.",
  },
  show_tokens: { rule: onOff, setting: "showTokens", description: "Show token counts after each answer." },
  show_reasoning: { rule: onOff, setting: "showReasoning", description: "Show the model's reasoning." },
  paste_mode: {
    rule: { kind: "choice", values: ["auto", "off"] },
    setting: "pasteMode",
    description: "Whether lines that arrive at once are one prompt.",
  },
  bash_timeout: {
    rule: whole(1, maxBashTimeout),
    setting: "bashTimeoutSeconds",
    description: "Seconds after which a command is stopped.",
  },
  max_tool_result_chars: {
    rule: whole(0),
    setting: "maxToolResultChars",
    description: "Longest tool result that the model sees, in characters; 0 means no limit.",
  },
  pass_env: {
    rule: { kind: "list", what: "environment variable names", item: variableName },
    setting: "passEnv",
    description: "Variables that tools may see although their names look like secrets.",
    own: true,
  },
  backends: {
    rule: { kind: "map", what: "backends", of: { kind: "group", keys: backendKeys } },
    setting: "backends",
    description: "How to reach each backend.",
    own: true,
  },
  mcp_servers: {
    rule: { kind: "map", what: "MCP servers", of: { kind: "group", keys: mcpKeys } },
    setting: "mcpServers",
    description: "Servers on the Model Context Protocol, whose tools the model may use.",
    own: true,
  },
} as const satisfies Readonly<Record<string, KeyEntry<keyof Settings>>>;

export type SettingKey = keyof typeof settingKeys;

const agentKeys: KeyTable = {
  description: { rule: anyText, setting: "description", description: "What the agent is for, in a line." },
  ...settingKeys,
};

export const agentEntry: KeyEntry = {
  rule: name,
  setting: "agent",
  description: "Agent (a named set of these settings) to start with.",
};

/** Everything a settings file may hold. */
export const fileRule: GroupRule = {
  kind: "group",
  keys: {
    agent: agentEntry,
    ...settingKeys,
    agents: {
      rule: { kind: "map", what: "agents", of: { kind: "group", keys: agentKeys } },
      setting: "agents",
      description: "Agents: named sets of these settings.",
    },
  },
};
