/** Everything a user can set, after defaults, files, environment and flags have been merged. */
import type { ApprovalMode, SecurityProfile } from "./approval.ts";

export interface Settings {
  /** Absent: chosen by what is configured (see backends/choose). */
  readonly backend?: string;
  readonly model?: string;
  /** The variant in force: a named preset of these settings. */
  readonly agent: string;
  readonly systemPrompt?: string;
  /** Whether the model is told what AGENTS.md and its like say. */
  readonly notes: boolean;
  /** Whether the model is told which skills there are. */
  readonly skills: boolean;
  /** Names of the tools the model may use; empty means none are offered. */
  readonly tools: readonly string[];
  /** The approval mode is yolo, whatever `approvalMode` says. */
  readonly autoTools: boolean;
  readonly approvalMode: ApprovalMode;
  readonly securityProfile: SecurityProfile;
  /** Regular expressions of shell commands that are never run, beyond the built-in ones. */
  readonly blockedCommands: readonly string[];
  /** Regular expressions of shell commands that no list blocks. */
  readonly allowedCommands: readonly string[];
  /** Shell commands run in a sandbox or not at all. */
  readonly sandbox: boolean;
  /** Whether they may use the network there. */
  readonly sandboxNetwork: boolean;
  /** The user's own commands around the tools, in this order. */
  readonly hooks: readonly HookSettings[];
  readonly toolSettings: Readonly<Record<string, ToolSettings>>;
  /** Requests in one turn before the loop pauses (chat) or fails (one-shot); 0 = no limit. */
  readonly maxIterations: number;
  /** Longest answer to one request, in tokens. */
  readonly maxOutputTokens: number;
  /** How a conversation that has become too long is made shorter; `off`: only when the user asks. */
  readonly compaction: CompactionForm;
  /** What of the conversation goes along with a request. */
  readonly contextMode: ContextMode;
  /** The most that goes along, by a rule of thumb of four characters a token; 0 = no limit, and so with the next. */
  readonly maxContextTokens: number;
  readonly maxMessages: number;
  readonly maxChars: number;
  readonly maxWords: number;
  /** Messages that are kept at all; older ones go. 0 = no limit. */
  readonly maxConversationMessages: number;
  /** Mode `summarize`: from so many tokens on, old messages become a summary. */
  readonly summarizeAt: number;
  /** How CLI agents are told what was said before, unless their own settings say. */
  readonly contextFormat?: ContextFormat;
  /** What a session may cost before it stops and asks, in dollars; 0 = no limit. */
  readonly maxCost: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly display: DisplayChoice;
  /** Of the full screen. Absent: the one chosen last with /theme, or the built-in one. */
  readonly theme?: string;
  /** Whether anything on the screen may move by itself. */
  readonly motion: boolean;
  /** Nothing but ASCII is drawn, whatever the terminal can do. */
  readonly ascii: boolean;
  /** Whether the wheel scrolls the full screen, where the terminal can tell of it; it then marks no text by itself. */
  readonly mouse: boolean;
  readonly editing: EditingStyle;
  /** Lines of the history that stay in sight when the full screen is left. */
  readonly leaveTail: number;
  /** How many sessions without a name are kept, and for how many days after they were last used; 0 = no limit. */
  readonly keepSessions: number;
  readonly keepDays: number;
  /** How grave something must be to be logged. */
  readonly logLevel: LogLevel;
  /** Absent: in the state directory. */
  readonly logFile?: string;
  /** The log goes to the standard error as well, where no full screen is up. */
  readonly logStderr: boolean;
  readonly showTokens: boolean;
  readonly showReasoning: boolean;
  readonly pasteMode: PasteMode;
  readonly bashTimeoutSeconds: number;
  /** Longest tool result the model sees, in characters; 0 = no limit. */
  readonly maxToolResultChars: number;
  /** Environment variables that tools may see although their names look like secrets. */
  readonly passEnv: readonly string[];
  readonly backends: Readonly<Record<string, BackendSettings>>;
  readonly mcpServers: Readonly<Record<string, McpServerSettings>>;
}

/** A server on the Model Context Protocol: a program to start, or an address. The values of `env` and `headers` are secrets. */
export interface McpServerSettings {
  /** Absent: by what else is set. */
  readonly transport?: McpTransport;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Names of variables that are handed on. */
  readonly passEnv?: readonly string[];
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** For one call. */
  readonly timeoutSeconds?: number;
}

export const mcpTransports = ["stdio", "http"] as const;
export type McpTransport = (typeof mcpTransports)[number];

/** What the user changes about one tool. */
export interface ToolSettings {
  /** What the model is told of it. */
  readonly description?: string;
  /** Whether it asks first. */
  readonly confirm?: boolean;
  readonly timeoutSeconds?: number;
}

/** What of a turn a command can be hooked to. */
export const hookPoints = ["before_tool", "after_tool", "turn_end"] as const;
export type HookPoint = (typeof hookPoints)[number];

export interface HookSettings {
  readonly on: HookPoint;
  /** Names of tools, with * and ?; absent: all of them. */
  readonly tools?: readonly string[];
  /** For sh. */
  readonly command: string;
  readonly timeoutSeconds?: number;
}

/** How to reach one backend. `apiKey` is a secret: it is never printed, logged or handed to a tool. */
export interface BackendSettings {
  /** What the user's own name for a backend stands for; the built-in names need none. */
  readonly type?: BackendType;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly model?: string;
  /** Of OpenAI and its like. Absent: by the address. */
  readonly api?: "responses" | "chat";
  readonly replayReasoning?: "auto" | "always" | "never";
  readonly thinking?: ThinkingLevel;
  /** The context window in tokens, where nobody else knows it; Ollama is told to use as much. */
  readonly contextWindow?: number;
  /** Of CLI agents: the program, its arguments, and a profile that says how it is talked to. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly profile?: string;
  readonly promptVia?: "argument" | "stdin";
  readonly toolPattern?: string;
  readonly tokenPattern?: string;
  readonly contextFormat?: ContextFormat;
  /** How many of the last messages a CLI agent is given. */
  readonly contextMessages?: number;
  readonly timeoutSeconds?: number;
  /** A module of the user's own. */
  readonly module?: string;
}

export const backendTypes = ["anthropic", "openai", "ollama", "cli", "acp", "module"] as const;
export type BackendType = (typeof backendTypes)[number];
export const thinkingLevels = ["off", "low", "medium", "high"] as const;
export type ThinkingLevel = (typeof thinkingLevels)[number];
export const contextFormats = ["plain", "markdown", "json", "xml"] as const;
export type ContextFormat = (typeof contextFormats)[number];

/** A model writes the summary; lines are made of the oldest turns. */
export const compactionForms = ["summarize", "mechanical", "off"] as const;
export type CompactionForm = (typeof compactionForms)[number];

/**
 * Everything; nothing but the current turn; the last messages; everything, the old as a summary once it is much.
 */
export const contextModes = ["continue", "fresh", "sliding", "summarize"] as const;
export type ContextMode = (typeof contextModes)[number];

/** From nothing to everything. */
export const logLevels = ["off", "error", "warning", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

export type DisplayChoice = "auto" | "full" | "append";
export type EditingStyle = "emacs" | "vi";
export type PasteMode = "auto" | "off";
export type OutputFormat = "text" | "json" | "jsonl";

export const toolNames = ["bash", "read", "write", "edit"] as const;

export const defaultSettings: Settings = {
  agent: "default",
  notes: true,
  skills: true,
  tools: toolNames,
  autoTools: false,
  approvalMode: "default",
  securityProfile: "cautious",
  blockedCommands: [],
  allowedCommands: [],
  sandbox: false,
  sandboxNetwork: false,
  hooks: [],
  toolSettings: {},
  maxIterations: 10,
  maxOutputTokens: 8192,
  compaction: "mechanical",
  contextMode: "continue",
  maxContextTokens: 100_000,
  maxMessages: 0,
  maxChars: 0,
  maxWords: 0,
  maxConversationMessages: 50,
  summarizeAt: 80_000,
  maxCost: 0,
  display: "auto",
  motion: true,
  ascii: false,
  mouse: false,
  editing: "emacs",
  leaveTail: 0,
  keepSessions: 0,
  keepDays: 0,
  logLevel: "warning",
  logStderr: false,
  showTokens: true,
  showReasoning: true,
  pasteMode: "auto",
  bashTimeoutSeconds: 120,
  maxToolResultChars: 40_000,
  passEnv: [],
  backends: {},
  mcpServers: {},
};

/** In a one-shot run nobody can be asked to go on, so the limit is higher and reaching it is an error. */
export const oneShotMaxIterations = 20;
