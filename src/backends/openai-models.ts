/** Reads the answer to GET /models; what is said beyond the ids differs from server to server. */
import type { ModelInfo } from "../model/backend.ts";
import { isRecord, type Json } from "./json.ts";
import { recordOr } from "./openai-reader.ts";

/** Undefined when it is no list of models. */
export function modelsIn(answer: unknown): readonly ModelInfo[] | undefined {
  const list = isRecord(answer) ? (answer.data ?? answer.models) : answer;
  if (!Array.isArray(list)) return undefined;
  return list.filter(isRecord).flatMap((model) => modelInfo(model) ?? []);
}

function modelInfo(model: Json): ModelInfo | undefined {
  const { id, top_provider: provider, meta } = model;
  if (typeof id !== "string" || id === "") return undefined;
  const { context_length, max_model_len, context_window, max_context_length } = model;
  const { n_ctx_train } = recordOr(meta);
  const window = firstSize(context_length, max_model_len, context_window, max_context_length, n_ctx_train);
  const output = firstSize(recordOr(provider).max_completion_tokens, model.max_output_tokens);
  return {
    id,
    ...(window !== undefined && { contextWindow: window }),
    ...(output !== undefined && { maxOutput: output }),
  };
}

function firstSize(...values: readonly unknown[]): number | undefined {
  return values.find((value): value is number => Number.isInteger(value) && Number(value) > 0);
}
