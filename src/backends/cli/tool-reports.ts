/** How what an agent's own tools do is told. Nothing of it is ever run. */
import type { PreviewField } from "../../model/tool.ts";
import { isRecord, type Json } from "../json.ts";
import type { Outputs } from "./output.ts";

export function toolStarted(id: string, name: string, input: Json): Outputs {
  const preview = { title: describeTool(name, input), fields: fieldsOf(input) };
  return [
    { type: "tool-report", report: { phase: "started", call: { id, name, input: { ...input } }, preview } },
  ];
}

export function toolOutput(callId: string, text: string): Outputs {
  return text === "" ? [] : [{ type: "tool-report", report: { phase: "output", callId, text } }];
}

export function toolFinished(callId: string, name: string, output: string, isError: boolean): Outputs {
  const result = { callId, name, output: output.slice(0, maxOutput), isError };
  return [{ type: "tool-report", report: { phase: "finished", result } }];
}

const maxOutput = 100_000;
const maxTitle = 72;

/** What a tool does, in a few words and one line. */
export function describeTool(name: string, input: Json): string {
  const kind = kinds.find(({ names }) => names.test(name));
  const about = kind?.keys.map((key) => input[key]).find((value) => typeof value === "string");
  if (!kind || typeof about !== "string") return oneLine(name);
  return kind.title(oneLine(about));
}

interface ToolKind {
  readonly names: RegExp;
  readonly keys: readonly string[];
  readonly title: (about: string) => string;
}

const pathKeys = ["file_path", "path", "absolute_path", "filename", "notebook_path"];

const kinds: readonly ToolKind[] = [
  {
    names: /^(?:bash|shell|run_shell_command|command_execution)$/i,
    keys: ["command"],
    title: (command) => `$ ${command}`,
  },
  { names: /^(?:read|read_file|view)$/i, keys: pathKeys, title: (path) => `reading ${baseName(path)}` },
  { names: /^(?:write|write_file|create)$/i, keys: pathKeys, title: (path) => `writing ${baseName(path)}` },
  {
    names: /^(?:edit|multiedit|update|replace|file_change)$/i,
    keys: pathKeys,
    title: (path) => `editing ${baseName(path)}`,
  },
  {
    names: /^(?:grep|glob|search_file_content|websearch|web_search|google_web_search)$/i,
    keys: ["pattern", "query"],
    title: (text) => `searching ${text}`,
  },
];

function baseName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
}

function oneLine(text: string): string {
  const line = text
    .slice(0, 10 * maxTitle)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length <= maxTitle ? line : `${line.slice(0, maxTitle - 3).replace(/[\uD800-\uDBFF]$/, "")}...`;
}

function fieldsOf(input: Json): readonly PreviewField[] {
  return Object.entries(input).map(([label, value]) => ({
    label,
    value: typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
  }));
}

/** The text of a result that is a string, or a list of blocks with texts in them. */
export function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content))
    return content === undefined || content === null ? "" : JSON.stringify(content);
  return content
    .map((block) => (isRecord(block) && typeof block.text === "string" ? block.text : ""))
    .join("\n");
}
