/** The running conversation as files: gathers the facts about it; how it is written is loaded when it is wanted. */
import type { Exports } from "../commands/command.ts";
import { promptTokens } from "../model/usage.ts";
import type { SessionFacts } from "../sessions/exported.ts";
import { redactTexts } from "../text/redact.ts";
import type { Conversation } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import type { Host } from "./host.ts";
import type { Recorder } from "./recorder.ts";
import { keyConcealer } from "./redactors.ts";
import { sessionDirectory } from "./session-directory.ts";
import { sessionId } from "./session-id.ts";

export interface ExportParts {
  readonly engine: Engine;
  readonly conversation: Conversation;
  readonly recorder: Recorder;
}

export function createExports(host: Host, parts: ExportParts): Exports {
  const begun = host.now();
  const { conversation, recorder } = parts;
  /** Others may read what is exported. */
  const history = () => redactTexts(conversation.history(), keyConcealer(parts.engine.settings()));
  // Where nothing is recorded, it is still one conversation and no other.
  const fallback = sessionId(begun);
  const facts = (): SessionFacts => ({
    ...(recorder.name() === undefined ? {} : { name: recorder.name() }),
    ...factsOf(parts),
    id: recorder.id() ?? fallback,
    created: new Date(begun).toISOString(),
    updated: new Date(host.now()).toISOString(),
  });
  return {
    async write(words) {
      const { exportTo } = await import("./export-to.ts");
      const { readExportRequest } = await import("../sessions/export-range.ts");
      return exportTo(host, readExportRequest(words), facts(), history()).sentence;
    },
    async save(name) {
      const { saveConversation } = await import("./save-conversation.ts");
      const named = name === "" ? facts() : { ...facts(), name };
      return saveConversation(host, sessionDirectory(host), named, history());
    },
    async take(file) {
      const { makeSession } = await import("./import-session.ts");
      return makeSession(host, sessionDirectory(host), file);
    },
  };
}

function factsOf({ engine, conversation }: ExportParts) {
  const { name, model } = engine.backend();
  const { total } = conversation.usage();
  return {
    backend: name,
    model,
    contextFormat: engine.settings().backends[name]?.contextFormat ?? "plain",
    tokensUsed: promptTokens(total) + total.output,
  };
}
