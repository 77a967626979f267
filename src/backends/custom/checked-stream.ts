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
  const aborted: BackendEvent = { type: "failed", failure: cancelled };
  try {
    if (signal.aborted) return yield aborted;
    for await (const event of untilAborted(await open(), signal)) {
      const checked = checkEvent(event);
      if (checked === undefined) return yield failed(`sent something that is no event: ${shown(event)}.`);
      yield checked;
      if (checked.type === "done" || checked.type === "failed") return;
    }
    yield signal.aborted ? aborted : failed("ended without saying done or failed.");
  } catch (error) {
    if (signal.aborted) return yield aborted;
    yield failed(`failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Ends when the signal does, even if the module does not listen to it. */
async function* untilAborted(stream: unknown, signal: AbortSignal): AsyncGenerator<unknown> {
  const iterator = iteratorOf(iterable(stream));
  const over = { done: true, value: undefined } as const;
  let stop: () => void = () => {};
  const abort = new Promise<typeof over>((resolve) => {
    stop = () => resolve(over);
  });
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), abort]);
      if (next.done || signal.aborted) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

function iteratorOf(
  stream: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncIterator<unknown> | Iterator<unknown> {
  return Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]();
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
