/** Turns what an agent's reader understood into events, and keeps what must be known at the end. */
import type { BackendEvent } from "../../model/backend.ts";
import type { Outputs } from "./output.ts";

export interface AgentEvents {
  take(outputs: Outputs): readonly BackendEvent[];
  /** Tells of tools that were never said to be done. */
  closeTools(isError: boolean): readonly BackendEvent[];
  readonly state: Readonly<AgentState>;
}

interface AgentState {
  text: string;
  /** Text and reasoning, in characters. */
  length: number;
  hasActed: boolean;
  isFinished: boolean;
  session?: string;
  problem?: string;
  /** In dollars, of the whole session. */
  cost?: number;
}

/** `run` keeps the calls of one run apart from those of another. */
export function createAgentEvents(run: string): AgentEvents {
  const state: AgentState = { text: "", length: 0, hasActed: false, isFinished: false };
  const open = new Map<string, string>();
  const idOf = (id: string) => `${run}-${id}`;

  function take(output: Outputs[number]): readonly BackendEvent[] {
    switch (output.type) {
      case "session":
        state.session = output.id;
        return [];
      case "cost":
        state.cost = output.total;
        return [];
      case "problem":
        state.problem = output.message;
        return [];
      case "finished":
        state.isFinished = true;
        return [];
      case "tool-report":
        state.hasActed = true;
        return [report(output)];
      case "text":
        state.text += output.text;
        state.hasActed = true;
        state.length += output.text.length;
        return [output];
      case "reasoning":
        state.length += output.text.length;
        return [output];
      default:
        return [output];
    }
  }

  function report(output: Extract<BackendEvent, { type: "tool-report" }>): BackendEvent {
    const { report } = output;
    if (report.phase === "started") {
      const id = idOf(report.call.id);
      open.set(id, report.call.name);
      return { ...output, report: { ...report, call: { ...report.call, id } } };
    }
    if (report.phase === "output") return { ...output, report: { ...report, callId: idOf(report.callId) } };
    const callId = idOf(report.result.callId);
    open.delete(callId);
    return { ...output, report: { ...report, result: { ...report.result, callId } } };
  }

  return {
    take: (outputs) => outputs.flatMap(take),
    closeTools(isError) {
      const left = [...open];
      open.clear();
      return left.map(([callId, name]) => ({
        type: "tool-report",
        report: { phase: "finished", result: { callId, name, output: "", isError } },
      }));
    },
    state,
  };
}
