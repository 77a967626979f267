/** Runs the tool calls of one assistant message: questions one at a time, then the tools in parallel. */
import type { ToolFate } from "../model/event.ts";
import type { Answer, Question } from "../model/question.ts";
import type { Toolbox, ToolCall, ToolPreview, ToolResult, ToolVerdict } from "../model/tool.ts";
import { aborted, orAborted } from "./aborted.ts";
import type { Emit } from "./bus.ts";
import { errorResult, settledText } from "./settle.ts";

/** Asks the user; resolves to undefined when the signal aborts before there is an answer. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<Answer | undefined>;

export interface BatchDeps {
  readonly toolbox: Toolbox;
  readonly ask: Ask;
}

/** Always one result per call, in the order of the calls, whatever happens in between. */
export async function runBatch(
  calls: readonly ToolCall[],
  deps: BatchDeps,
  emit: Emit,
  signal: AbortSignal,
): Promise<readonly ToolResult[]> {
  const finish = (result: ToolResult, fate: ToolFate): ToolResult => {
    emit({ type: "tool-finished", result, fate });
    return result;
  };
  const decisions: Decision[] = [];
  for (const call of calls) decisions.push(await decide(call, deps, signal));

  return Promise.all(
    calls.map(async (call, index) => {
      const decision = decisions[index] ?? notStarted;
      if (decision.kind === "settled") return finish(errorResult(call, decision.output), decision.fate);
      if (signal.aborted) return finish(errorResult(call, settledText.notStarted), "not-started");
      return runOne(call, decision.preview, deps.toolbox, emit, signal, finish);
    }),
  );
}

type Decision =
  | { readonly kind: "run"; readonly preview: ToolPreview }
  | { readonly kind: "settled"; readonly output: string; readonly fate: ToolFate };

const notStarted: Decision = { kind: "settled", output: settledText.notStarted, fate: "not-started" };

async function decide(call: ToolCall, deps: BatchDeps, signal: AbortSignal): Promise<Decision> {
  if (signal.aborted) return notStarted;
  const verdict = await orAborted(deps.toolbox.judge(call).catch(judgeFailed(call)), signal);
  if (verdict === aborted) return notStarted;
  if (verdict.kind === "run") return { kind: "run", preview: verdict.preview };
  if (verdict.kind === "refuse") return { kind: "settled", output: verdict.output, fate: "refused" };
  const answer = await orAborted(deps.ask(questionAbout(call, verdict), signal), signal);
  if (answer === aborted || answer === undefined) return notStarted;
  if (answer.verdict === "deny") {
    return { kind: "settled", output: deniedText(answer.reason), fate: "denied" };
  }
  if (answer.verdict !== "allow") deps.toolbox.remember(call, answer.verdict);
  return { kind: "run", preview: verdict.preview };
}

function questionAbout(call: ToolCall, { preview, rule }: Extract<ToolVerdict, { kind: "ask" }>): Question {
  return { kind: "tool", call, preview, ...(rule !== undefined && { rule }) };
}

function judgeFailed(call: ToolCall) {
  return (error: unknown) => ({ kind: "refuse", output: failedText(call, error) }) as const;
}

function deniedText(reason: string | undefined): string {
  return reason ? `${settledText.denied}: ${reason}` : settledText.denied;
}

async function runOne(
  call: ToolCall,
  preview: ToolPreview,
  toolbox: Toolbox,
  emit: Emit,
  signal: AbortSignal,
  finish: (result: ToolResult, fate: ToolFate) => ToolResult,
): Promise<ToolResult> {
  emit({ type: "tool-started", call, preview });
  const onOutput = (text: string) => {
    if (!signal.aborted) emit({ type: "tool-output", callId: call.id, text });
  };
  try {
    const done = await orAborted(toolbox.run(call, { signal, onOutput }), signal);
    if (done === aborted) return finish(errorResult(call, settledText.interrupted), "interrupted");
    if (done.truncatedFrom !== undefined) {
      emit({ type: "notice", level: "warning", text: truncatedText(call, done.truncatedFrom) });
    }
    const { output, isError, refused } = done;
    return finish({ callId: call.id, name: call.name, output, isError }, refused ? "refused" : "ran");
  } catch (error) {
    if (signal.aborted) return finish(errorResult(call, settledText.interrupted), "interrupted");
    return finish(errorResult(call, failedText(call, error)), "ran");
  }
}

function truncatedText(call: ToolCall, length: number): string {
  return `The output of ${call.name} (${length.toLocaleString("en-US")} characters) was truncated for the model.`;
}

function failedText(call: ToolCall, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `Error executing tool "${call.name}": ${message}`;
}
