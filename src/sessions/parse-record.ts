/** From one line of a journal to its record. Whatever the line holds, what comes out is well-formed. */
import * as z from "zod/mini";
import type { ImageAttachment, TextAttachment } from "../model/attachment.ts";
import type { Cost } from "../model/cost.ts";
import { changeReasons, type HistoryChange } from "../model/history-change.ts";
import type {
  AssistantMessage,
  Message,
  ReasoningPart,
  SystemMessage,
  TextPart,
  ToolCallPart,
  ToolMessage,
  UserMessage,
} from "../model/message.ts";
import type { MalformedInput, ToolCall, ToolResult } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import type { CheckpointOpened, FileBefore, FileTracked, FileWritten } from "./checkpoint.ts";
import { type JournalRecord, journalVersion } from "./record.ts";

export type ParsedRecord =
  | { readonly kind: "record"; readonly record: JournalRecord }
  /** Of a type that this version does not know. */
  | { readonly kind: "unknown" }
  | { readonly kind: "broken" }
  | { readonly kind: "newer"; readonly version: number };

export function parseRecord(line: string): ParsedRecord {
  const data = parsed(line);
  const named = z.safeParse(typed, data);
  if (!named.success) return broken;
  const { type, version } = named.data;
  if (type === "session" && version !== undefined && version > journalVersion) {
    return { kind: "newer", version };
  }
  if (!isKnown(type)) return { kind: "unknown" };
  const read = z.safeParse(records[type], data);
  return read.success ? { kind: "record", record: read.data } : broken;
}

const broken: ParsedRecord = { kind: "broken" };

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A field of the type without a rule here, even an optional one, does not compile: it would be lost in reading. */
type Rules<T> = { readonly [K in keyof Required<T>]: z.ZodMiniType<T[K]> };

function object<T>(rules: Rules<T>): z.ZodMiniType<T> {
  return z.object(rules) as unknown as z.ZodMiniType<T>;
}

const flag = z.optional(z.literal(true));
const count = z.int().check(z.nonnegative());
const amount = z.number().check(z.nonnegative());

const malformed = object<MalformedInput>({ raw: z.string(), problem: z.string() });
const call = object<ToolCall>({
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  malformed: z.optional(malformed),
  fromText: flag,
});
const result = object<ToolResult>({
  callId: z.string(),
  name: z.string(),
  output: z.string(),
  isError: z.boolean(),
});

const part = z.union([
  object<TextPart>({ type: z.literal("text"), text: z.string() }),
  object<ReasoningPart>({ type: z.literal("reasoning"), text: z.string(), opaque: z.optional(z.unknown()) }),
  object<ToolCallPart>({ type: z.literal("tool-call"), call }),
]);

const attachment = z.union([
  object<TextAttachment>({
    type: z.literal("text"),
    name: z.string(),
    text: z.string(),
    cut: z.optional(z.string()),
  }),
  object<ImageAttachment>({
    type: z.literal("image"),
    name: z.string(),
    mediaType: z.enum(["image/png", "image/jpeg", "image/gif", "image/webp"]),
    data: z.string(),
  }),
]);
export const attachmentsRule = z.optional(z.array(attachment));

export const messageRule: z.ZodMiniType<Message> = z.union([
  object<UserMessage>({
    role: z.literal("user"),
    text: z.string(),
    attachments: attachmentsRule,
    synthetic: flag,
    summary: flag,
  }),
  object<AssistantMessage>({ role: z.literal("assistant"), parts: z.array(part), interrupted: flag }),
  object<ToolMessage>({ role: z.literal("tool"), result }),
  object<SystemMessage>({ role: z.literal("system"), text: z.string(), summary: flag }),
]);

const change = object<HistoryChange>({
  from: count,
  removed: count,
  inserted: z.array(messageRule),
  reason: z.enum(changeReasons),
});

const usage = object<Usage>({
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
  estimated: flag,
});

const cost = object<Cost>({
  input: amount,
  output: amount,
  cacheRead: amount,
  cacheWrite: amount,
  total: amount,
});

const before = z.union([
  object<Extract<FileBefore, { kind: "absent" }>>({
    kind: z.literal("absent"),
    directories: z.array(z.string()),
  }),
  object<Extract<FileBefore, { kind: "file" }>>({ kind: z.literal("file"), hash: z.string(), mode: count }),
  object<Extract<FileBefore, { kind: "unkept" }>>({ kind: z.literal("unkept"), reason: z.string() }),
]);

const checkpointEvent = z.union([
  object<CheckpointOpened>({
    kind: z.literal("opened"),
    id: z.string(),
    prompt: z.string(),
    from: z.optional(count),
    cwd: z.string(),
    session: z.string(),
  }),
  object<FileTracked>({
    kind: z.literal("tracked"),
    id: z.string(),
    path: z.string(),
    tool: z.string(),
    before,
  }),
  object<FileWritten>({
    kind: z.literal("written"),
    id: z.string(),
    path: z.string(),
    hash: z.optional(z.string()),
  }),
]);

const typed = z.object({ type: z.string(), version: z.optional(z.number()) });
const at = z.number();

/** A type of record without a rule does not compile. */
type RecordRules = {
  readonly [T in JournalRecord["type"]]: z.ZodMiniType<Extract<JournalRecord, { type: T }>>;
};

const records: RecordRules = {
  session: object({
    type: z.literal("session"),
    version: count,
    id: z.string(),
    created: z.string(),
    cwd: z.string(),
    parent: z.optional(z.string()),
    taskOf: z.optional(z.string()),
  }),
  message: object({ type: z.literal("message"), at, message: messageRule }),
  changed: object({ type: z.literal("changed"), at, change }),
  settings: object({
    type: z.literal("settings"),
    at,
    backend: z.string(),
    model: z.string(),
    agent: z.string(),
  }),
  usage: object({
    type: z.literal("usage"),
    at,
    usage,
    model: z.string(),
    cost: z.optional(cost),
    aside: flag,
  }),
  named: object({ type: z.literal("named"), at, name: z.string() }),
  checkpoint: object({ type: z.literal("checkpoint"), at, event: checkpointEvent }),
};

function isKnown(type: string): type is JournalRecord["type"] {
  return Object.hasOwn(records, type);
}
