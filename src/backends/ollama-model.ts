/** What a request to one model of Ollama should say: how much context, whether to think, how tools are put. */
import type { ThinkingLevel } from "../model/settings.ts";
import { isRecord } from "./json.ts";
import type { OllamaOptions } from "./ollama-request.ts";
import { askFacts, type ModelFacts, type OllamaServer } from "./ollama-server.ts";

export interface ModelChoices {
  /** Asks the server about the model once; where it does not tell, the choice is a careful one. */
  options(signal: AbortSignal): Promise<OllamaOptions>;
  /** Whether nothing is known to the contrary. */
  seesImages(signal: AbortSignal): Promise<boolean>;
  /** Whether the refusal was about something that can be left out; it is, from then on. */
  learn(refusal: unknown): boolean;
}

export interface ModelWishes {
  readonly model: string;
  readonly contextWindow?: number;
  readonly thinking?: ThinkingLevel;
}

/** Memory grows with the context: more than this is for the user to choose. */
export const mostContext = 32_768;
const unknownContext = 8192;
const patienceMs = 5000;

export function createModelChoices(server: OllamaServer, wishes: ModelWishes): ModelChoices {
  const { model } = wishes;
  let facts: ModelFacts | undefined;
  let learned: ModelFacts = {};

  async function knownFacts(signal: AbortSignal): Promise<ModelFacts> {
    facts ??= await factsOrNone(server, model, signal);
    return { ...facts, ...learned };
  }

  return {
    seesImages: async (signal) => (await knownFacts(signal)).images !== false,
    async options(signal) {
      const known = await knownFacts(signal);
      signal.throwIfAborted();
      return {
        model,
        numCtx: contextFor(wishes, known),
        think: thinkFor(wishes, known),
        toolsAsText: known.tools === false,
        // A server too old to tell leaves pictures out by itself where a model has no eyes.
        sees: known.images !== false,
      };
    },
    learn(refusal) {
      const missing = missingIn(refusal);
      if (missing === undefined || learned[missing] === false) return false;
      learned = { ...learned, [missing]: false };
      return true;
    },
  };
}

/** Undefined where nobody answered: the server may be there the next time. */
async function factsOrNone(
  server: OllamaServer,
  model: string,
  signal: AbortSignal,
): Promise<ModelFacts | undefined> {
  try {
    return await askFacts(server, model, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]));
  } catch (error) {
    return isRecord(error) && typeof error.status === "number" ? {} : undefined;
  }
}

function contextFor({ contextWindow }: ModelWishes, { numCtx, contextLength }: ModelFacts): number {
  if (contextWindow !== undefined) return contextWindow;
  if (numCtx !== undefined) return numCtx;
  return contextLength === undefined ? unknownContext : Math.min(contextLength, mostContext);
}

/** A model that cannot think refuses to be asked to, and most know only yes and no. */
function thinkFor({ model, thinking }: ModelWishes, { thinking: can, levels }: ModelFacts) {
  if (thinking === undefined || can === false) return undefined;
  if (thinking === "off") return false;
  return (levels ?? /gpt-?oss/i.test(model)) ? thinking : true;
}

function missingIn(refusal: unknown): "tools" | "thinking" | "images" | undefined {
  if (!isRecord(refusal) || refusal.status !== 400 || !isRecord(refusal.error)) return undefined;
  const said = String(refusal.error.error);
  if (/does not support tools/i.test(said)) return "tools";
  if (/image|vision|multimodal/i.test(said)) return "images";
  return /does not support thinking/i.test(said) ? "thinking" : undefined;
}
