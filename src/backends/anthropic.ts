/** The Anthropic API as a backend: one streamed request to /v1/messages per call. The SDK loads with the first. */
import type { Anthropic } from "@anthropic-ai/sdk";
import type { Send } from "../http/answer.ts";
import { sendRequest } from "../http/send.ts";
import { readServerEvents, type ServerEvent } from "../http/server-events.ts";
import type { Backend, BackendEvent, BackendRequest, Failure, ModelListing } from "../model/backend.ts";
import type { ThinkingLevel } from "../model/settings.ts";
import { checkAccess } from "./access.ts";
import { messageEvent } from "./anthropic-events.ts";
import { modelsIn } from "./anthropic-models.ts";
import { type AnthropicBody, anthropicBody, promptBody } from "./anthropic-request.ts";
import { createStreamReader, type StreamState } from "./anthropic-stream.ts";
import { brokenOff, cancelled, type Endpoint, failureFrom, unreadable } from "./failures.ts";
import { isRecord } from "./json.ts";
import { callIds } from "./openai-history.ts";
import { readBatch } from "./read-batch.ts";
import { openPackets, sdkFetch } from "./sdk-fetch.ts";

export interface AnthropicAccess {
  /** Absent: the built-in one. */
  readonly name?: string;
  readonly label?: string;
  readonly keyVariable?: string;
  readonly apiKey: string;
  readonly baseUrl?: string;
  readonly model?: string;
  readonly thinking?: ThinkingLevel;
}

const defaultModel = "claude-sonnet-5-5";
const defaultBaseUrl = "https://api.anthropic.com";

/** The last version that takes temperature and top_p; it is also the one that compatible servers know. */
const apiVersion = "2023-06-01";

/** Rejects when the key or the URL cannot be used at all. */
export async function createAnthropic(access: AnthropicAccess, send: Send = sendRequest): Promise<Backend> {
  const { apiKey, name = "anthropic", label = "Anthropic API", keyVariable } = access;
  const model = access.model?.trim() || defaultModel;
  const baseUrl = access.baseUrl?.trim() || defaultBaseUrl;
  checkAccess(`backends.${name}`, apiKey, baseUrl);
  let client: Promise<Anthropic> | undefined;
  const connect = () => {
    client ??= createClient(apiKey, baseUrl, send);
    return client;
  };
  const endpoint: Endpoint = {
    name: name === "anthropic" ? "Anthropic" : name,
    baseUrl,
    model,
    ...(keyVariable !== undefined && { keyVariable }),
    settings: `backends.${name}`,
    secrets: [apiKey],
  };
  return {
    name,
    label,
    model,
    stream: (request, signal) => streamAnswer(connect, request, access.thinking, endpoint, signal),
    seesImages: async () => true,
    listModels: (signal) => listModels(connect, endpoint, signal),
    countTokens: (request, signal) => countTokens(connect, request, model, signal),
  };
}

/**
 * Everything is set here, so that the SDK takes nothing from the environment: it would add the headers of
 * ANTHROPIC_CUSTOM_HEADERS, and it sends the key as a bearer token, which compatible servers do not all know.
 */
async function createClient(apiKey: string, baseUrl: string, send: Send): Promise<Anthropic> {
  const { Anthropic } = await import("@anthropic-ai/sdk");
  const headers = {
    accept: "text/event-stream",
    "anthropic-version": apiVersion,
    "content-type": "application/json",
    "user-agent": "treadle",
    "x-api-key": apiKey,
  };
  return new Anthropic({
    apiKey,
    authToken: null,
    webhookKey: null,
    baseURL: baseUrl,
    maxRetries: 0,
    logLevel: "off",
    openTelemetry: false,
    fetch: sdkFetch(send, () => headers),
  });
}

async function* streamAnswer(
  connect: () => Promise<Anthropic>,
  request: BackendRequest,
  thinking: ThinkingLevel | undefined,
  endpoint: Endpoint,
  signal: AbortSignal,
): AsyncGenerator<BackendEvent> {
  const reader = createStreamReader(endpoint.model, callIds(request.messages));
  const readEvent = (event: ServerEvent) => reader.read(messageEvent(event));
  const isOver = () => signal.aborted || reader.state().kind === "done";
  let failure: Failure | undefined;
  try {
    const body = anthropicBody(request, endpoint.model, thinking);
    const packets = await openStream(await connect(), body, signal);
    for await (const events of readServerEvents(packets)) {
      // Not `yield*`, which would make promises of what is there already.
      for (const read of readBatch(events, readEvent, isOver)) yield read;
      if (isOver()) break;
    }
  } catch (error) {
    failure = failureFrom(error, endpoint);
  }
  // Comes after the loop, which closes the connection: nobody reads on after the last event.
  if (signal.aborted) yield { type: "failed", failure: cancelled };
  else if (failure) yield { type: "failed", failure };
  else yield lastEvent(reader.state(), endpoint);
}

/** Not `messages.create`, which is the same request but writes to the console about old models. */
function openStream(
  client: Anthropic,
  body: AnthropicBody,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  return openPackets(
    (asking) => client.post("/v1/messages", { body, stream: true, signal: asking }).asResponse(),
    signal,
  );
}

async function listModels(
  connect: () => Promise<Anthropic>,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<ModelListing> {
  try {
    const answer = await (await connect()).get<unknown>("/v1/models?limit=1000", { signal });
    return { kind: "ok", models: modelsIn(answer) };
  } catch (error) {
    return { kind: "failed", failure: signal.aborted ? cancelled : failureFrom(error, endpoint) };
  }
}

async function countTokens(
  connect: () => Promise<Anthropic>,
  request: BackendRequest,
  model: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const body = promptBody(request, model);
    const answer = await (await connect()).post<unknown>("/v1/messages/count_tokens", { body, signal });
    const count = isRecord(answer) ? answer.input_tokens : undefined;
    return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
  } catch {
    return undefined;
  }
}

function lastEvent(state: StreamState, endpoint: Endpoint): BackendEvent {
  if (state.kind === "done") return { type: "done", stop: state.stop };
  const failure = state.kind === "not-begun" ? unreadable(endpoint) : brokenOff(endpoint);
  return { type: "failed", failure };
}
