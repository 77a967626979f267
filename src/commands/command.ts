/** What a slash command is, and the host it acts through. */
import type { Settings } from "../model/settings.ts";
import type { ToolSpec } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";

export interface CommandEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  /** The arguments, as shown after the name; empty when it takes none. */
  readonly usage: string;
  readonly summary: string;
  /** Whether it may be used while a turn is running. */
  readonly whileBusy: boolean;
  /** What takes time is awaited before the next entry is taken. */
  run(host: CommandHost, args: string): void | Promise<void>;
}

export interface CommandHost {
  say(text: string): void;
  commands(): readonly CommandEntry[];
  settings(): Settings;
  setMaxIterations(count: number): void;
  backend(): { readonly label: string; readonly model: string };
  tools(): Promise<readonly ToolSpec[]>;
  queue(): readonly string[];
  messageCount(): number;
  usage(): { readonly total: Usage; readonly last: Usage | undefined };
  /** Where the session is recorded; undefined when it is not. */
  journal(): string | undefined;
  clear(): void;
  /** Cancels what is running; false when nothing is. */
  stop(): boolean;
  quit(): void;
}
