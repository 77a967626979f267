/** The tasks in the background, whose code is loaded with the first of them. */
import type { Background } from "./background.ts";
import { lazily } from "./lazily.ts";

export function lazyBackground(load: () => Promise<Background>): Background {
  const loaded = lazily(load);
  const { peek } = loaded;
  return {
    start: async (prompt) => (await loaded.get()).start(prompt),
    list: () => peek()?.list() ?? [],
    kill: (id) => peek()?.kill(id),
    limit: (id, ms) => peek()?.limit(id, ms),
    join: (id) => peek()?.join(id),
    observe: (envelope) => peek()?.observe(envelope),
    running: () => peek()?.running(),
    stopAll: () => peek()?.stopAll(),
  };
}
