/** Brings a tool, its checked input and its surroundings together into one call that can be shown and run. */
import type { PreviewField, ToolRunContext } from "../model/tool.ts";
import type { FileLock } from "./file-lock.ts";
import { troubleSentence } from "./file-trouble.ts";
import { checkInput } from "./input-check.ts";
import type { PathGuard } from "./path-guard.ts";
import type { PolicyCall } from "./policy/policy.ts";
import {
  type FileContext,
  type FileInput,
  type FileTool,
  fail,
  type PlainTool,
  type Tool,
  type ToolAnswer,
  type ToolContext,
  type WriteWatcher,
} from "./tool.ts";

export interface Surroundings {
  readonly context: ToolContext;
  readonly guard: PathGuard;
  readonly lock: FileLock;
  readonly watcher?: WriteWatcher | undefined;
}

interface PreparedCall {
  /** As it was checked: under the names of the schema. */
  readonly input: unknown;
  readonly title: string;
  /** What has to be known to judge it. */
  readonly asks: PolicyCall;
  /** What the preview rests on: it must still be the same when the call runs. */
  readonly basis?: string;
  preview(): Promise<readonly PreviewField[]>;
  run(live: ToolRunContext): Promise<ToolAnswer>;
}

export type Preparation =
  | { readonly ok: true; readonly prepared: PreparedCall }
  | { readonly ok: false; readonly problem: string };

/** Everything that can be found out without running: the input's shape and the path policy. */
export async function prepareCall(
  tool: Tool,
  raw: Readonly<Record<string, unknown>>,
  around: Surroundings,
): Promise<Preparation> {
  const checked = checkInput(tool, raw);
  if (!checked.ok) return checked;
  if (tool.access === undefined) {
    const problem = await tool.hindrance?.(around.context);
    if (problem !== undefined) return { ok: false, problem };
    return { ok: true, prepared: preparePlain(tool, checked.input, around.context) };
  }
  // The schema of a file tool yields its input, and that has a path.
  return prepareFile(tool, checked.input as FileInput, around);
}

function preparePlain<Input>(tool: PlainTool<Input>, input: Input, context: ToolContext): PreparedCall {
  const { foreign } = tool;
  return {
    input,
    title: tool.title(input),
    asks: {
      tool: tool.name,
      confirm: tool.confirm,
      does: foreign?.onlyLooks ? "looks" : "anything",
      ...(tool.command && { command: tool.command(input) }),
      ...(foreign && { pin: foreign.pin, changed: foreign.changed }),
    },
    ...(foreign && { basis: foreign.pin }),
    preview: () => tool.preview(input, context),
    run: (live) => tool.run(input, context, live),
  };
}

async function prepareFile<Input extends FileInput>(
  tool: FileTool<Input>,
  input: Input,
  { context, guard, lock, watcher }: Surroundings,
): Promise<Preparation> {
  const verdict = await guard(input.path, tool.access);
  if (!verdict.ok) return { ok: false, problem: verdict.refusal };
  const { file } = verdict;
  const here: FileContext = { ...context, file };
  const work = (live: ToolRunContext) => runOnFile(tool, input, here, live);
  const write = async (live: ToolRunContext) => {
    const watching = live.signal.aborted ? undefined : watcher;
    await watching?.before(file, tool.name);
    const answer = await work(live);
    await watching?.after(file);
    return answer;
  };
  const basis = JSON.stringify([file.real, await tool.basis?.(here)]);
  const prepared: PreparedCall = {
    input,
    title: tool.title(input),
    asks: {
      tool: tool.name,
      confirm: tool.confirm || file.outside,
      does: tool.access === "write" ? "edits" : "looks",
      // What is allowed inside the working directory says nothing about files elsewhere.
      ...(file.outside && { outside: file.real }),
    },
    basis,
    preview: () => tool.preview(input, here),
    run: (live) => (tool.access === "write" ? lock(file.real, () => write(live)) : work(live)),
  };
  return { ok: true, prepared };
}

async function runOnFile<Input extends FileInput>(
  tool: FileTool<Input>,
  input: Input,
  context: FileContext,
  live: ToolRunContext,
): Promise<ToolAnswer> {
  if (live.signal.aborted) return fail("Not started: cancelled by the user");
  try {
    return await tool.run(input, context, live);
  } catch (error) {
    const sentence = troubleSentence(error, input.path);
    if (sentence === undefined) throw error;
    return fail(sentence);
  }
}
