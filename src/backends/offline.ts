/** The built-in backend: no network and no model. Answers from the program's help and demonstrates the tools. */
import type { Backend } from "../model/backend.ts";
import type { HelpSection } from "./offline/help.ts";
import { nextCallNumber, playScript, type Sleep } from "./offline/play.ts";
import { composeReply } from "./offline/reply.ts";

export interface OfflineOptions {
  readonly help: readonly HelpSection[];
  readonly sleep: Sleep;
}

export function createOffline({ help, sleep }: OfflineOptions): Backend {
  return {
    name: "offline",
    label: "offline demo",
    model: "offline-demo",
    stream: (request, signal) =>
      playScript(composeReply(request, help), nextCallNumber(request.messages), sleep, signal),
  };
}
