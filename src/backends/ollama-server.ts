/** Ollama over HTTP: requests, what came back, and the facts it tells about a model. Knows no messages. */

import { type HttpAnswer, isSuccess, readText, type Send, webHeaders } from "../http/answer.ts";
import { sendRequest } from "../http/send.ts";
import type { ModelInfo } from "../model/backend.ts";
import { isRecord, type Json, parseObject } from "./json.ts";

export interface OllamaServer {
  /** Rejects with status, headers and body where the answer is not a success. */
  send(path: string, body: Json | undefined, signal: AbortSignal): Promise<HttpAnswer>;
}

/** What `/api/show` tells; what is absent is not known. */
export interface ModelFacts {
  readonly contextLength?: number;
  /** Set by whoever made the model. */
  readonly numCtx?: number;
  readonly tools?: boolean;
  readonly thinking?: boolean;
  readonly images?: boolean;
  /** Whether it takes a level of thinking instead of yes or no. */
  readonly levels?: boolean;
}

const maxErrorChars = 64_000;
const maxFactsChars = 16_000_000;

export const defaultOllamaUrl = "http://localhost:11434";

export function createOllamaServer(baseUrl: string, apiKey: string, send: Send = sendRequest): OllamaServer {
  const root = baseUrl.replace(/\/+$/, "");
  const headers = {
    "content-type": "application/json",
    "user-agent": "treadle",
    ...(apiKey !== "" && { authorization: `Bearer ${apiKey}` }),
  };
  return {
    async send(path, body, signal) {
      const answer = await send(root + path, {
        method: body ? "POST" : "GET",
        headers,
        signal,
        ...(body && { body: JSON.stringify(body) }),
      });
      if (isSuccess(answer)) return answer;
      throw await refusalOf(answer, signal);
    },
  };
}

async function refusalOf(answer: HttpAnswer, signal: AbortSignal): Promise<Error> {
  const { status, headers } = answer;
  const text = await readText(answer.packets(signal), maxErrorChars);
  const parsed = parseObject(text);
  const error = parsed.kind === "ok" ? parsed.value : text;
  return Object.assign(new Error(`HTTP ${status}`), { status, headers: webHeaders(headers), error });
}

async function ask(
  server: OllamaServer,
  path: string,
  body: Json | undefined,
  signal: AbortSignal,
): Promise<Json> {
  const answer = await server.send(path, body, signal);
  const parsed = parseObject(await readText(answer.packets(signal), maxFactsChars));
  if (parsed.kind === "error") throw new SyntaxError(parsed.problem);
  return parsed.value;
}

export async function askModels(server: OllamaServer, signal: AbortSignal): Promise<readonly ModelInfo[]> {
  const { models } = await ask(server, "/api/tags", undefined, signal);
  if (!Array.isArray(models)) throw new SyntaxError("no list of models");
  return models.flatMap((model) => {
    const id = isRecord(model) ? (model.model ?? model.name) : undefined;
    return typeof id === "string" && id !== "" ? [{ id }] : [];
  });
}

export async function askFacts(
  server: OllamaServer,
  model: string,
  signal: AbortSignal,
): Promise<ModelFacts> {
  return factsFrom(await ask(server, "/api/show", { model }, signal));
}

export function factsFrom({ capabilities, model_info, parameters, details }: Json): ModelFacts {
  const can = Array.isArray(capabilities) ? (name: string) => capabilities.includes(name) : () => undefined;
  return {
    contextLength: contextLength(model_info),
    numCtx: wholeNumber(/^\s*num_ctx\s+(\d{1,9})\s*$/m.exec(String(parameters ?? ""))?.[1]),
    tools: can("tools"),
    thinking: can("thinking"),
    images: can("vision"),
    levels: isRecord(details) ? details.family === "gptoss" : undefined,
  };
}

/** Under the name of the architecture: "llama.context_length". */
function contextLength(info: unknown): number | undefined {
  if (!isRecord(info)) return undefined;
  const [, length] = Object.entries(info).find(([name]) => /^[^.]+\.context_length$/.test(name)) ?? [];
  return wholeNumber(length);
}

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
