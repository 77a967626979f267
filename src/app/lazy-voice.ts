/** Voice, whose code is loaded with the first /voice. */
import { lazily } from "./lazily.ts";
import type { Voice, VoiceDeps } from "./voice.ts";

export function lazyVoice(deps: VoiceDeps): Voice {
  const voice = lazily(async () => (await import("./voice.ts")).createVoice(deps));
  return {
    start: async (...given) => (await voice.get()).start(...given),
    status: async (signal) => (await voice.get()).status(signal),
    stop: async (signal) => (await voice.get()).stop(signal),
    close: async () => voice.peek()?.close(),
  };
}
