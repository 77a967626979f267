/** Reads `claude -p --output-format stream-json`, and the single object of `json`. */
import type { Json } from "../json.ts";
import { createJsonLines } from "./json-lines.ts";
import { type OutputReader, type Outputs, reasoningOutput, textOutput } from "./output.ts";
import { resultText, toolFinished, toolStarted } from "./tool-reports.ts";
import { countIn, createParagraphs, recordIn, recordsIn, stringIn } from "./values.ts";

export function createClaudeReader(): OutputReader {
  const lines = createJsonLines();
  const text = createParagraphs();
  const names = new Map<string, string>();
  /** What of the next whole message has been shown already, piece by piece. */
  let streamed = { text: false, thinking: false };

  const readers: Readonly<Record<string, (event: Json) => Outputs>> = {
    system: readSystem,
    stream_event: (event) => (isNested(event) ? [] : readPiece(recordIn(event.event))),
    assistant: (event) =>
      recordsIn(recordIn(event.message).content).flatMap((block) => readBlock(block, isNested(event))),
    user: (event) => recordsIn(recordIn(event.message).content).flatMap(readResult),
    result: readEnd,
  };

  function readPiece(event: Json): Outputs {
    if (event.type === "content_block_start") text.begin();
    if (event.type !== "content_block_delta") return [];
    const delta = recordIn(event.delta);
    if (delta.type === "text_delta") {
      streamed = { ...streamed, text: true };
      return textOutput(text.add(stringIn(delta.text)));
    }
    if (delta.type !== "thinking_delta") return [];
    streamed = { ...streamed, thinking: true };
    return reasoningOutput(stringIn(delta.thinking));
  }

  /** Of an agent that claude has started itself, only the tools are told. */
  function readBlock(block: Json, nested: boolean): Outputs {
    if (block.type === "tool_use") {
      const id = stringIn(block.id);
      names.set(id, stringIn(block.name));
      return toolStarted(id, stringIn(block.name), recordIn(block.input));
    }
    if (nested || (block.type !== "text" && block.type !== "thinking")) return [];
    const isShown = streamed[block.type];
    streamed = { ...streamed, [block.type]: false };
    if (isShown) return [];
    if (block.type === "thinking") return reasoningOutput(stringIn(block.thinking));
    text.begin();
    return textOutput(text.add(stringIn(block.text)));
  }

  function readResult(block: Json): Outputs {
    if (block.type !== "tool_result") return [];
    const id = stringIn(block.tool_use_id);
    return toolFinished(id, names.get(id) ?? "tool", resultText(block.content), block.is_error === true);
  }

  function readEnd(event: Json): Outputs {
    const said = stringIn(event.result);
    const facts = [
      ...usageOf(recordIn(event.usage)),
      ...costOf(event),
      ...denialsOf(event),
      ...sessionOf(event),
    ];
    const failed = event.is_error === true || (event.subtype ?? "success") !== "success";
    if (failed) return [...facts, { type: "problem", message: said || reasonOf(event) }];
    const rest = text.isEmpty() ? textOutput(text.add(said)) : [];
    return [...rest, ...facts, { type: "finished" }];
  }

  const readAll = (events: readonly Json[]): Outputs =>
    events.flatMap((event) => (ownReader(event) ?? (() => []))(event));
  const ownReader = ({ type }: Json) =>
    typeof type === "string" && Object.hasOwn(readers, type) ? readers[type] : undefined;

  return {
    read: (piece) => readAll(lines.read(piece)),
    end: () => readAll(lines.end()),
    stray: lines.stray,
  };
}

function isNested({ parent_tool_use_id: parent }: Json): boolean {
  return typeof parent === "string";
}

function readSystem(event: Json): Outputs {
  if (event.subtype === "init") return sessionOf(event);
  if (event.subtype !== "api_retry") return [];
  const seconds = Math.ceil(countIn(event.retry_delay_ms) / 1000);
  const status = countIn(event.error_status) > 0 ? ` after HTTP ${countIn(event.error_status)}` : "";
  const attempt = `${countIn(event.attempt)} of ${countIn(event.max_retries)}`;
  const text = `claude tries again in ${seconds} s${status} (attempt ${attempt}).`;
  return [{ type: "notice", level: "warning", text }];
}

function sessionOf(event: Json): Outputs {
  const id = stringIn(event.session_id);
  return id === "" ? [] : [{ type: "session", id }];
}

/** What was read from the cache is not part of `input_tokens`. */
function usageOf(usage: Json): Outputs {
  const counts = {
    input: countIn(usage.input_tokens),
    output: countIn(usage.output_tokens),
    cacheRead: countIn(usage.cache_read_input_tokens),
    cacheWrite: countIn(usage.cache_creation_input_tokens),
  };
  return Object.values(counts).some((count) => count > 0) ? [{ type: "usage", usage: counts }] : [];
}

function costOf({ total_cost_usd: total }: Json): Outputs {
  return typeof total === "number" && total > 0 ? [{ type: "cost", total }] : [];
}

function denialsOf(event: Json): Outputs {
  const names = new Set(recordsIn(event.permission_denials).map((denial) => stringIn(denial.tool_name)));
  if (names.size === 0) return [];
  const text = `claude was not allowed to use ${[...names].join(", ")}.`;
  return [{ type: "notice", level: "warning", text }];
}

function reasonOf(event: Json): string {
  const errors = Array.isArray(event.errors) ? event.errors.filter((error) => typeof error === "string") : [];
  return errors.join("; ") || stringIn(event.subtype).replaceAll("_", " ") || "claude gave no reason";
}
