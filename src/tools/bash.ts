/** The tool that runs a shell command. How processes are started and ended is left to process-group. */
import * as z from "zod/mini";
import type { ToolRunContext } from "../model/tool.ts";
import { type Captured, createCapture } from "./capture.ts";
import type { GroupEnd } from "./process-group.ts";
import { fail, oneLine, type PlainTool, type ToolAnswer, type ToolContext } from "./tool.ts";
import { safePrefix } from "./truncate.ts";

const input = z.object({
  command: z.string().check(z.describe("The command to execute")),
});

type BashInput = z.infer<typeof input>;

/** How much of the output is shown while the command runs. */
const maxLiveChars = 100_000;

/**
 * Runs the command ($1) by bash, or sh where there is none, with both outputs in one pipe to keep their order.
 * After `--` a command that begins with a dash is not taken for options.
 */
const launcher = 'exec 2>&1; command -v bash >/dev/null && exec bash -c -- "$1"; exec sh -c -- "$1"';

export const bashTool: PlainTool<BashInput> = {
  name: "bash",
  description:
    "Execute a bash command in the working directory. It has no terminal and no input, and whatever it starts " +
    "in the background is ended with it.",
  confirm: true,
  input,
  title: ({ command }) => `bash: ${oneLine(command)}`,
  command: ({ command }) => command,
  async hindrance({ sandbox }) {
    const state = await sandbox?.check();
    return state?.kind === "none" ? state.problem : undefined;
  },
  async preview({ command }, { cwd, sandbox }) {
    const state = await sandbox?.check();
    return [
      { label: "command", value: command },
      { label: "directory", value: cwd },
      ...(state?.kind === "ready" ? [{ label: "sandbox", value: state.summary }] : []),
    ];
  },
  run: runCommand,
};

async function runCommand(
  { command }: BashInput,
  context: ToolContext,
  live: ToolRunContext,
): Promise<ToolAnswer> {
  if (command.trim() === "") return fail("No command provided");
  if (command.includes("\0")) return fail("[Validation] command must not contain NUL characters");
  const sandbox = await context.sandbox?.check();
  if (sandbox?.kind === "none") return fail(sandbox.problem);
  const shell = ["sh", "-c", launcher, "sh", command];
  const [file = "sh", ...args] = [...(sandbox?.command ?? []), ...shell];
  const capture = createCapture(context.maxChars);
  const show = limitedTo(maxLiveChars, live.onOutput);
  const onChunk = (chunk: Uint8Array) => show(capture.push(chunk));
  const end = await context.groups.run({
    file,
    args,
    cwd: context.cwd,
    env: context.childEnv,
    timeoutMs: context.bashTimeoutMs,
    signal: live.signal,
    onChunk,
    // The shell writes everything to its output: this is the sandbox that says why it did not start it.
    ...(sandbox && { onError: onChunk }),
  });
  return answer(capture.finish(), end, context);
}

function answer(captured: Captured, end: GroupEnd, context: ToolContext): ToolAnswer {
  const footer = closingLine(end, context);
  const { text, totalChars, totalBytes } = captured;
  if (captured.binary) return withFooter(`[binary output: ${totalBytes} bytes, not shown]`, footer);
  if (text === "" && totalChars === 0) return withFooter(saysItAll(end) ? "" : "(no output)", footer);
  return { ...withFooter(text, footer), totalChars };
}

function withFooter(output: string, footer: string | undefined): ToolAnswer {
  return footer === undefined ? { output, isError: false } : { output, isError: true, footer };
}

/** Whether the closing line stands alone when there was no output. */
function saysItAll(end: GroupEnd): boolean {
  return end.kind !== "exited" && end.kind !== "signalled";
}

/** What is said below the output; nothing after success. */
function closingLine(end: GroupEnd, { bashTimeoutMs, cwd }: ToolContext): string | undefined {
  switch (end.kind) {
    case "exited":
      return end.code === 0 ? undefined : `[exit code ${end.code}]`;
    case "signalled":
      return `[killed by ${end.signal}]`;
    case "timed-out":
      return `Command timed out after ${bashTimeoutMs / 1000} seconds`;
    case "aborted":
      return "Command interrupted by the user; it may have partly run";
    case "not-started":
      return startTrouble(end.code, cwd);
  }
}

function startTrouble(code: string, cwd: string): string {
  if (code === "ENOENT") return `The command was not started: no sh on PATH, or the directory ${cwd} is gone`;
  if (code === "E2BIG") return "The command was not started: it is too long; write it to a file and run that";
  return `The command was not started: ${code}`;
}

/** Passes text on until `maxChars` have been passed on. */
function limitedTo(maxChars: number, show: (text: string) => void): (text: string) => void {
  let left = maxChars;
  return (text) => {
    const part = safePrefix(text, left);
    left = part.length < text.length ? 0 : left - part.length;
    if (part !== "") show(part);
  };
}
