/** Checks what a model sent against a tool's schema and words what is wrong with it. */
import * as z from "zod/mini";
import type { Tool } from "./tool.ts";

type CheckedInput =
  | { readonly ok: true; readonly input: unknown }
  | { readonly ok: false; readonly problem: string };

type JsonSchema = Readonly<Record<string, unknown>>;

/** Parameters that the tool does not know are left out; null counts as not given. */
export function checkInput(tool: Tool, raw: Readonly<Record<string, unknown>>): CheckedInput {
  if (tool.foreign) return { ok: true, input: raw };
  const given = applyAliases(withoutNulls(raw), tool.aliases ?? {});
  const broken = Object.keys(given).find((name) => isBroken(given[name]));
  if (broken !== undefined) return { ok: false, problem: brokenProblem(broken) };
  const parsed = z.safeParse(tool.input, given);
  if (parsed.success) return { ok: true, input: parsed.data };
  const wrong = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? "input")))];
  const missing = wrong.filter((name) => !Object.hasOwn(given, name));
  if (missing.length > 0) {
    return { ok: false, problem: `[Validation] Missing required parameter(s): ${missing.join(", ")}` };
  }
  const schemas = propertiesOf(jsonSchemaOf(tool));
  const sentences = wrong.map((name) => `${name} must be ${expectation(schemas[name] ?? {})}`);
  return { ok: false, problem: `[Validation] ${sentences.join("; ")}` };
}

/** The JSON Schema that the model sees, made once per tool. */
export function jsonSchemaOf(tool: Tool): JsonSchema {
  if (tool.foreign) return tool.foreign.schema;
  const known = schemas.get(tool);
  if (known !== undefined) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { override: dropIntegerBounds });
  schemas.set(tool, schema);
  return schema;
}

const schemas = new WeakMap<Tool, JsonSchema>();

/** zod states the limits of JavaScript's integers, which tell a model nothing. */
function dropIntegerBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** Half a character cannot be encoded: what is written or run would not be what was shown. */
function isBroken(value: unknown): boolean {
  return typeof value === "string" && /\p{Surrogate}/u.test(value);
}

function brokenProblem(name: string): string {
  return `[Validation] ${name} contains half a character (a lone surrogate); send whole characters`;
}

function withoutNulls(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null && value !== undefined));
}

function applyAliases(
  given: Readonly<Record<string, unknown>>,
  aliases: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const renamed = Object.entries(aliases)
    .filter(([other, name]) => Object.hasOwn(given, other) && !Object.hasOwn(given, name))
    .map(([other, name]) => [name, given[other]]);
  return { ...given, ...Object.fromEntries(renamed) };
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { properties } = schema;
  return typeof properties === "object" && properties !== null ? { ...properties } : {};
}

/** In words: "an integer of at least 0". */
function expectation({ type, minimum }: JsonSchema): string {
  const noun = nouns.get(String(type)) ?? "of another type";
  return typeof minimum === "number" ? `${noun} of at least ${minimum}` : noun;
}

const nouns: ReadonlyMap<string, string> = new Map([
  ["string", "a string"],
  ["integer", "an integer"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
]);
