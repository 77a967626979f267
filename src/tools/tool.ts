/** What one tool is: its input, its rendering and its work. It knows neither the loop nor any display. */
import type * as z from "zod/mini";
import type { PreviewField, ToolRunContext } from "../model/tool.ts";
import type { PathAccess } from "./path-policy.ts";
import type { ProcessGroups } from "./process-group.ts";
import type { ResolvedPath } from "./resolve-path.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";

export type Tool = PlainTool<unknown> | FileTool<FileInput>;

/** A tool that names no file of its own; what it may touch is its own affair. */
export interface PlainTool<Input> extends ToolParts<Input, ToolContext> {
  readonly access?: undefined;
  /** Set for a tool from elsewhere. */
  readonly foreign?: ForeignTraits;
  /** The shell command that it runs; rules and blocklists read it. */
  command?(input: Input): string;
  /** Why it cannot run here and now, before anybody is asked. */
  hindrance?(context: ToolContext): Promise<string | undefined>;
}

/**
 * A tool that works on the one file named by `path`. The toolbox resolves that path and applies the path policy
 * before the question and again before the run; the tool opens `context.file.real` and nothing else.
 */
export interface FileTool<Input extends FileInput> extends ToolParts<Input, FileContext> {
  readonly access: PathAccess;
  readonly foreign?: undefined;
  /** What the preview rests on besides the path: where it is another one when the call runs, nothing is done. */
  basis?(context: FileContext): Promise<string>;
}

/** What is known of a tool from elsewhere, all of it by its own account. */
export interface ForeignTraits {
  /** JSON Schema of the input. It is passed on as it is, and so is the input: whoever runs the tool checks it. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Stands for all that was told of the tool: what the user allows holds for this and no other. */
  readonly pin: string;
  /** Something else was told of it before: it asks again, whatever is allowed. */
  readonly changed: boolean;
  readonly onlyLooks: boolean;
}

export interface FileInput {
  readonly path: string;
}

interface ToolParts<Input, Context> {
  readonly name: string;
  readonly description: string;
  /** Whether the user is asked before it runs. */
  readonly confirm: boolean;
  readonly input: z.ZodMiniType<Input>;
  /** Other names under which a parameter is accepted: other name → the name in `input`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** One line, possibly shortened: the preview holds the exact values. */
  title(input: Input): string;
  preview(input: Input, context: Context): Promise<readonly PreviewField[]>;
  run(input: Input, context: Context, live: ToolRunContext): Promise<ToolAnswer>;
}

export interface ToolContext {
  readonly cwd: string;
  readonly childEnv: Readonly<Record<string, string>>;
  /** 0 or less: no limit. */
  readonly bashTimeoutMs: number;
  /** How much of its output a tool needs to keep; always positive and finite. */
  readonly maxChars: number;
  readonly groups: ProcessGroups;
  /** Where the user wants one: no command runs outside it. */
  readonly sandbox?: Sandbox | undefined;
}

/** Is told of every file that a tool writes, while nobody else writes it. Must not reject. */
export interface WriteWatcher {
  before(file: ResolvedPath, tool: string): Promise<void>;
  after(file: ResolvedPath): Promise<void>;
}

export interface FileContext extends ToolContext {
  readonly file: ResolvedPath;
}

/** What a tool gives back before truncation. */
export interface ToolAnswer {
  readonly output: string;
  readonly isError: boolean;
  /** Set when the tool kept less than it saw: how many characters there were. */
  readonly totalChars?: number;
  /** A closing line that truncation must not cut off. */
  readonly footer?: string;
}

export function succeed(output: string): ToolAnswer {
  return { output, isError: false };
}

export function fail(output: string): ToolAnswer {
  return { output, isError: true };
}

/** For titles: control characters and runs of blanks become one blank, and what is too long ends in "...". */
export function oneLine(text: string, maxChars = 100): string {
  const line = text
    .slice(0, maxChars * 10)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const chars = Array.from(line);
  if (chars.length <= maxChars) return line;
  return `${chars.slice(0, maxChars - 3).join("")}...`;
}
