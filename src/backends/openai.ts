/**
 * OpenAI's API and the many servers that speak it, as a backend: one streamed request per call. The SDK loads with
 * the first.
 */
import type { OpenAI } from "openai";
import type { HttpRequest, Send } from "../http/answer.ts";
import { sendRequest } from "../http/send.ts";
import { readServerEvents, type ServerEvent } from "../http/server-events.ts";
import type { Backend, BackendEvent, BackendRequest, Failure, ModelListing } from "../model/backend.ts";
import type { BackendSettings } from "../model/settings.ts";
import { checkAccess } from "./access.ts";
import { brokenOff, cancelled, type Endpoint, failureFrom, unreadable } from "./failures.ts";
import { isOpenAi, openAiAddress } from "./openai-address.ts";
import { chatBody } from "./openai-chat-request.ts";
import { createChatReader } from "./openai-chat-stream.ts";
import { type Concession, concessionIn } from "./openai-concessions.ts";
import { endOfEvents, openAiEvent } from "./openai-events.ts";
import { callIds } from "./openai-history.ts";
import { modelsIn } from "./openai-models.ts";
import type { AnswerReader, Conclusion } from "./openai-reader.ts";
import { seesImages } from "./openai-request.ts";
import { responsesBody } from "./openai-responses-request.ts";
import { createResponsesReader } from "./openai-responses-stream.ts";
import { readBatch } from "./read-batch.ts";
import { openPackets, sdkFetch } from "./sdk-fetch.ts";
import { withTextCalls } from "./text-tools.ts";

export interface OpenAiAccess
  extends Pick<BackendSettings, "baseUrl" | "model" | "api" | "thinking" | "replayReasoning"> {
  /** Absent: the built-in one. */
  readonly name?: string;
  readonly label?: string;
  readonly keyVariable?: string;
  /** Empty: none is sent. */
  readonly apiKey: string;
}

const defaultModel = "gpt-5.4";

/** How one of the two interfaces is spoken. */
interface Dialect {
  readonly path: string;
  /** Whether calls are looked for in the text: models of all kinds are behind such servers. */
  readonly hasTextCalls: boolean;
  body(request: BackendRequest): object;
  reader(request: BackendRequest): AnswerReader;
}

interface Line {
  readonly connect: () => Promise<OpenAI>;
  readonly endpoint: Endpoint;
  readonly dialect: Dialect;
  /** What this server has asked for so far. */
  readonly concessions: Set<Concession>;
}

/** Rejects when the key or the URL cannot be used at all. */
export async function createOpenAi(access: OpenAiAccess, send: Send = sendRequest): Promise<Backend> {
  const { apiKey, name = "openai", label = "OpenAI API", keyVariable } = access;
  const model = access.model?.trim() || defaultModel;
  const baseUrl = openAiAddress(access.baseUrl);
  checkAccess(`backends.${name}`, apiKey || "none", baseUrl);
  let client: Promise<OpenAI> | undefined;
  const connect = () => {
    client ??= createClient(apiKey, baseUrl, send);
    return client;
  };
  const endpoint: Endpoint = {
    name: name === "openai" && isOpenAi(baseUrl) ? "OpenAI" : name,
    baseUrl,
    model,
    ...(keyVariable !== undefined && { keyVariable }),
    settings: `backends.${name}`,
    secrets: [apiKey],
  };
  const concessions = new Set<Concession>();
  const dialect = dialectOf({ ...access, baseUrl, model }, concessions);
  const line: Line = { connect, endpoint, dialect, concessions };
  return {
    name,
    label,
    model,
    stream(request, signal) {
      const answer = streamAnswer(line, request, signal);
      return dialect.hasTextCalls ? withTextCalls(answer, request.tools) : answer;
    },
    seesImages: async () => seesImages({ model, concessions }),
    listModels: (signal) => listModels(line, signal),
  };
}

/** OpenAI itself refuses the old name of the limit for its newer models; most other servers know no other. */
function dialectOf(
  access: OpenAiAccess & { readonly baseUrl: string; readonly model: string },
  concessions: Set<Concession>,
): Dialect {
  const { baseUrl, model, thinking, replayReasoning } = access;
  const own = isOpenAi(baseUrl);
  const options = { baseUrl, model, thinking, replayReasoning, concessions };
  if ((access.api ?? (own ? "responses" : "chat")) === "responses") {
    return {
      path: "/responses",
      hasTextCalls: false,
      body: (request) => responsesBody(request, options),
      reader: ({ messages }) => createResponsesReader(model, callIds(messages)),
    };
  }
  if (own) concessions.add("max-completion-tokens");
  return {
    path: "/chat/completions",
    hasTextCalls: !own,
    body: (request) => chatBody(request, options),
    reader: ({ messages }) => createChatReader({ baseUrl, model }, callIds(messages)),
  };
}

/**
 * Everything is set here, so that the SDK takes nothing from the environment: it would add the headers of
 * OPENAI_CUSTOM_HEADERS, an organization and a project.
 */
async function createClient(apiKey: string, baseUrl: string, send: Send): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  const common = { "user-agent": "treadle", ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
  const headersOf = (method: HttpRequest["method"]) => ({
    ...common,
    accept: method === "POST" ? "text/event-stream" : "application/json",
    ...(method === "POST" && { "content-type": "application/json" }),
  });
  return new OpenAI({
    apiKey: apiKey || "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseUrl,
    maxRetries: 0,
    logLevel: "off",
    fetch: sdkFetch(send, headersOf),
  });
}

async function* streamAnswer(
  line: Line,
  request: BackendRequest,
  signal: AbortSignal,
): AsyncGenerator<BackendEvent> {
  const { endpoint } = line;
  const reader = line.dialect.reader(request);
  let hasEnded = false;
  const readEvent = (event: ServerEvent) => {
    const value = openAiEvent(event);
    hasEnded ||= value === endOfEvents;
    return reader.read(value);
  };
  const isOver = () => signal.aborted || hasEnded || reader.isComplete();
  const isBlind = () => line.concessions.has("no-images");
  const wasBlind = isBlind();
  let failure: Failure | undefined;
  try {
    const stream = await openStream(line, request, signal);
    if (isBlind() && !wasBlind) yield blindNotice(endpoint);
    for await (const events of readServerEvents(stream)) {
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
  else yield* lastEvents(reader.conclude(), endpoint);
}

function blindNotice({ model }: Endpoint): BackendEvent {
  return {
    type: "notice",
    level: "warning",
    text: `${model} cannot be shown images: it is told their names.`,
  };
}

/** A server that refuses something we can do without is asked again without it, from then on. */
async function openStream(
  line: Line,
  request: BackendRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const { connect, dialect, concessions } = line;
  const client = await connect();
  for (;;) {
    const body = dialect.body(request);
    try {
      return await openPackets(
        (asking) => client.post(dialect.path, { body, stream: true, signal: asking }).asResponse(),
        signal,
      );
    } catch (error) {
      const concession = concessionIn(error, concessions);
      if (concession === undefined) throw error;
      concessions.add(concession);
      if (isSame(body, dialect.body(request))) {
        concessions.delete(concession);
        throw error;
      }
    }
  }
}

function isSame(before: object, after: object): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

function lastEvents(conclusion: Conclusion, endpoint: Endpoint): readonly BackendEvent[] {
  switch (conclusion.kind) {
    case "done":
      return [...conclusion.events, { type: "done", stop: conclusion.stop }];
    case "failed":
      return [{ type: "failed", failure: failureFrom(conclusion.error, endpoint) }];
    case "open":
      return [{ type: "failed", failure: brokenOff(endpoint) }];
    case "not-begun":
      return [{ type: "failed", failure: unreadable(endpoint) }];
  }
}

async function listModels({ connect, endpoint }: Line, signal: AbortSignal): Promise<ModelListing> {
  try {
    const client = await connect();
    const models = modelsIn(await client.get<unknown>("/models", { signal }));
    return models ? { kind: "ok", models } : { kind: "failed", failure: unreadable(endpoint) };
  } catch (error) {
    return { kind: "failed", failure: signal.aborted ? cancelled : failureFrom(error, endpoint) };
  }
}
