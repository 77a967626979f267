/** Picks a backend from what is configured. Loads none, and does not check that the chosen name exists. */
import type { Settings } from "../model/settings.ts";

export interface BackendChoice {
  readonly name: string;
  /** Completes "<name>, because …". */
  readonly reason: string;
}

export function chooseBackend(settings: Settings): BackendChoice {
  if (settings.backend) return { name: settings.backend, reason: "chosen in the settings" };
  if (settings.backends.anthropic?.apiKey?.trim()) {
    return { name: "anthropic", reason: "an Anthropic API key is configured" };
  }
  if (settings.backends.openai?.apiKey?.trim()) {
    return { name: "openai", reason: "an OpenAI API key is configured" };
  }
  return {
    name: "offline",
    reason: "nothing is configured: set ANTHROPIC_API_KEY or OPENAI_API_KEY, or choose with --backend",
  };
}
