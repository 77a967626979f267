/** Reads the answer of GET /v1/models. Trusts nothing it reads. */
import type { ModelInfo } from "../model/backend.ts";
import { isRecord } from "./json.ts";

/** Throws a SyntaxError where it is no list of models. */
export function modelsIn(answer: unknown): readonly ModelInfo[] {
  if (!isRecord(answer) || !Array.isArray(answer.data)) throw new SyntaxError("no list of models");
  return answer.data.flatMap((model) => {
    if (!isRecord(model) || typeof model.id !== "string" || model.id === "") return [];
    const { id, max_input_tokens: contextWindow, max_tokens: maxOutput } = model;
    return [{ id, ...(isSize(contextWindow) && { contextWindow }), ...(isSize(maxOutput) && { maxOutput }) }];
  });
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
