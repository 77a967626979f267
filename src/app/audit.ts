/** The audit log: what became of every tool call, one JSON object on each line. It never gets in the way of the chat. */
import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Listener } from "../loop/bus.ts";
import type { SecurityProfile } from "../model/approval.ts";
import type { AgentEvent, VoiceChanged } from "../model/event.ts";
import { callsOf } from "../model/message.ts";
import type { ToolCall } from "../model/tool.ts";
import type { Redact } from "../text/redact.ts";

/** How much is kept under each profile. */
export const auditLevels: Readonly<Record<SecurityProfile, AuditLevel>> = {
  open: "off",
  cautious: "basic",
  guarded: "detailed",
  paranoid: "forensic",
};

/** `detailed` keeps what a call was given, `forensic` also what it gave back. */
type AuditLevel = "off" | "basic" | "detailed" | "forensic";

export interface AuditOptions {
  readonly file: string;
  readonly level: () => AuditLevel;
  readonly directory: string;
  readonly redact: Redact;
}

/** From this size on a file is put aside, in the place of the one before it. */
const largestFile = 10_000_000;

export function createAudit({ file, level, directory, redact }: AuditOptions): Listener {
  const calls = new Map<string, ToolCall>();
  const answers = new Map<string, string>();
  const questions = new Map<string, string>();
  let broken = false;

  /** Two tasks may name their calls alike. */
  const keyOf = (task: string, call: string) => `${task} ${call}`;

  function note(task: string, event: AgentEvent): void {
    if (event.type === "message-added" && event.message.role === "assistant")
      for (const call of callsOf(event.message)) calls.set(keyOf(task, call.id), call);
    if (event.type === "approval-requested" && event.question.kind === "tool")
      questions.set(event.id, keyOf(task, event.question.call.id));
    if (event.type === "approval-answered") {
      const call = questions.get(event.id);
      questions.delete(event.id);
      if (call !== undefined) answers.set(call, event.answer.verdict);
    }
  }

  function write(at: number, task: string, event: Extract<AgentEvent, { type: "tool-finished" }>): void {
    const { result, fate } = event;
    const key = keyOf(task, result.callId);
    const call = calls.get(key);
    const answer = answers.get(key);
    calls.delete(key);
    answers.delete(key);
    const detail = level();
    if (detail === "off" || broken) return;
    const record = {
      at: new Date(at).toISOString(),
      task,
      directory,
      tool: result.name,
      ...subjectOf(call),
      allowed: fate === "ran" || fate === "interrupted",
      fate,
      answer: answer ?? "not asked",
      failed: result.isError,
      ...(detail !== "basic" && { input: call?.input }),
      ...(detail === "forensic" && { output: result.output }),
    };
    broken = !append(file, `${redact(JSON.stringify(record))}\n`);
  }

  /** The user's own calls: one for the beginning, one for the end, not the many in between. */
  function writeVoice(at: number, task: string, event: VoiceChanged): void {
    const { server, tool, source, session } = event;
    if (level() === "off" || broken) return;
    const record = {
      at: new Date(at).toISOString(),
      task,
      directory,
      tool: `${server}__${tool}`,
      allowed: true,
      fate: "ran",
      answer: "asked for with /voice",
      source,
      session,
    };
    broken = !append(file, `${redact(JSON.stringify(record))}\n`);
  }

  return ({ at, task, event }) => {
    note(task, event);
    if (event.type === "voice-changed") writeVoice(at, task, event);
    if (event.type === "tool-finished") write(at, task, event);
  };
}

/** What the call was about, by the names that tools give it. */
function subjectOf(call: ToolCall | undefined): { readonly command?: unknown; readonly path?: unknown } {
  const { command, path, file_path: other } = call?.input ?? {};
  return {
    ...(command !== undefined && { command }),
    ...((path ?? other) !== undefined && { path: path ?? other }),
  };
}

/** False where the disk refuses. */
function append(file: string, line: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (size > largestFile) renameSync(file, `${file}.1`);
    appendFileSync(file, line, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
