/** What the settings hold that must not be written down, and who takes it out. */
import type { Settings } from "../model/settings.ts";
import { createConcealer, createRedactor, type Redact } from "../text/redact.ts";

/** For logs; what a server is sent may be a secret, and may also be a word that tools need in their environment. */
export function redactorFor(settings: Settings): Redact {
  const sent = Object.values(settings.mcpServers).flatMap(({ env = {}, headers = {} }) => [
    ...Object.values(env),
    ...Object.values(headers),
  ]);
  return createRedactor([...secretsOf(settings), ...sent]);
}

/**
 * For what was said: the keys of backends, and nothing that only looks like one, since the conversation may be about it.
 * Short ones, such as a key that is no secret, are words of their own.
 */
export function keyConcealer(settings: Settings): Redact {
  return createConcealer(secretsOf(settings).filter(({ length }) => length >= shortestKey));
}

const shortestKey = 16;

export function secretsOf({ backends }: Settings): readonly string[] {
  return Object.values(backends).flatMap(({ apiKey }) => apiKey ?? []);
}
