/** Finds out whether Ollama dropped the beginning of a prompt, which it does without saying so. Pure. */
import type { Usage } from "../model/usage.ts";
import type { OllamaBody } from "./ollama-request.ts";

/** Below this, guesses are too rough and prompts too short to be cut. */
const leastExpected = 1024;

/** A sentence for the user, or nothing. `settings` is where the backend's settings are. */
export function truncationNotice(body: OllamaBody, { input }: Usage, settings: string): string | undefined {
  const window = body.options.num_ctx;
  const expected = expectedTokens(body);
  // Old servers count only what was not in their cache, and nothing at all when everything was.
  const isShort = input > 0 && expected > leastExpected && input < expected / 2;
  if (input < window && !isShort) return undefined;
  const share = `${input.toLocaleString("en-US")} tokens`;
  const whole = isShort ? ` of about ${expected.toLocaleString("en-US")}` : "";
  return `Ollama cut the prompt: the model read ${share}${whole} and may have missed the beginning; raise \`${settings}.context_window\` (now ${window}), or /clear.`;
}

/** Four characters a token, with runs of white space counted once: rather too few than a false alarm. */
function expectedTokens({ messages, tools = [] }: OllamaBody): number {
  const texts = messages.map(
    ({ content, tool_calls: calls }) => content + (calls ? JSON.stringify(calls) : ""),
  );
  const chars = [...texts, JSON.stringify(tools)].map((text) => text.replace(/\s+/g, " ").length);
  return Math.floor(chars.reduce((sum, length) => sum + length, 0) / 4);
}
