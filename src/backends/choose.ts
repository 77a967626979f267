/** Picks a backend from what is configured, or else from what runs here. Does not check that the chosen name exists. */
import { approvalModeOf } from "../model/approval.ts";
import type { Settings } from "../model/settings.ts";
import type { FoundOllama } from "./find-ollama.ts";

export interface BackendChoice {
  readonly name: string;
  /** Completes "<name>, because …". */
  readonly reason: string;
  /** Comes with the backend, where the settings name none. */
  readonly model?: string;
  /** Nothing was configured or found. */
  readonly isLastResort?: boolean;
}

/**
 * Looks for an Ollama only where nothing is configured, and not where tools run unasked: on a shared machine anybody may
 * listen at its port.
 */
export async function chooseBackend(
  settings: Settings,
  findOllama: () => Promise<FoundOllama | undefined>,
): Promise<BackendChoice> {
  const configured = configuredBackend(settings);
  if (configured) return configured;
  const found = approvalModeOf(settings) === "yolo" ? undefined : await findOllama();
  return found ? { name: "ollama", reason: runningHere, ...found } : lastResort;
}

function configuredBackend(settings: Settings): BackendChoice | undefined {
  if (settings.backend) return { name: settings.backend, reason: "chosen in the settings" };
  if (settings.backends.anthropic?.apiKey?.trim()) {
    return { name: "anthropic", reason: "an Anthropic API key is configured" };
  }
  if (settings.backends.openai?.apiKey?.trim()) {
    return { name: "openai", reason: "an OpenAI API key is configured" };
  }
  return undefined;
}

const runningHere = "it is running on this machine, and nothing else is configured";

const lastResort: BackendChoice = {
  name: "offline",
  reason: "nothing is configured: set ANTHROPIC_API_KEY or OPENAI_API_KEY, or choose with --backend",
  isLastResort: true,
};
