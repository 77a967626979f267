/** Reads the tool calls out of a block that a model wrote as text. Only whole blocks of known tools are calls. */
import type { ToolCall, ToolSpec } from "../model/tool.ts";
import { isRecord, type Json, parseObject } from "./json.ts";
import { extractJson, parseObjects } from "./json-extract.ts";
import type { BlockForm } from "./text-tools-blocks.ts";

export type CallDraft = Omit<ToolCall, "id">;

/** None where the block, or anything in it, is no call. */
export function parseBlock(form: BlockForm, text: string, tools: readonly ToolSpec[]): readonly CallDraft[] {
  const calls = readers[form](text.trim(), tools);
  return calls.every((call) => call !== undefined) ? calls : [];
}

type Found = readonly (CallDraft | undefined)[];
type Reader = (text: string, tools: readonly ToolSpec[]) => Found;

const readers: Readonly<Record<BlockForm, Reader>> = {
  tag: readTag,
  function: (text, tools) => [readFunction(text, tools)],
  fence: readFence,
  bare: (text, tools) => parseObjects(text).map((object) => callFrom(object, tools, false)),
  marker: (text, tools) =>
    parseObjects(text.slice("[TOOL_CALLS]".length)).map((o) => callFrom(o, tools, true)),
  line: (text, tools) => [readLine(text, tools)],
};

function readTag(text: string, tools: readonly ToolSpec[]): Found {
  const inner = text
    .replace(/^<tool_call>/, "")
    .replace(/<\/tool_call>$/, "")
    .trim();
  if (inner.startsWith("<function=")) return [readFunction(inner, tools)];
  const isJson = /^[{[]/.test(inner);
  const objects = isJson ? parseObjects(inner) : extractJson(inner);
  if (isJson && objects.length === 0) return [brokenCall(inner, tools)];
  return objects.map((object) => callFrom(object, tools, true));
}

function readFence(text: string, tools: readonly ToolSpec[]): Found {
  const inner = text
    .replace(/^```.*\n/, "")
    .replace(/```$/, "")
    .trim();
  if (inner.startsWith("<tool_call>")) return readTag(inner, tools);
  return parseObjects(inner).map((object) => callFrom(object, tools, false));
}

const nameKeys = ["name", "tool", "tool_name", "function"] as const;
const argumentKeys = ["arguments", "args", "parameters", "params", "input", "tool_input"] as const;

/** `isMarked`: it stands in a place for calls, so that arguments beside the name need not fit the tool. */
function callFrom(object: Json, tools: readonly ToolSpec[], isMarked: boolean): CallDraft | undefined {
  if (isRecord(object.function)) return callFrom(object.function, tools, isMarked);
  const nameKey = nameKeys.find((key) => typeof object[key] === "string");
  const tool = tools.find(({ name }) => nameKey !== undefined && name === object[nameKey]);
  if (!tool || nameKey === undefined) return undefined;
  const argumentKey = argumentKeys.find((key) => Object.hasOwn(object, key));
  if (argumentKey !== undefined) return withArguments(tool.name, object[argumentKey]);
  const { [nameKey]: _name, ...beside } = object;
  const fits = Object.keys(beside).length > 0 && Object.keys(beside).every((key) => hasParameter(tool, key));
  return isMarked || fits ? { name: tool.name, input: beside } : undefined;
}

function withArguments(name: string, value: unknown): CallDraft | undefined {
  if (isRecord(value)) return { name, input: value };
  if (typeof value !== "string") return undefined;
  const parsed = parseObject(value);
  if (parsed.kind === "ok") return { name, input: parsed.value };
  return { name, input: {}, malformed: { raw: value, problem: parsed.problem } };
}

/** Not run, but answered: the model hears what was wrong with it. */
function brokenCall(raw: string, tools: readonly ToolSpec[]): CallDraft | undefined {
  const [, name] = /"(?:name|tool|tool_name)"\s*:\s*"([^"\\]*)"/.exec(raw) ?? [];
  const parsed = parseObject(raw);
  if (parsed.kind === "ok" || !tools.some((tool) => tool.name === name) || name === undefined)
    return undefined;
  return { name, input: {}, malformed: { raw, problem: parsed.problem } };
}

/** `<function=NAME>` with JSON in it, or with one `<parameter=KEY>` for each argument. */
function readFunction(text: string, tools: readonly ToolSpec[]): CallDraft | undefined {
  const [, given = "", inner = ""] = /^<function=([^>\n]*)>(.*)<\/function>$/s.exec(text) ?? [];
  const tool = tools.find(({ name }) => name === given.trim().replace(/^"(.*)"$/, "$1"));
  if (!tool) return undefined;
  const body = inner.trim();
  if (body === "") return { name: tool.name, input: {} };
  if (body.startsWith("{")) return withArguments(tool.name, body);
  const parameter = /<parameter=([^>\n]*)>\n?(.*?)\n?<\/parameter>\s*/gsy;
  const pairs = [...body.matchAll(parameter)];
  if (pairs.map(([whole]) => whole).join("") !== body) return undefined;
  return {
    name: tool.name,
    input: Object.fromEntries(
      pairs.map(([, key = "", raw = ""]) => [key.trim(), typed(tool, key.trim(), raw)]),
    ),
  };
}

/** Parameters are written as bare text: what is no string in the schema is read as JSON. */
function typed(tool: ToolSpec, key: string, raw: string): unknown {
  const property = isRecord(tool.schema.properties) ? tool.schema.properties[key] : undefined;
  if (!isRecord(property) || property.type === "string") return raw;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

/** `name(…)` alone on its line: a JSON object, `key="value"` pairs, or the one argument that the tool needs. */
function readLine(text: string, tools: readonly ToolSpec[]): CallDraft | undefined {
  const [, name, inner = ""] = /^(?:Tool call: )?([^\s(]+)\((.*)\);?$/.exec(text) ?? [];
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) return undefined;
  const input = lineArguments(tool, inner.trim());
  return input && { name: tool.name, input };
}

function lineArguments(tool: ToolSpec, text: string): Json | undefined {
  if (text === "") return {};
  if (text.startsWith("{")) return parseObjects(text)[0];
  const pairs = [...text.matchAll(/([A-Za-z_]\w*)\s*=\s*("(?:[^"\\]|\\.)*"|\d+|true|false)\s*(?:,\s*|$)/gy)];
  if (pairs.length > 0 && pairs.map(([whole]) => whole).join("") === text) {
    return parseObjects(`{${pairs.map(([, key, raw]) => `${JSON.stringify(key)}:${raw}`).join(",")}}`)[0];
  }
  const only = onlyRequired(tool);
  const argument = /^"(?:[^"\\]|\\.)*"$/.test(text)
    ? unquoted(text)
    : /^[^"'(),=]+$/.test(text)
      ? text
      : undefined;
  return only === undefined || argument === undefined ? undefined : { [only]: argument };
}

function unquoted(text: string): string | undefined {
  const [object] = parseObjects(`{"text":${text}}`);
  return typeof object?.text === "string" ? object.text : undefined;
}

function onlyRequired({ schema }: ToolSpec): string | undefined {
  const { required } = schema;
  const [only] = Array.isArray(required) && required.length === 1 ? required : [];
  return typeof only === "string" ? only : undefined;
}

function hasParameter({ schema }: ToolSpec, key: string): boolean {
  return isRecord(schema.properties) && Object.hasOwn(schema.properties, key);
}
