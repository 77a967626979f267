/** What a slash command is, and the host it acts through. */

import type { CustomCommand } from "../config/custom-commands.ts";
import type { Skill, SkillBody } from "../config/skills.ts";
import type { Standing } from "../model/approval.ts";
import type { CostRow } from "../model/cost.ts";
import type { Queued, ViewAction } from "../model/event.ts";
import type { ChangeReason, HistoryChange } from "../model/history-change.ts";
import type { Message } from "../model/message.ts";
import type { ContextFormat, Settings } from "../model/settings.ts";
import type { ToolSpec } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import type { Checkpoint } from "../sessions/checkpoint.ts";
import type { AskUser, McpPowers } from "./mcp-powers.ts";
import type { Setup } from "./setup.ts";
import type { TaskPowers } from "./task-powers.ts";
import type { VoicePowers } from "./voice-options.ts";

export interface CommandEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  /** The arguments, as shown after the name; empty when it takes none. */
  readonly usage: string;
  readonly summary: string;
  /** Whether it may be used while a turn is running. */
  readonly whileBusy: boolean;
  /** It only changes what is seen, and leaves no trace in the history. */
  readonly quiet?: true;
  /** Ctrl-C and /stop end it: it heeds its signal. */
  readonly stoppable?: true;
  /** What takes time is awaited before the next entry is taken. */
  run(host: CommandHost, args: string, signal: AbortSignal): void | Promise<void>;
}

export interface CommandHost {
  say(text: string): void;
  commands(): readonly CommandEntry[];
  settings(): Settings;
  /** Holds from the next request on. */
  change(changes: Partial<ChangeableSettings>): void;
  backend(): { readonly name: string; readonly label: string; readonly model: string };
  readonly switching: Switching;
  readonly skills: SkillPowers;
  readonly mcp: McpPowers;
  /** Undefined when it was cancelled before there was an answer. */
  readonly ask: AskUser;
  readonly voice: VoicePowers;
  tools(): Promise<readonly ToolSpec[]>;
  readonly approvals: ApprovalControl;
  readonly shortcuts: ShortcutList;
  readonly custom: CustomCommandList;
  readonly queue: QueuePowers;
  readonly tasks: TaskPowers;
  messageCount(): number;
  usage(): { readonly total: Usage; readonly last: Usage | undefined };
  costs(): CostReport;
  readonly sessions: SessionPowers;
  /** Where the session is recorded; undefined when it is not. */
  journal(): string | undefined;
  readonly themes: ThemeChoice;
  readonly setup: Setup;
  readonly exports: Exports;
  readonly searches: Searches;
  view(action: ViewAction): void;
  /** In the way of the display. */
  showUsage(): void;
  readonly history: HistoryPowers;
  readonly compaction: CompactionPowers;
  readonly checkpoints: CheckpointPowers;
  readonly context: ContextPowers;
  /** Cancels what is running; false when nothing is. */
  stop(): boolean;
  /** Takes up the last turn again; false when it was answered or there is none. */
  retry(): boolean;
  /** Starts a turn with this text, whatever it begins with. */
  prompt(text: string): void;
  /** The same, as the user's own words: what they name after `@` is attached. */
  send(text: string): Promise<void>;
  readonly paper: PaperPowers;
  readonly upkeep: UpkeepPowers;
  readonly streaming: { on(): boolean; set(on: boolean): void };
  quit(): void;
}

/** The conversation as files. */
export interface Exports {
  /** `FILE [FROM-TO | last N] [--force]`; tells in a sentence what came of it. */
  write(words: string): Promise<string>;
  /** As JSON in the state directory, under this name or its id; tells in a sentence what came of it. */
  save(name: string): Promise<string>;
  /** Makes a session of a file that was saved; it is not opened yet. */
  take(file: string): Promise<Taken>;
}

export type Taken =
  | { readonly kind: "imported"; readonly id: string }
  | { readonly kind: "refused"; readonly problem: string };

/** Texts on their way out of the conversation. */
export interface PaperPowers {
  /** Says in a sentence where the copy is. */
  copy(text: string): Promise<string>;
  /** In the user's pager; false where there is none. */
  page(text: string): Promise<boolean>;
  /** As it is, to be selected. */
  show(text: string): Promise<void>;
}

/** How the program is set up. In words, and never with the value of a key. */
export interface UpkeepPowers {
  doctor(): Promise<string>;
  display(): string;
  keys(): Promise<readonly string[]>;
}

/** The prompts that wait for their turn. */
export interface QueuePowers {
  list(): readonly Queued[];
  /** Sends those that are held, after what is running; how many there were. */
  send(): number;
  /** Forgets all; how many there were. */
  drop(): number;
}

/** Instructions for certain tasks, the user's own and the trusted project's. */
export interface SkillPowers {
  list(): Promise<readonly Skill[]>;
  body(skill: Skill): Promise<SkillBody>;
}

export interface ContextPowers {
  report(): Promise<ContextReport>;
}

/** What the next request carries, as far as one can tell before it is sent. */
export interface ContextReport {
  readonly rows: readonly ContextRow[];
  /** Of the conversation, whether they go along or not. */
  readonly messages: number;
  /** What the last request and its answer took. */
  readonly last?: { readonly tokens: number; readonly estimated: boolean };
  /** 0: nobody has to look after it. `assumed`: nobody knows. */
  readonly limit: { readonly tokens: number; readonly assumed: boolean };
}

export interface ContextRow {
  readonly label: string;
  readonly count?: number;
  readonly tokens: number;
}

/** What came of it is told where it came to something. */
export interface CompactionPowers {
  /** Why the conversation is as it was, in a sentence; undefined when it is shorter. `focus`: what to keep above all. */
  compact(focus: string, signal: AbortSignal): Promise<string | undefined>;
  /** Takes back the last compaction: a sentence. */
  undo(): string;
}

/** Messages are named by their index, from 0. Each change is one that /undo takes back. */
export interface HistoryPowers {
  messages(): readonly Message[];
  /** Both ends count; undefined when no message lies between them. */
  delete(first: number, last: number): HistoryChange | undefined;
  /** False when there is no such message. */
  edit(index: number, text: string): boolean;
  /** What was taken back; undefined when there is nothing to take back. */
  undo(): ChangeReason | undefined;
  /** Takes back this message of the user and what followed, and sends it again; false when it is no such message. */
  replay(index: number): boolean;
  /** Lets the user change a text in an editor; undefined where that cannot be. */
  editText(text: string): Promise<string | undefined>;
  clear(): void;
}

export interface Searches {
  /** `[OPTIONS] TEXT`; says what is found in one session after the other. */
  run(words: string, say: (text: string) => void, signal: AbortSignal): Promise<void>;
}

/** What can be written shorter. */
export interface ShortcutList {
  /** By their names, without the slash. */
  aliases(): Readonly<Record<string, string>>;
  templates(): Promise<readonly { readonly usage: string; readonly description?: string | undefined }[]>;
}

/** Commands from files, the user's own and the trusted project's. */
export interface CustomCommandList {
  list(): Promise<{
    readonly commands: readonly Pick<CustomCommand, "name" | "description" | "usage" | "owner">[];
    /** In sentences. */
    readonly problems: readonly string[];
  }>;
}

/** What needs no question. */
export interface ApprovalControl {
  standing(): Standing;
  set(standing: Standing): void;
  /** Milliseconds since the epoch, by the clock that a standing is measured with. */
  now(): number;
  /** In words; a problem with the file that keeps them comes first. */
  rules(): Promise<readonly string[]>;
  /** Allows or denies shell commands that begin with these words, for good; says what came of it. */
  add(verdict: "allow" | "deny", words: string): Promise<string>;
  /** By its place in the list, from 1; says what came of it. */
  forget(place: number): Promise<string>;
}

export interface CheckpointPowers {
  /** The oldest first; undefined where sessions are not kept. */
  list(): readonly Checkpoint[] | undefined;
  /** Shows what would change, asks, and does it. Comes back with what came of it, in words. */
  rewind(checkpoint: Checkpoint, scope: RewindScope, signal: AbortSignal): Promise<string>;
}

export type RewindScope = "both" | "files" | "conversation";

/** What goes wrong is told in a sentence; nothing where it went well. */
export interface SessionPowers {
  /** The one that is open. */
  describe(): string;
  /** The newest first, at most so many. */
  list(most: number): Promise<string>;
  /** By its id, the beginning of one, its name, or `last`. */
  resume(wanted: string): Promise<string | undefined>;
  begin(): string | undefined;
  /** Goes on in a copy; the empty name is one that tells of its origin. */
  fork(name: string): Promise<string | undefined>;
  rename(name: string): string | undefined;
}

export type ChangeableSettings = Pick<Settings, "maxIterations" | "contextMode" | "systemPrompt">;

/** Who answers from now on; what cannot be made leaves the old one in force. */
export interface Switching {
  backends(): readonly string[];
  agents(): readonly string[];
  models(): Promise<Models>;
  useBackend(name: string): Promise<Switched>;
  useModel(name: string): Promise<Switched>;
  useAgent(name: string): Promise<Switched>;
  useFormat(format: ContextFormat): Promise<Switched>;
}

export type Switched =
  | { readonly kind: "switched"; readonly label: string; readonly model: string }
  | { readonly kind: "kept"; readonly problem: string };

export interface Models {
  readonly from: "service" | "catalogue";
  readonly names: readonly string[];
  /** Why the service did not tell. */
  readonly problem?: string;
}

export interface CostReport {
  /** One for each model. */
  readonly rows: readonly CostRow[];
  /** In dollars; undefined where a price is unknown. */
  readonly total: number | undefined;
  /** When the prices were put together. */
  readonly date: string;
}

export interface ThemeChoice {
  names(): readonly string[];
  current(): string;
  /** Takes it at once, unless something is wrong with it. */
  use(name: string): Promise<ThemeOutcome>;
}

export type ThemeOutcome =
  | {
      readonly kind: "used";
      /** `set-elsewhere`: the next start takes what the settings or flags say. */
      readonly kept: "kept" | "set-elsewhere" | "not-kept";
    }
  /** In sentences. */
  | { readonly kind: "wrong"; readonly problems: readonly string[] };
