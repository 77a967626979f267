/** Goes back to a checkpoint: shows what would change, asks, keeps what is there now, and then does it. */
import type { RewindScope } from "../commands/command.ts";
import { rewinding } from "../context/history-edit.ts";
import type { Emit } from "../loop/bus.ts";
import type { HistoryChange } from "../model/history-change.ts";
import type { PreviewField } from "../model/tool.ts";
import { hashOf } from "../sessions/blob-store.ts";
import type { Checkpoint } from "../sessions/checkpoint.ts";
import { troubleSentence } from "../tools/file-trouble.ts";
import type { PathGuard } from "../tools/path-guard.ts";
import { versionOf } from "../tools/regular-file.ts";
import { removeFile, restoreFile } from "../tools/snapshot.ts";
import type { CheckpointBook } from "./checkpoints.ts";
import type { Controller } from "./controller.ts";
import type { Conversation } from "./conversation.ts";
import { planRewind, type RewindStep } from "./rewind-plan.ts";
import { keep, openCheckpoint } from "./track-writes.ts";

export interface RewindDeps {
  /** The oldest first. */
  readonly list: readonly Checkpoint[];
  readonly book: CheckpointBook;
  readonly guard: PathGuard;
  readonly conversation: Pick<Conversation, "history">;
  readonly ask: Controller["ask"];
  readonly emit: Emit;
}

type Doing = Extract<RewindStep, { kind: "restore" | "remove" }>;

/** Comes back with what came of it, in words. */
export async function rewind(
  to: Checkpoint,
  scope: RewindScope,
  deps: RewindDeps,
  signal: AbortSignal,
): Promise<string> {
  const { book } = deps;
  const { cwd, directory } = book.place();
  if (to.cwd !== cwd && scope !== "conversation") {
    return `Checkpoint ${to.number} was made in ${to.cwd}; start treadle there to go back to it.`;
  }
  const steps = scope === "conversation" ? [] : await planRewind(to, { ...deps, directory, cwd });
  const change = scope === "files" ? undefined : takingBack(to, deps);
  const doing = steps.filter(isDoing);
  if (doing.length === 0 && !change) {
    return [`Nothing is different from checkpoint ${to.number}.`, ...steps.map(plannedLine)].join("\n");
  }
  const title = `Rewind to checkpoint ${to.number}, before "${excerpt(to.prompt, 60)}"?`;
  const fields = [...conversationFields(change), ...steps.flatMap(stepFields)];
  const answer = await deps.ask({ kind: "confirm", title, fields }, signal);
  if (answer?.verdict !== "allow") return "Nothing is changed.";
  const results = await carryOut(to, steps, book);
  if (change) deps.emit({ type: "history-changed", change });
  return [
    `Rewind ${to.id} results:`,
    ...results,
    ...(change ? [`- conversation: ${change.removed} messages taken back; /undo brings them back`] : []),
    ...(doing.length > 0 ? ["/rewind takes the files back to where they were."] : []),
  ].join("\n");
}

export function excerpt(text: string, most: number): string {
  const characters = Array.from(text.replaceAll(/\s+/g, " ").trim());
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most - 3).join("")}...`;
}

/** Undefined where no message came since. */
function takingBack(to: Checkpoint, { book, conversation }: RewindDeps): HistoryChange | undefined {
  const from = book.placeOf(to);
  if (from === undefined || from >= conversation.history().length) return undefined;
  return rewinding(conversation.history(), from);
}

function isDoing(step: RewindStep): step is Doing {
  return step.kind === "restore" || step.kind === "remove";
}

function conversationFields(change: HistoryChange | undefined): readonly PreviewField[] {
  return change ? [{ label: "conversation", value: `${change.removed} messages are taken back` }] : [];
}

const mostDiffLines = 20;

function stepFields(step: RewindStep): readonly PreviewField[] {
  if (!isDoing(step)) return [{ label: step.kind, value: `${step.path} (${step.reason})` }];
  const { diff, foreign } = step.work;
  const since = foreign ? ", changed since by someone else" : "";
  const field = { label: step.kind, value: `${step.path} (${sizeOfChange(diff)}${since})` };
  return step.kind === "remove" || !diff ? [field] : [field, { label: "changes", value: beginningOf(diff) }];
}

function sizeOfChange(diff: string | undefined): string {
  if (diff === undefined) return "binary or long";
  const lines = diff.split("\n");
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  return `+${count("+")} -${count("-")}`;
}

function beginningOf(diff: string): string {
  const lines = diff.split("\n");
  const hidden = lines.length - mostDiffLines;
  return hidden <= 1 ? diff : [...lines.slice(0, mostDiffLines), `... ${hidden} more lines`].join("\n");
}

async function carryOut(
  to: Checkpoint,
  steps: readonly RewindStep[],
  book: CheckpointBook,
): Promise<readonly string[]> {
  const doing = steps.filter(isDoing);
  const id = doing.length > 0 ? openCheckpoint(book, `rewind to ${to.number}`) : "";
  const results: string[] = [];
  for (const step of steps)
    results.push(isDoing(step) ? await carryOutStep(step, id, book) : plannedLine(step));
  return results;
}

async function carryOutStep(step: Doing, id: string, book: CheckpointBook): Promise<string> {
  const { path, work } = step;
  const { file, now, version } = work;
  const failed = (reason: string) => `- ${path}: failed (${reason})`;
  if ((await versionOf(file)) !== version) return failed("It was changed while you were asked.");
  const before = keep(book, path, now);
  if (before.kind === "unkept") return failed(before.reason);
  book.note({ kind: "tracked", id, path, tool: "rewind", before });
  try {
    if (step.kind === "remove") {
      await removeFile(file, step.directories);
      return `- ${path}: removed`;
    }
    await restoreFile(file, step.content, step.mode);
    book.note({ kind: "written", id, path, hash: hashOf(step.content) });
    return `- ${path}: restored`;
  } catch (error) {
    return failed(troubleSentence(error, path) ?? String(error));
  }
}

function plannedLine(step: RewindStep): string {
  if (isDoing(step)) return `- ${step.path}: ${step.kind}`;
  return `- ${step.path}: ${step.kind === "skip" ? "skipped" : "failed"} (${step.reason})`;
}
