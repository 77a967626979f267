/** The running conversation as files: gathers the facts about it; how it is written is loaded when it is wanted. */
import { basename } from "node:path";
import type { Exports } from "../commands/command.ts";
import { promptTokens } from "../model/usage.ts";
import type { SessionFacts } from "../sessions/exported.ts";
import type { Conversation } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import type { Host } from "./host.ts";
import type { Recorder } from "./recorder.ts";

export interface ExportParts {
  readonly engine: Engine;
  readonly conversation: Conversation;
  readonly recorder: Recorder;
}

export function createExports(host: Host, parts: ExportParts): Exports {
  const begun = host.now();
  return {
    async write(words) {
      const { exportTo } = await import("./export-to.ts");
      const { readExportRequest } = await import("../sessions/export-range.ts");
      const facts = factsOf(parts, begun, host.now());
      return exportTo(host, readExportRequest(words), facts, parts.conversation.history()).sentence;
    },
  };
}

function factsOf({ engine, conversation, recorder }: ExportParts, begun: number, now: number): SessionFacts {
  const { name, model } = engine.backend();
  const { total } = conversation.usage();
  return {
    id: basename(recorder.path() ?? "not-recorded", ".jsonl"),
    created: new Date(begun).toISOString(),
    updated: new Date(now).toISOString(),
    backend: name,
    model,
    contextFormat: engine.settings().backends[name]?.contextFormat ?? "plain",
    tokensUsed: promptTokens(total) + total.output,
  };
}
