/** Holds a stream of unknown make to the contract: known events, one end, no throwing, and an end when cancelled. */
import type { BackendEvent } from "../../model/backend.ts";
import { cancelled } from "../failures.ts";
import { isRecord } from "../json.ts";

export async function* checkedStream(
  open: () => unknown,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<BackendEvent> {
  const failed = (why: string): BackendEvent => {
    return { type: "failed", failure: { kind: "other", message: `The backend ${name} ${why}` } };
  };
  try {
    if (signal.aborted) return yield { type: "failed", failure: cancelled };
    for await (const event of iterable(await open())) {
      if (signal.aborted) return yield { type: "failed", failure: cancelled };
      const checked = checkEvent(event);
      if (checked === undefined) return yield failed(`sent something that is no event: ${shown(event)}.`);
      yield checked;
      if (checked.type === "done" || checked.type === "failed") return;
    }
    yield signal.aborted
      ? { type: "failed", failure: cancelled }
      : failed("ended without saying done or failed.");
  } catch (error) {
    if (signal.aborted) return yield { type: "failed", failure: cancelled };
    yield failed(`failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function iterable(value: unknown): AsyncIterable<unknown> | Iterable<unknown> {
  const isObject = typeof value === "object" && value !== null;
  const isOne = isObject && (Symbol.asyncIterator in value || Symbol.iterator in value);
  if (!isOne) throw new Error("its stream is not iterable.");
  return value as AsyncIterable<unknown>;
}

function shown(event: unknown): string {
  return (JSON.stringify(event) ?? String(event)).slice(0, 100);
}

const stops = ["end", "tool-use", "max-tokens", "refusal", "paused", "context-exceeded"];
const kinds = ["rate-limit", "overloaded", "network", "context-overflow", "auth", "aborted", "other"];

type Check = (event: Record<string, unknown>) => boolean;

const isText: Check = ({ text }) => typeof text === "string";
const isCall = (call: unknown) =>
  isRecord(call) && typeof call.id === "string" && typeof call.name === "string" && isRecord(call.input);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isPreview = (preview: unknown) =>
  isRecord(preview) && typeof preview.title === "string" && Array.isArray(preview.fields);

const reports: Readonly<Record<string, Check>> = {
  started: ({ call, preview }) => isCall(call) && isPreview(preview),
  output: ({ callId, text }) => typeof callId === "string" && typeof text === "string",
  finished: ({ result }) =>
    isRecord(result) &&
    [result.callId, result.name, result.output].every((value) => typeof value === "string"),
};

const checks: Readonly<Record<BackendEvent["type"], Check>> = {
  text: isText,
  reasoning: isText,
  "reasoning-block": ({ part }) => isRecord(part) && part.type === "reasoning" && isText(part),
  "tool-call": ({ call }) => isCall(call),
  usage: ({ usage }) =>
    isRecord(usage) && [usage.input, usage.output, usage.cacheRead, usage.cacheWrite].every(isCount),
  notice: (event) => isText(event) && (event.level === "info" || event.level === "warning"),
  "tool-report": ({ report }) => isRecord(report) && (reports[String(report.phase)]?.(report) ?? false),
  permission: ({ call, preview, reply }) => isCall(call) && isPreview(preview) && typeof reply === "function",
  done: ({ stop }) => stops.includes(String(stop)),
  failed: ({ failure }) =>
    isRecord(failure) && kinds.includes(String(failure.kind)) && typeof failure.message === "string",
};

function checkEvent(event: unknown): BackendEvent | undefined {
  if (!isRecord(event) || !Object.hasOwn(checks, String(event.type))) return undefined;
  return checks[event.type as BackendEvent["type"]](event) ? (event as unknown as BackendEvent) : undefined;
}
