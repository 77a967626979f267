/** Ollama's own API as a backend: one streamed request to /api/chat per call, by HTTP. */

import type { HttpAnswer } from "../http/answer.ts";
import type { Backend, BackendEvent, BackendRequest, Failure, ModelListing } from "../model/backend.ts";
import { callsOf } from "../model/message.ts";
import type { BackendSettings } from "../model/settings.ts";
import { checkAccess } from "./access.ts";
import { brokenOff, cancelled, type Endpoint, failureFrom, unreadable } from "./failures.ts";
import type { Json } from "./json.ts";
import { readObjects } from "./ndjson.ts";
import { createModelChoices, type ModelChoices } from "./ollama-model.ts";
import { type OllamaBody, ollamaBody } from "./ollama-request.ts";
import { askModels, createOllamaServer, defaultOllamaUrl, type OllamaServer } from "./ollama-server.ts";
import { createOllamaReader, type OllamaReader, type OllamaState } from "./ollama-stream.ts";
import { truncationNotice } from "./ollama-truncation.ts";
import { readBatch } from "./read-batch.ts";
import { newCallId, withTextCalls } from "./text-tools.ts";

export interface OllamaAccess
  extends Pick<BackendSettings, "baseUrl" | "model" | "contextWindow" | "thinking"> {
  readonly name: string;
  readonly label: string;
  readonly keyVariable?: string;
  /** Empty for a server without one, which is the usual case. */
  readonly apiKey: string;
}

const defaultModel = "llama3";

/** Rejects when the key or the URL cannot be used at all. */
export async function createOllama(access: OllamaAccess, newId = newCallId): Promise<Backend> {
  const { name, label, apiKey } = access;
  const model = access.model?.trim() || defaultModel;
  const baseUrl = access.baseUrl?.trim() || defaultOllamaUrl;
  const settings = `backends.${name}`;
  checkAccess(settings, apiKey || "none", baseUrl);
  const endpoint: Endpoint = {
    name: "Ollama",
    baseUrl,
    model,
    keyVariable: access.keyVariable,
    settings,
    secrets: [apiKey],
    advice: {
      unreachable: "start it with `ollama serve`",
      unknownModel: `get it with \`ollama pull ${model}\``,
    },
  };
  const server = createOllamaServer(baseUrl, apiKey);
  const talk: Talk = { endpoint, server, choices: createModelChoices(server, { ...access, model }), newId };
  return {
    name,
    label,
    model,
    stream: (request, signal) => withTextCalls(streamAnswer(talk, request, signal), request.tools, newId),
    seesImages: (signal) => talk.choices.seesImages(signal),
    listModels: (signal) => listModels(talk, signal),
  };
}

interface Talk {
  readonly endpoint: Endpoint;
  readonly server: OllamaServer;
  readonly choices: ModelChoices;
  readonly newId: () => string;
}

async function* streamAnswer(
  talk: Talk,
  request: BackendRequest,
  signal: AbortSignal,
): AsyncGenerator<BackendEvent> {
  const reader = createOllamaReader(talk.newId, idsIn(request));
  const readObject = (object: Json) => reader.read(object);
  const isOver = () => signal.aborted || hasEnded(reader);
  let ending: readonly BackendEvent[];
  let isGarbled = false;
  const onGarbage = () => {
    isGarbled = true;
  };
  try {
    const { body, answer } = await openChat(talk, request, signal);
    for await (const objects of readObjects(answer.packets(signal), { onGarbage })) {
      // Not `yield*`, which would make promises of what is there already.
      for (const read of readBatch(objects, readObject, isOver)) yield read;
      if (isOver()) break;
    }
    ending = lastEvents(reader.state(), body, isGarbled, talk.endpoint);
  } catch (error) {
    ending = [{ type: "failed", failure: failureFrom(error, talk.endpoint) }];
  }
  // Comes after the loop, which closes the connection: nobody reads on after the last event.
  if (signal.aborted) yield { type: "failed", failure: cancelled };
  else yield* ending;
}

function hasEnded(reader: OllamaReader): boolean {
  const { kind } = reader.state();
  return kind === "done" || kind === "broken";
}

interface OpenChat {
  readonly body: OllamaBody;
  readonly answer: HttpAnswer;
}

/** Once more without what the model turns out not to be able to do. */
async function openChat(talk: Talk, request: BackendRequest, signal: AbortSignal): Promise<OpenChat> {
  const { server, choices } = talk;
  for (;;) {
    signal.throwIfAborted();
    const body = ollamaBody(request, await choices.options(signal));
    try {
      return { body, answer: await server.send("/api/chat", body, signal) };
    } catch (error) {
      if (!choices.learn(error)) throw error;
    }
  }
}

function lastEvents(
  state: OllamaState,
  body: OllamaBody,
  isGarbled: boolean,
  endpoint: Endpoint,
): readonly BackendEvent[] {
  if (state.kind !== "done") return [{ type: "failed", failure: failureIn(state, isGarbled, endpoint) }];
  const cut = state.usage && truncationNotice(body, state.usage, endpoint.settings);
  const done: BackendEvent = { type: "done", stop: state.stop };
  return cut ? [{ type: "notice", level: "warning", text: cut }, done] : [done];
}

type Unfinished = Exclude<OllamaState, { readonly kind: "done" }>;

/** What ends a stream would have been an internal error before it. Lines that nobody understood may have held the end. */
function failureIn(state: Unfinished, isGarbled: boolean, endpoint: Endpoint): Failure {
  if (state.kind === "broken") return failureFrom({ type: "api_error", message: state.error }, endpoint);
  return state.kind === "open" && !isGarbled ? brokenOff(endpoint) : unreadable(endpoint);
}

async function listModels({ server, endpoint }: Talk, signal: AbortSignal): Promise<ModelListing> {
  try {
    return { kind: "ok", models: await askModels(server, signal) };
  } catch (error) {
    return { kind: "failed", failure: signal.aborted ? cancelled : failureFrom(error, endpoint) };
  }
}

function idsIn({ messages }: BackendRequest): ReadonlySet<string> {
  const calls = messages.flatMap((message) => (message.role === "assistant" ? callsOf(message) : []));
  return new Set(calls.map(({ id }) => id));
}
