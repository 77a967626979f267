/** Reads `codex exec --json`. */
import type { Json } from "../json.ts";
import { createJsonLines } from "./json-lines.ts";
import { type OutputReader, type Outputs, reasoningOutput, textOutput } from "./output.ts";
import { resultText, toolFinished, toolOutput, toolStarted } from "./tool-reports.ts";
import { countIn, createParagraphs, recordIn, recordsIn, stringIn } from "./values.ts";

type Phase = "started" | "updated" | "completed";

export function createCodexReader(): OutputReader {
  const lines = createJsonLines();
  const text = createParagraphs();
  /** How much of an item that grows has been told; also whether it has been told at all. */
  const told = new Map<string, number>();
  let isOver = false;
  /** It says that it will try again with the same word as that it has failed. */
  let trouble = "";

  function readEvent(event: Json): Outputs {
    const type = stringIn(event.type);
    const phase = /^item\.(started|updated|completed)$/.exec(type)?.[1];
    if (phase) return readItem(phase as Phase, recordIn(event.item));
    if (type === "thread.started") return sessionOf(event);
    if (type === "turn.completed") return over([...usageOf(recordIn(event.usage)), { type: "finished" }]);
    if (type === "turn.failed") return over(problem(stringIn(recordIn(event.error).message) || trouble));
    if (type !== "error") return [];
    trouble = stringIn(event.message);
    return [{ type: "notice", level: "warning", text: `codex: ${trouble}` }];
  }

  function over(outputs: Outputs): Outputs {
    isOver = true;
    return outputs;
  }

  function readItem(phase: Phase, item: Json): Outputs {
    const type = stringIn(item.type);
    if (type === "agent_message") return textOutput(grown(item, stringIn(item.text), text));
    if (type === "reasoning") return reasoningOutput(grown(item, stringIn(item.text)));
    if (type === "error") {
      return [{ type: "notice", level: "warning", text: `codex: ${stringIn(item.message)}` }];
    }
    const tool = Object.hasOwn(tools, type) ? tools[type]?.(item) : undefined;
    return tool ? readTool(phase, stringIn(item.id), tool) : [];
  }

  /** What has been added since it was told last. */
  function grown(item: Json, whole: string, paragraphs?: ReturnType<typeof createParagraphs>): string {
    const id = stringIn(item.id);
    const before = told.get(id);
    told.set(id, whole.length);
    const added = whole.slice(before ?? 0);
    if (!paragraphs) return before === undefined && added !== "" ? `${added}\n` : added;
    if (before === undefined) paragraphs.begin();
    return paragraphs.add(added);
  }

  function readTool(phase: Phase, id: string, { name, input, output, failed }: CodexTool): Outputs {
    const before = told.get(id);
    told.set(id, output.length);
    const start = before === undefined ? toolStarted(id, name, input) : [];
    if (phase === "completed") return [...start, ...toolFinished(id, name, output, failed)];
    return [...start, ...toolOutput(id, output.slice(before ?? 0))];
  }

  return {
    read: (piece) => lines.read(piece).flatMap(readEvent),
    end() {
      const rest = lines.end().flatMap(readEvent);
      return isOver || trouble === "" ? rest : [...rest, ...problem(trouble)];
    },
    stray: lines.stray,
  };
}

interface CodexTool {
  readonly name: string;
  readonly input: Json;
  readonly output: string;
  readonly failed: boolean;
}

const tools: Readonly<Record<string, (item: Json) => CodexTool>> = {
  command_execution: (item) => ({
    name: "bash",
    input: { command: stringIn(item.command) },
    output: stringIn(item.aggregated_output),
    failed: item.status === "failed" || countIn(item.exit_code) > 0,
  }),
  file_change(item) {
    const changes = recordsIn(item.changes).map(({ kind, path }) => `${stringIn(kind)} ${stringIn(path)}`);
    const path = stringIn(recordsIn(item.changes)[0]?.path);
    return { name: "edit", input: { path }, output: changes.join("\n"), failed: item.status === "failed" };
  },
  mcp_tool_call: (item) => ({
    name: `${stringIn(item.server)}.${stringIn(item.tool)}`,
    input: recordIn(item.arguments),
    output: resultText(recordIn(item.result).content) || stringIn(recordIn(item.error).message),
    failed: item.status === "failed",
  }),
  web_search: (item) => ({
    name: "web_search",
    input: { query: stringIn(item.query) },
    output: "",
    failed: false,
  }),
};

function sessionOf(event: Json): Outputs {
  const id = stringIn(event.thread_id);
  return id === "" ? [] : [{ type: "session", id }];
}

function problem(message: string): Outputs {
  return [{ type: "problem", message: message || "codex gave no reason" }];
}

/** What was read from or written to the cache is part of `input_tokens`. */
function usageOf(usage: Json): Outputs {
  const cacheRead = countIn(usage.cached_input_tokens);
  const cacheWrite = countIn(usage.cache_write_input_tokens);
  const input = Math.max(0, countIn(usage.input_tokens) - cacheRead - cacheWrite);
  const output = countIn(usage.output_tokens);
  if (input + cacheRead + cacheWrite + output === 0) return [];
  return [{ type: "usage", usage: { input, output, cacheRead, cacheWrite } }];
}
