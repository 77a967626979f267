/** `!command`: the user's own command, run without a question and shown as a tool's would be. `!!` tells the model too. */
import type { Bus, Emit } from "../loop/bus.ts";
import type { Task, Tasks } from "../loop/tasks.ts";
import type { Prompt } from "../model/attachment.ts";
import type { TurnOutcome } from "../model/event.ts";
import type { ToolCall, ToolOutput, ToolRunContext } from "../model/tool.ts";
import type { Engine } from "./engine.ts";

type Shell = (command: string, live: ToolRunContext) => Promise<ToolOutput>;

interface ShellParts {
  readonly tasks: Tasks;
  readonly bus: Bus;
  readonly engine: Pick<Engine, "toolbox">;
  /** Begins a turn of this task with this prompt. */
  readonly tell: (prompt: Prompt, task: string, signal: AbortSignal) => Promise<TurnOutcome>;
}

export function shellTasks({ tasks, bus, engine, tell }: ShellParts) {
  return (command: string, send: boolean): Task =>
    tasks.start(async (id, signal) => {
      const emit = bus.emitterFor(id);
      const { shell } = await engine.toolbox().get();
      const answer = await show(command, send, { id, shell, emit, signal });
      if (signal.aborted) return { kind: "cancelled" };
      if (!send) return { kind: "answered", text: "" };
      const { reportOf } = await import("./shell-report.ts");
      return tell({ text: reportOf(command, answer) }, id, signal);
    });
}

interface Showing {
  readonly id: string;
  readonly shell: Shell;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

async function show(
  command: string,
  send: boolean,
  { id, shell, emit, signal }: Showing,
): Promise<ToolOutput> {
  const call: ToolCall = { id: `user-${id}`, name: "bash", input: { command } };
  emit({ type: "command-started", line: `${send ? "!!" : "!"}${command}` });
  emit({ type: "tool-started", call, preview: { title: `your command: ${command}`, fields: [] }, own: true });
  const onOutput = (text: string) => emit({ type: "tool-output", callId: call.id, text });
  const answer = await shell(command, { signal, onOutput });
  const result = { callId: call.id, name: call.name, output: answer.output, isError: answer.isError };
  emit({ type: "tool-finished", result, fate: signal.aborted ? "interrupted" : "ran", own: true });
  return answer;
}
