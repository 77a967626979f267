/** The built-in backend: no network and no model. Answers from the program's help and demonstrates the tools. */
import type { Backend } from "../model/backend.ts";
import type { HelpSection } from "./offline/help.ts";
import { nextCallNumber, playScript, type Sleep } from "./offline/play.ts";
import { composeReply } from "./offline/reply.ts";

export interface OfflineOptions {
  /** Not needed before somebody asks. */
  readonly help: () => Promise<readonly HelpSection[]>;
  readonly sleep: Sleep;
}

export function createOffline({ help, sleep }: OfflineOptions): Backend {
  return {
    name: "offline",
    label: "offline demo",
    model: "offline-demo",
    async *stream(request, signal) {
      const script = composeReply(request, await help());
      yield* playScript(script, nextCallNumber(request.messages), sleep, signal);
    },
  };
}
