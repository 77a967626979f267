/** The tools as the loop sees them: which there are, whether a call may run, and running it. */
import type {
  PreviewField,
  Toolbox,
  ToolCall,
  ToolOutput,
  ToolRunContext,
  ToolVerdict,
} from "../model/tool.ts";
import { bashTool } from "./bash.ts";
import { childEnv } from "./child-env.ts";
import { createFileLock } from "./file-lock.ts";
import { jsonSchemaOf } from "./input-check.ts";
import { createPathGuard, type PathGuard } from "./path-guard.ts";
import type { Policy, PolicyCall } from "./policy/policy.ts";
import type { Rule } from "./policy/rules.ts";
import { type Preparation, prepareCall, type Surroundings } from "./prepare.ts";
import { createProcessGroups } from "./process-group.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { fail, type Tool, type ToolAnswer, type WriteWatcher } from "./tool.ts";
import { toolTable } from "./tool-table.ts";
import { truncateAnswer } from "./truncate.ts";

export interface ToolboxOptions {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of the tools the model may use. */
  readonly allowed: readonly string[];
  readonly policy: Policy;
  /** 0 or less: no limit. */
  readonly bashTimeoutMs: number;
  /** 0 or less: no limit. */
  readonly maxResultChars: number;
  readonly passEnv: readonly string[];
  /** Values that are never handed to a child process. */
  readonly secrets: readonly string[];
  /** Our own configuration and state: no file tool gets in there. */
  readonly protectedPaths: readonly string[];
  /** Directories with skills: written for the model, they may be read wherever they are. */
  readonly skillPaths?: readonly string[];
  /** Files that the user opens up or closes, beyond the built-in lists; opening beats closing. */
  readonly allowedPaths?: readonly string[];
  readonly blockedPaths?: readonly string[];
  /** Without one, commands run as the user's own. */
  readonly sandbox?: Sandbox | undefined;
  /** The tools there are; for tests and for tools from elsewhere. */
  readonly tools?: readonly Tool[];
  /** Tools that come and go, looked at for each request and each call. The model may use them all. */
  readonly moreTools?: () => readonly Tool[];
}

/** `judge`, `remember` and `run` belong together by the identity of the call: pass the same object to each. */
export interface LocalToolbox extends Toolbox {
  /** The tools as one turn uses them. Absent where nothing differs from turn to turn. */
  forTurn?(turn: ToolTurn): Toolbox;
  /** Absent where the user has none. */
  readonly hooks?: TurnHooks;
  /** Says which files may be written; absent where no tool here writes any. */
  readonly guard?: PathGuard;
  /** Kills whatever the tools have started and is still running. Synchronous: it may be the last thing done. */
  shutdown(): void;
  /** A command of the user's own: nobody is asked, and nothing but its own end or the signal stops it. */
  shell(command: string, live: ToolRunContext): Promise<ToolOutput>;
}

/** What hooks are for. */
export interface TurnHooks {
  /** Settles when the hooks have; those of a turn that was cancelled are not waited for. Never rejects. */
  ended(turn: ToolTurn, outcome: string, signal: AbortSignal): Promise<void>;
}

export interface ToolTurn {
  readonly task: string;
  readonly warn: (text: string) => void;
  /** Is told of what the turn writes. */
  readonly watcher?: WriteWatcher;
}

export interface HookableToolbox extends LocalToolbox {
  forTurn(turn: ToolTurn): Toolbox;
  /** What the tool will get, whatever names the model used; the raw input where the tool will not run. */
  inputOf(call: ToolCall): Promise<unknown>;
}

/** What is kept of one output even where the settings name no limit: a runaway command must not fill the memory. */
const mostKeptChars = 10_000_000;

export function createToolbox(options: ToolboxOptions): HookableToolbox {
  const tools = new Map((options.tools ?? toolTable).map((tool) => [tool.name, tool]));
  const around = surroundingsOf(options);
  const { policy } = options;
  const judged = new WeakMap<ToolCall, Judged>();
  const moreTools = options.moreTools ?? (() => []);
  const offered = () => [
    ...[...tools.values()].filter(({ name }) => options.allowed.includes(name)),
    ...moreTools(),
  ];
  const find = (name: string) => tools.get(name) ?? moreTools().find((tool) => tool.name === name);
  const finish = (answer: ToolAnswer, call: ToolCall) =>
    truncateAnswer(answer, options.maxResultChars, call.name);

  const prepare = async (call: ToolCall, watcher?: WriteWatcher): Promise<Preparation> => {
    if (call.malformed !== undefined)
      return { ok: false, problem: malformedProblem(call, call.malformed.problem) };
    const tool = find(call.name);
    if (tool === undefined) return { ok: false, problem: unknownProblem(call.name, offered()) };
    if (tools.has(call.name) && !options.allowed.includes(call.name))
      return { ok: false, problem: `Tool '${call.name}' not allowed` };
    return prepareCall(tool, call.input, { ...around, watcher });
  };

  const runWith = (watcher?: WriteWatcher): Toolbox["run"] =>
    async function run(call, live) {
      if (live.signal.aborted) return fail("Not started: cancelled by the user");
      try {
        const preparation = await prepare(call, watcher);
        if (!preparation.ok) return finish(fail(preparation.problem), call);
        const { asks, basis, run: start } = preparation.prepared;
        if (hasChanged(judged.get(call), basis)) return fail(changedProblem(asks));
        return finish(await start(live), call);
      } catch (error) {
        return finish(failedWith(error, call), call);
      }
    };

  const toolbox: HookableToolbox = {
    specs: () =>
      offered().map((tool) => ({
        name: tool.name,
        description: tool.description,
        schema: jsonSchemaOf(tool),
        confirm: tool.confirm,
      })),
    async judge(call): Promise<ToolVerdict> {
      try {
        const preparation = await prepare(call);
        if (!preparation.ok) return refuse(finish(fail(preparation.problem), call));
        const { title, asks, basis, preview } = preparation.prepared;
        const { decision, rules, rule } = policy.judge(asks);
        if (decision.kind === "refuse") return refuse(finish(fail(decision.reason), call));
        judged.set(call, { rules, basis });
        const fields = [...(await preview()), ...(call.fromText ? [fromTextField] : [])];
        const shown = { title, fields };
        if (decision.kind === "run" && !call.fromText) return { kind: "run", preview: shown };
        return { kind: "ask", preview: shown, ...(rule !== undefined && { rule }) };
      } catch (error) {
        return refuse(finish(failedWith(error, call), call));
      }
    },
    run: runWith(),
    forTurn: ({ watcher }) => ({ ...toolbox, run: runWith(watcher) }),
    async inputOf(call) {
      const preparation = await prepare(call).catch(() => undefined);
      return preparation?.ok ? preparation.prepared.input : call.input;
    },
    remember(call, how) {
      const rules = judged.get(call)?.rules;
      if (rules) policy.remember(rules, how);
    },
    guard: around.guard,
    async shell(command, live) {
      const answer = await bashTool.run({ command }, { ...around.context, bashTimeoutMs: 0 }, live);
      return truncateAnswer(answer, options.maxResultChars, bashTool.name);
    },
    shutdown() {
      around.context.groups.killAll();
      options.sandbox?.end();
    },
  };
  return toolbox;
}

const fromTextField: PreviewField = {
  label: "parsed from text",
  value: "the model wrote this into its answer; it may be an example",
};

/** What a call came to when it was judged. */
interface Judged {
  readonly rules: readonly Rule[];
  readonly basis: string | undefined;
}

function surroundingsOf(options: ToolboxOptions): Surroundings {
  const { cwd, home, bashTimeoutMs, maxResultChars, protectedPaths } = options;
  return {
    context: {
      cwd,
      bashTimeoutMs,
      childEnv: childEnv(options),
      maxChars: maxResultChars > 0 ? Math.min(maxResultChars, mostKeptChars) : mostKeptChars,
      groups: createProcessGroups(),
      sandbox: options.sandbox,
    },
    guard: createPathGuard({
      cwd,
      home,
      protectedPaths,
      readable: options.skillPaths ?? [],
      allowed: options.allowedPaths ?? [],
      blocked: options.blockedPaths ?? [],
    }),
    lock: createFileLock(),
  };
}

function malformedProblem({ name }: ToolCall, problem: string): string {
  return `Error: the arguments for tool "${name}" are not valid JSON (${problem}). The tool was not run; send the call again.`;
}

function unknownProblem(name: string, tools: readonly Tool[]): string {
  const names = tools.map((tool) => tool.name).join(", ");
  return `Error: unknown tool "${name}". Available tools: ${names || "none"}`;
}

function changedProblem({ pin }: PolicyCall): string {
  const what = pin === undefined ? "file" : "tool";
  return `The ${what} was changed or replaced after the call had been shown; nothing was done. Send the call again.`;
}

function hasChanged(judged: Judged | undefined, basis: string | undefined): boolean {
  return judged !== undefined && judged.basis !== basis;
}

function failedWith(error: unknown, { name }: ToolCall): ToolAnswer {
  return fail(`Error executing tool "${name}": ${error instanceof Error ? error.message : String(error)}`);
}

function refuse({ output }: ToolOutput): ToolVerdict {
  return { kind: "refuse", output };
}
