/** What the readers of OpenAI's two stream formats have in common. Knows neither. */
import type { BackendEvent, StopReason } from "../model/backend.ts";
import type { ToolCall } from "../model/tool.ts";
import { noUsage, type Usage } from "../model/usage.ts";
import { isRecord, type Json, parseObject } from "./json.ts";

/** Reads the raw events of one answer. */
export interface AnswerReader {
  /** What one event means. What is not understood means nothing. */
  read(event: unknown): readonly BackendEvent[];
  /** Nothing worth waiting for is to come. */
  isComplete(): boolean;
  /** What the answer amounts to; asked once, when no more events come. */
  conclude(): Conclusion;
}

export type Conclusion =
  | { readonly kind: "not-begun" }
  /** It stopped short of its end. */
  | { readonly kind: "open" }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "done"; readonly events: readonly BackendEvent[]; readonly stop: StopReason };

/** A call as it came. */
export interface RawCall {
  readonly id: string;
  readonly name: string;
  readonly json: string;
  /** The server itself says that it is not whole. */
  readonly isCut?: boolean;
}

/** Calls are put together when all is there. With `cut`, the token limit ended the answer. */
export function toolCalls(
  raw: readonly RawCall[],
  taken: ReadonlySet<string>,
  cut: boolean,
): readonly ToolCall[] {
  const nextId = idMaker(taken);
  return raw.map((call, at) => {
    const id = nextId(call.id);
    return toolCall({ ...call, id }, cut && (call.isCut === true || at === raw.length - 1));
  });
}

/** No arguments at all are a call without arguments, unless the answer was cut off right there. */
function toolCall({ id, name, json, isCut }: RawCall, atLimit: boolean): ToolCall {
  const isBlank = json.trim() === "";
  if (isBlank && !atLimit) return { id, name, input: {} };
  const parsed = parseObject(json);
  if (parsed.kind === "ok" && !isCut) return { id, name, input: parsed.value };
  const problem =
    atLimit || parsed.kind === "ok" ? "the arguments were cut off at the token limit" : parsed.problem;
  return { id, name, input: {}, malformed: { raw: json, problem } };
}

/** Ids must differ in the whole history: a server may send none, the same for all, or the same in each answer. */
function idMaker(taken: ReadonlySet<string>): (wanted: string) => string {
  const used = new Set(taken);
  const numbers = new Map<string, number>();
  return (wanted) => {
    const stem = wanted || "call";
    let number = numbers.get(stem) ?? (wanted ? 2 : 1);
    let id = wanted && !used.has(wanted) ? wanted : `${stem}_${number}`;
    for (; used.has(id); id = `${stem}_${number}`) number += 1;
    numbers.set(stem, number);
    used.add(id);
    return id;
  };
}

/** Both formats count what came from or went into the cache as part of the input. */
export function usageOf(
  input: unknown,
  output: unknown,
  cacheRead: unknown,
  cacheWrite: unknown,
): Usage | undefined {
  const [all, out] = [countOf(input), countOf(output)];
  if (all === undefined && out === undefined) return undefined;
  const total = all ?? 0;
  const read = Math.min(countOf(cacheRead) ?? 0, total);
  const write = Math.min(countOf(cacheWrite) ?? 0, total - read);
  return { ...noUsage, input: total - read - write, output: out ?? 0, cacheRead: read, cacheWrite: write };
}

export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

export function stringOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

export function recordOr(value: unknown): Json {
  return isRecord(value) ? value : {};
}
