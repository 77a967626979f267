/** Looks for an Ollama that runs on this very machine. Nobody waits long for it, and no other machine is asked. */
import type { Send } from "../http/answer.ts";
import type { Settings } from "../model/settings.ts";
import { askModels, createOllamaServer, defaultOllamaUrl } from "./ollama-server.ts";
import { accessOf } from "./registry.ts";

export interface FoundOllama {
  /** The first model that it has; absent where the settings name one. */
  readonly model?: string;
}

/** Never rejects. An Ollama without any model is none. */
export async function findOllama(
  settings: Settings,
  send: Send,
  patienceMs = 200,
): Promise<FoundOllama | undefined> {
  const [first] = (await askOllama(settings, send, patienceMs)) ?? [];
  if (first === undefined) return undefined;
  return accessOf("ollama", settings)?.model?.trim() ? {} : { model: first };
}

/** The models that it has; undefined where none runs here. Never rejects. */
export async function askOllama(
  settings: Settings,
  send: Send,
  patienceMs: number,
): Promise<readonly string[] | undefined> {
  const { baseUrl, apiKey = "" } = accessOf("ollama", settings) ?? {};
  const address = baseUrl?.trim() || defaultOllamaUrl;
  if (!isLoopback(address)) return undefined;
  try {
    const server = createOllamaServer(address, apiKey, send);
    return (await askModels(server, AbortSignal.timeout(patienceMs))).map(({ id }) => id);
  } catch {
    return undefined;
  }
}

/** By what the address says: a name that has to be looked up may lead anywhere. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
