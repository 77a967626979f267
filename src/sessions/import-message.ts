/** Reads one message of a saved conversation. What is not as it should be is told with its place. */
import * as z from "zod/mini";
import { type AssistantPart, type Message, textOf } from "../model/message.ts";
import { attachmentsRule } from "./parse-record.ts";

export type ReadMessage =
  | { readonly kind: "read"; readonly message: Message }
  /** As in `.content must be a string`. */
  | { readonly kind: "wrong"; readonly problem: string };

const flag = z.optional(z.literal(true));

const call = z.object({
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  malformed: z.optional(z.object({ raw: z.string(), problem: z.string() })),
  fromText: flag,
});

const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("reasoning"), text: z.string(), opaque: z.optional(z.unknown()) }),
  z.object({ type: z.literal("tool-call"), call }),
]);

const content = z.string();
const answerExtra = z.object({ parts: z.array(part), interrupted: flag });
const resultExtra = z.object({ callId: z.string(), name: z.string(), isError: z.boolean() });

const saved = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), content, treadle: z.optional(z.object({ summary: flag })) }),
  z.object({
    role: z.literal("user"),
    content,
    treadle: z.optional(z.object({ attachments: attachmentsRule, synthetic: flag, summary: flag })),
  }),
  z.object({ role: z.literal("assistant"), content, treadle: z.optional(answerExtra) }),
  z.object({ role: z.literal("tool"), content, treadle: z.optional(resultExtra) }),
]);

type Saved = z.infer<typeof saved>;

export function readSavedMessage(value: unknown): ReadMessage {
  const parsed = z.safeParse(saved, value);
  if (!parsed.success) return { kind: "wrong", problem: problemOf(parsed.error.issues[0]) };
  if (!isWritable(value)) return { kind: "wrong", problem: " is nested too deeply" };
  return { kind: "read", message: toMessage(parsed.data) };
}

function toMessage(given: Saved): Message {
  if (given.role === "system" || given.role === "user") {
    return { role: given.role, text: given.content, ...given.treadle };
  }
  if (given.role === "assistant") return toAnswer(given);
  if (given.treadle) return { role: "tool", result: { ...given.treadle, output: given.content } };
  // Without the call that it answers no provider would take it as a result.
  return { role: "user", text: `Result of a tool:\n${given.content}`, synthetic: true };
}

/** Where somebody has changed the content by hand, it counts, and what was thought before it does not. */
function toAnswer({ content, treadle }: Extract<Saved, { role: "assistant" }>): Message {
  const text: AssistantPart = { type: "text", text: content };
  if (!treadle) return { role: "assistant", parts: [text] };
  const { interrupted } = treadle;
  const whole = { role: "assistant", parts: treadle.parts as readonly AssistantPart[] } as const;
  const calls = whole.parts.filter(({ type }) => type === "tool-call");
  const parts = textOf(whole) === content ? whole.parts : [text, ...calls];
  return { role: "assistant", parts, ...(interrupted && { interrupted }) };
}

function isWritable(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

const expectations: Readonly<Record<string, string>> = {
  string: "a string",
  object: "an object",
  array: "a list",
  boolean: "true or false",
  record: "an object",
};

function problemOf(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return " cannot be read";
  const place = issue.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  if (issue.code === "invalid_union") return `${place}${unionProblem(issue)}`;
  if (issue.code === "invalid_type")
    return `${place} must be ${expectations[issue.expected] ?? "something else"}`;
  return `${place} cannot be read`;
}

/** The key by which the kinds are told apart is the one that is wrong. */
function unionProblem({ path }: { readonly path: readonly PropertyKey[] }): string {
  return path.at(-1) === "role"
    ? " must be system, user, assistant or tool"
    : " must be text, reasoning or tool-call";
}
