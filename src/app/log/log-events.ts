/** What of the events is worth a line in the log, and which. Never what was said, asked, answered or read. */
import type { Listener } from "../../loop/bus.ts";
import type { AgentEvent, Envelope } from "../../model/event.ts";
import type { Log, LogFacts, Weight } from "./log.ts";

export interface LoggedBackend {
  readonly name: string;
  readonly model: string;
}

/** What is under way in one task. */
interface Course {
  readonly begunAt: number;
  request?: { readonly at: number; readonly attempts: number; readonly iteration: number } | undefined;
}

type Tell = (weight: Weight, what: string, facts: LogFacts) => void;
type Told = {
  readonly [K in AgentEvent["type"]]?: (
    event: Extract<AgentEvent, { type: K }>,
    at: number,
    task: string,
  ) => void;
};

export function logEvents(log: Log, inUse: () => LoggedBackend): Listener {
  const tell: Tell = (weight, what, facts) => void log.write(weight, what, facts);
  const told: Told = { ...requests(tell, inUse), ...tools(tell), ...others(tell) };
  return ({ task, at, event }: Envelope) => {
    const act = told[event.type] as ((event: AgentEvent, at: number, task: string) => void) | undefined;
    act?.(event, at, task);
  };
}

function requests(tell: Tell, inUse: () => LoggedBackend): Told {
  const courses = new Map<string, Course>();
  const whom = () => {
    const { name: backend, model } = inUse();
    return { backend, model };
  };

  function finished(task: string, at: number, status: string, weight: Weight = "info"): void {
    const course = courses.get(task);
    const { request } = course ?? {};
    if (!course || !request) return;
    course.request = undefined;
    const { iteration, attempts } = request;
    tell(weight, "request", {
      task,
      ...whom(),
      iteration,
      status,
      ms: at - request.at,
      retries: attempts - 1,
    });
  }

  return {
    "turn-started"({ prompt }, at, task) {
      courses.set(task, { begunAt: at });
      tell("debug", "turn started", { task, characters: prompt.length });
    },
    "request-started"({ iteration }, at, task) {
      const course = courses.get(task);
      if (!course) return;
      const { request } = course;
      const again = request?.iteration === iteration;
      course.request = { iteration, at: again ? request.at : at, attempts: again ? request.attempts + 1 : 1 };
    },
    retrying: ({ attempt, of, waitMs, reason }, _, task) =>
      tell("warning", "request failed", { task, ...whom(), attempt, of, wait_ms: waitMs, reason }),
    "response-finished": ({ stop }, at, task) => finished(task, at, stop),
    usage: ({ usage }, _, task) => tell("debug", "usage", { task, input: usage.input, output: usage.output }),
    "turn-finished"({ outcome, usage }, at, task) {
      const failed = outcome.kind === "failed";
      finished(task, at, failed ? outcome.cause : outcome.kind, failed ? "error" : "info");
      const ms = at - (courses.get(task)?.begunAt ?? at);
      courses.delete(task);
      const facts = { task, outcome: outcome.kind, ms, input: usage.input, output: usage.output };
      if (failed) tell("error", "turn", { ...facts, cause: outcome.cause, message: outcome.message });
      else tell("info", "turn", facts);
    },
  };
}

function tools(tell: Tell): Told {
  const starts = new Map<string, number>();
  const questions = new Map<string, string>();
  return {
    "approval-requested"({ id, question }) {
      questions.set(id, question.kind === "tool" ? question.call.name : question.kind);
    },
    "approval-answered"({ id, answer }, _, task) {
      tell("info", "decision", { task, about: questions.get(id), verdict: answer.verdict });
      questions.delete(id);
    },
    "tool-started"({ call }, at) {
      starts.set(call.id, at);
    },
    "tool-finished"({ result, fate }, at, task) {
      const begun = starts.get(result.callId);
      starts.delete(result.callId);
      const ms = begun === undefined ? undefined : at - begun;
      tell("info", "tool", { task, tool: result.name, fate, failed: result.isError, ms });
    },
  };
}

function others(tell: Tell): Told {
  return {
    notice({ level, text }) {
      if (level !== "info") tell(level, "notice", { text });
    },
    "session-opened": ({ how, id, from, messages }) => tell("info", "session", { how, id, from, messages }),
    "voice-changed": ({ state, source, server }) => tell("info", "voice", { state, source, server }),
    compacted: ({ messages, before, after }, _, task) =>
      tell("info", "compacted", { task, messages, before, after }),
    "command-started": ({ line }) => tell("debug", "command", { name: commandName(line) }),
    "queue-changed": ({ count }) => tell("debug", "queue", { count }),
  };
}

/** What follows the name may be anything. */
function commandName(line: string): string {
  return line.startsWith("!") ? "!" : (/^\S{1,40}/.exec(line)?.[0] ?? "");
}
