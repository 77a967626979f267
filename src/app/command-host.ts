/** What slash commands may do in a running session. Each group of powers is made elsewhere; here they come together. */
import type {
  ApprovalControl,
  CommandHost,
  ContextPowers,
  Exports,
  PaperPowers,
  Searches,
  SessionPowers,
  SkillPowers,
  Switched,
  Switching,
  ThemeChoice,
  UpkeepPowers,
} from "../commands/command.ts";
import type { McpPowers } from "../commands/mcp-powers.ts";
import { serverPrompts } from "../commands/server-prompt.ts";
import { commandTable } from "../commands/table.ts";
import type { VoicePowers } from "../commands/voice-options.ts";
import type { Display } from "../display/display.ts";
import type { Emit } from "../loop/bus.ts";
import type { RetryDeps } from "../loop/retry.ts";
import type { Background } from "./background.ts";
import { type Checkpoints, rewinder } from "./checkpoints.ts";
import { createCompactionPowers } from "./compaction-powers.ts";
import type { Controller } from "./controller.ts";
import type { Conversation } from "./conversation.ts";
import type { CustomCommands } from "./custom-commands.ts";
import type { Engine } from "./engine.ts";
import { createHistoryPowers } from "./history-powers.ts";
import type { Meter } from "./meter.ts";
import type { Recorder } from "./recorder.ts";
import type { SetUpInChat } from "./setup/in-chat.ts";
import type { Shortcuts } from "./shortcuts.ts";

export interface CommandHostParts {
  readonly emit: Emit;
  readonly engine: Engine;
  readonly approvals: ApprovalControl;
  readonly shortcuts: Shortcuts;
  readonly custom: CustomCommands;
  readonly conversation: Conversation;
  readonly meter: Meter;
  readonly recorder: Recorder;
  readonly retry: RetryDeps;
  readonly display: Pick<Display, "showUsage" | "editText">;
  readonly switching: Switching;
  readonly themes: ThemeChoice;
  readonly setup: SetUpInChat;
  readonly exports: Exports;
  readonly searches: Searches;
  readonly sessions: SessionPowers;
  readonly skills: SkillPowers;
  readonly checkpoints: Checkpoints;
  readonly context: ContextPowers;
  readonly mcp: McpPowers;
  readonly background: Background;
  readonly paper: PaperPowers;
  readonly upkeep: UpkeepPowers;
  readonly streaming: CommandHost["streaming"];
  readonly voice: VoicePowers;
}

export function createCommandHost(parts: CommandHostParts, controller: Controller): CommandHost {
  const { emit, engine, conversation, meter, recorder } = parts;
  return {
    say: (text) => emit({ type: "notice", level: "info", text }),
    commands: () => [...commandTable, ...serverPrompts(parts.mcp)],
    settings: engine.settings,
    change: (changes) => engine.set({ ...engine.settings(), ...changes }),
    backend: engine.backend,
    switching: notingSwitches(parts.switching, conversation.switched),
    skills: parts.skills,
    mcp: parts.mcp,
    ask: controller.ask,
    voice: parts.voice,
    tools: async () => (await engine.toolbox().get()).specs(),
    approvals: parts.approvals,
    shortcuts: parts.shortcuts,
    custom: parts.custom,
    queue: controller.queue,
    tasks: parts.background,
    messageCount: conversation.count,
    usage: conversation.usage,
    costs: () => ({ rows: meter.rows(), total: meter.total(), date: engine.catalogue.date }),
    sessions: parts.sessions,
    journal: recorder.path,
    setup: { write: (words, signal) => parts.setup(words, { engine, ask: controller.ask }, signal) },
    exports: parts.exports,
    searches: parts.searches,
    themes: tellingThemes(parts.themes, emit),
    view: (action) => emit({ type: "view", action }),
    showUsage: parts.display.showUsage,
    history: createHistoryPowers(parts, controller),
    compaction: createCompactionPowers(parts),
    checkpoints: { list: parts.checkpoints.list, rewind: rewinder(parts, controller) },
    context: parts.context,
    stop: controller.stop,
    retry: controller.retry,
    prompt: (text) => controller.prompt({ text }),
    send: (text) => controller.compose({ text, pasted: true, named: text }),
    paper: parts.paper,
    upkeep: parts.upkeep,
    streaming: parts.streaming,
    quit: controller.quit,
  };
}

function notingSwitches(switching: Switching, note: () => void): Switching {
  async function noting(switched: Promise<Switched>): Promise<Switched> {
    const outcome = await switched;
    if (outcome.kind === "switched") note();
    return outcome;
  }
  return {
    ...switching,
    useBackend: (name) => noting(switching.useBackend(name)),
    useModel: (name) => noting(switching.useModel(name)),
    useAgent: (name) => noting(switching.useAgent(name)),
  };
}

function tellingThemes(themes: ThemeChoice, emit: Emit): ThemeChoice {
  return {
    ...themes,
    async use(name) {
      const outcome = await themes.use(name);
      if (outcome.kind === "used") emit({ type: "view", action: { kind: "theme", name } });
      return outcome;
    },
  };
}
