/** /search: what is needed for it is loaded when it is wanted. */
import type { Searches } from "../commands/command.ts";
import type { Host } from "./host.ts";
import { sessionDirectory } from "./session-directory.ts";

export function createSearches(host: Host): Searches {
  return {
    async run(words, say, signal) {
      const { searchFromChat } = await import("./search-sessions.ts");
      await searchFromChat(host, sessionDirectory(host), words, say, signal);
    },
  };
}
