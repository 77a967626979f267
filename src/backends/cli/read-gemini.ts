/** Reads `gemini -o stream-json`, and the single object of `json`. */
import { isRecord, type Json } from "../json.ts";
import { createJsonLines, objectIn } from "./json-lines.ts";
import { type OutputReader, type Outputs, textOutput } from "./output.ts";
import { resultText, toolFinished, toolStarted } from "./tool-reports.ts";
import { countIn, createParagraphs, recordIn, stringIn } from "./values.ts";

export function createGeminiReader(): OutputReader {
  const lines = createJsonLines();
  const text = createParagraphs();
  const names = new Map<string, string>();
  let understood = false;

  const readers: Readonly<Record<string, (event: Json) => Outputs>> = {
    init: sessionOf,
    message(event) {
      if (event.role !== "assistant") return [];
      if (event.delta !== true) text.begin();
      return textOutput(text.add(stringIn(event.content)));
    },
    tool_use(event) {
      const id = stringIn(event.tool_id);
      names.set(id, stringIn(event.tool_name));
      return toolStarted(id, stringIn(event.tool_name), recordIn(event.parameters));
    },
    tool_result(event) {
      const id = stringIn(event.tool_id);
      const isError = event.status === "error";
      const output = resultText(event.output) || stringIn(recordIn(event.error).message);
      return toolFinished(id, names.get(id) ?? "tool", output, isError);
    },
    error: (event) => [{ type: "notice", level: "warning", text: `gemini: ${stringIn(event.message)}` }],
    result(event) {
      const usage = usageOf(recordIn(event.stats));
      if (event.status === "error") return [...usage, ...problemOf(event.error)];
      return [...usage, { type: "finished" }];
    },
  };

  function readEvent(event: Json): Outputs {
    const { type } = event;
    const reader = typeof type === "string" && Object.hasOwn(readers, type) ? readers[type] : undefined;
    understood ||= reader !== undefined;
    return reader ? reader(event) : readWhole(event);
  }

  /** Without a type it is the only object: the whole answer, or what went wrong. */
  function readWhole(event: Json): Outputs {
    if ("type" in event || !("response" in event || "error" in event)) return [];
    understood = true;
    if (isRecord(event.error)) return problemOf(event.error);
    return [...sessionOf(event), ...textOutput(text.add(stringIn(event.response))), { type: "finished" }];
  }

  return {
    read: (piece) => lines.read(piece).flatMap(readEvent),
    end() {
      const rest = lines.end().flatMap(readEvent);
      const whole = understood ? undefined : objectIn(lines.stray());
      return whole ? [...rest, ...readWhole(whole)] : rest;
    },
    stray: lines.stray,
  };
}

function sessionOf(event: Json): Outputs {
  const id = stringIn(event.session_id);
  return id === "" ? [] : [{ type: "session", id }];
}

function problemOf(error: unknown): Outputs {
  return [{ type: "problem", message: stringIn(recordIn(error).message) || "gemini gave no reason" }];
}

/** What was read from the cache is part of `input_tokens`. */
function usageOf(stats: Json): Outputs {
  const cacheRead = countIn(stats.cached);
  const input = Math.max(0, countIn(stats.input_tokens) - cacheRead);
  const output = countIn(stats.output_tokens);
  if (input + cacheRead + output === 0) return [];
  return [{ type: "usage", usage: { input, output, cacheRead, cacheWrite: 0 } }];
}
