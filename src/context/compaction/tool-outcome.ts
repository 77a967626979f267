/** What came of a tool call, in one line: from the forms in which tools tell it. */
import type { ToolResult } from "../../model/tool.ts";

export interface Outcome {
  readonly status: "info" | "success" | "failure";
  readonly detail: string;
}

/** What the result says of itself; a tool that reported an error has failed, whatever it says. */
export function outcomeOf({ output, isError }: Pick<ToolResult, "output" | "isError">): Outcome {
  const told = outcomeOfText(output);
  return isError ? { ...told, status: "failure" } : told;
}

/** The text alone. */
function outcomeOfText(output: string): Outcome {
  const text = output.trim();
  const value = parsed(text);
  if (value === undefined) return outcomeOfPlain(text);
  const payload = isRecord(value) && "result" in value ? value.result : value;
  return (isRecord(payload) && outcomeOfRecord(payload)) || outcomeOfPlain(wordsOf(payload) ?? text);
}

function outcomeOfRecord(record: Fields): Outcome | undefined {
  if (typeof record.exit_code === "number") {
    return outcomeOfShell(record.exit_code, asText(record.stdout), asText(record.stderr));
  }
  if (typeof record.ok === "boolean") {
    const usual = record.ok ? "operation completed" : "operation reported failure";
    const detail = firstWords(record, ["error", "message", "detail"]) ?? usual;
    return { status: record.ok ? "success" : "failure", detail };
  }
  const error = firstWords(record, ["error", "errors"]);
  if (error !== undefined) return { status: "failure", detail: error };
  const message = firstWords(record, ["message", "detail", "output"]);
  return message === undefined ? undefined : { status: "success", detail: message };
}

function outcomeOfPlain(output: string): Outcome {
  const text = output.trim();
  if (text === "") return { status: "failure", detail: "empty tool result content" };
  const error = /^Tool error:\s*(.*)$/s.exec(text)?.[1];
  if (error !== undefined) return { status: "failure", detail: error || "tool error reported" };
  const shell = /^exit code: (-?\d+)\s*\nstdout:\n(.*?)(?:\nstderr:\n(.*))?$/s.exec(text);
  if (!shell) return { status: "success", detail: text };
  const [, code, stdout = "", stderr = ""] = shell;
  return outcomeOfShell(Number(code), stdout, stderr);
}

function outcomeOfShell(code: number, stdout: string, stderr: string): Outcome {
  if (code === 0) {
    return { status: "success", detail: firstLine(stdout) ?? "shell command completed successfully" };
  }
  const usual = `shell command failed with exit code ${code}`;
  return { status: "failure", detail: firstLine(stderr) ?? firstLine(stdout) ?? usual };
}

function firstLine(text: string): string | undefined {
  return text
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "");
}

function firstWords(record: Fields, keys: readonly string[]): string | undefined {
  return keys.map((key) => wordsOf(record[key])).find((words) => words !== undefined);
}

/** The most telling words of a value; undefined when it has none. */
function wordsOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => wordsOf(item) ?? []).join("; ") || undefined;
  }
  if (isRecord(value)) return firstWords(value, ["message", "detail", "error"]) ?? JSON.stringify(value);
  return String(value).trim() || undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
