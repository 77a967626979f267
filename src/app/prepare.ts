/** Everything a chat or a one-shot run needs before it starts, or the reasons why it cannot. Shows nothing. */
import type { BackendChoice } from "../backends/choose.ts";
import { knownBackends } from "../backends/registry.ts";
import type { Switching } from "../commands/command.ts";
import { findCommand } from "../commands/table.ts";
import { promptText } from "../config/args.ts";
import type { Flags, Prompt } from "../config/invocation.ts";
import { loadSettings } from "../config/load.ts";
import type { Backend } from "../model/backend.ts";
import type { Settings } from "../model/settings.ts";
import type { SessionFile } from "../sessions/session-files.ts";
import type { Approvals } from "./approvals.ts";
import { chooseBackendOn } from "./choose-backend.ts";
import { type CustomCommands, createCustomCommands } from "./custom-commands.ts";
import { createEngine, type Engine } from "./engine.ts";
import { readWhole } from "./entered.ts";
import { openApprovals, openMcp, openShortcuts, openToolbox } from "./equip.ts";
import { findResumed } from "./find-resumed.ts";
import type { Guidance } from "./guidance.ts";
import type { Host } from "./host.ts";
import { type Lazily, lazily } from "./lazily.ts";
import type { Log } from "./log/log.ts";
import { openLog } from "./log/open-log.ts";
import { backendMaker } from "./make-backend.ts";
import type { Mcp } from "./mcp.ts";
import { createMeter, type Meter } from "./meter.ts";
import { openCatalogue } from "./open-catalogue.ts";
import { redactorFor } from "./redactors.ts";
import { openSessionStore, type SessionStore } from "./session-store.ts";
import type { Shortcuts } from "./shortcuts.ts";
import { createSwitcher } from "./switcher.ts";
import { openTrace, type Trace } from "./trace.ts";

export interface Conversing {
  readonly kind: "chat" | "one-shot";
  readonly flags: Flags;
  readonly prompt?: Prompt;
}

export interface Ready {
  readonly host: Host;
  readonly chat: boolean;
  readonly flags: Flags;
  readonly settings: Settings;
  readonly choice: BackendChoice;
  readonly backend: Backend;
  readonly engine: Engine;
  readonly approvals: Approvals;
  readonly meter: Meter;
  readonly switching: Switching;
  readonly guidance: Lazily<Guidance>;
  readonly shortcuts: Shortcuts;
  readonly custom: CustomCommands;
  readonly mcp: Mcp;
  /** Absent where nothing is recorded. */
  readonly store?: SessionStore;
  /** The session to go on with. */
  readonly resume?: SessionFile;
  readonly notices: readonly string[];
  readonly prompt?: string;
  /** What of it was written on the command line. */
  readonly named?: string;
  /** Standard input has been read to its end: nobody can answer there. */
  readonly inputSpent: boolean;
  readonly trace?: Trace;
  readonly log: Log;
}

export type Preparation =
  | { readonly kind: "ready"; readonly ready: Ready }
  | { readonly kind: "error"; readonly messages: readonly string[] };

export async function prepare(host: Host, { kind, flags, prompt }: Conversing): Promise<Preparation> {
  const { env, cwd, home } = host;
  const chat = kind === "chat";
  if (chat && flags.output === "json") return failed(jsonNeedsOnePrompt);
  const store = flags.record ? openSessionStore(host) : undefined;
  const resumed = await findResumed(flags.resume, store, cwd);
  if (resumed.kind === "error") return failed(resumed.message);
  const loaded = await loadSettings({ flags, env, cwd, home, oneShot: !chat });
  if (loaded.kind === "error") return loaded;
  const { settings, notices } = loaded;
  const choice = await chooseBackendOn(host, settings);
  const create = backendMaker(host);
  const created = await create(settings, choice);
  if (created.kind === "error") return failed(created.message);
  const read = await readPrompt(host, prompt);
  if (read.kind === "error") return failed(read.message);
  const redact = redactorFor(settings);
  const opened = flags.trace === undefined ? undefined : openTrace(flags.trace, cwd, redact);
  if (opened?.kind === "error") return failed(opened.message);
  const { backend } = created;
  const inputSpent = prompt?.stdin === true;
  const { catalogue, notices: more } = await openCatalogue(host);
  const approvals = openApprovals(host);
  const mcp = openMcp(host, settings, { chat, record: flags.record });
  const engine = createEngine({
    settings,
    backend,
    catalogue,
    openToolbox: (chosen) => openToolbox(host, chosen, { approvals, mcp }),
  });
  const meter = createMeter({
    inUse: () => ({ model: engine.backend().model, facts: engine.facts() }),
    maxCost: settings.maxCost,
  });
  const switching = createSwitcher({
    engine,
    create: async (chosen) => create(chosen, await chooseBackendOn(host, chosen)),
    loadAgent: (agent) => loadSettings({ flags: { ...flags, agent }, env, cwd, home, oneShot: !chat }),
    backendNames: (chosen) => knownBackends(chosen).map(({ name }) => name),
    agentNames: loaded.variants.map(({ name }) => name),
  });
  const guidance = lazily(async () => (await import("./guidance.ts")).createGuidance(host));
  const shortcuts = openShortcuts(host);
  const isTaken = (name: string) =>
    findCommand(name) !== undefined || Object.hasOwn(shortcuts.aliases(), name);
  const custom = createCustomCommands({ env, cwd, home, isTaken });
  const log = openLog(host, settings, { record: flags.record, redact });
  const making = {
    shortcuts,
    custom,
    log,
    store,
    resume: resumed.file,
    engine,
    approvals,
    meter,
    switching,
    guidance,
    mcp,
    notices: [...notices, ...more],
  };
  const common = { host, chat, flags, settings, choice, backend, inputSpent, ...making };
  return {
    kind: "ready",
    ready: { ...common, prompt: read.text, named: prompt?.words, trace: opened?.trace },
  };
}

const jsonNeedsOnePrompt =
  "--output json is for one answer: give a prompt, without -I, or choose --output jsonl.";

function failed(message: string): Preparation {
  return { kind: "error", messages: [message] };
}

type PromptReading =
  | { readonly kind: "ok"; readonly text?: string }
  | { readonly kind: "error"; readonly message: string };

async function readPrompt(host: Host, prompt: Prompt | undefined): Promise<PromptReading> {
  if (!prompt?.stdin) return { kind: "ok", text: prompt?.words };
  const reading = await readWhole(host.stdin);
  if (reading.kind === "too-long") {
    return {
      kind: "error",
      message: "Standard input is too long for a prompt: shorten it to 16 MB at most.",
    };
  }
  if (reading.kind === "failed") {
    return { kind: "error", message: `The prompt cannot be read from standard input: ${reading.reason}` };
  }
  const text = promptText(prompt, reading.text);
  if (text.trim() === "") return { kind: "error", message: "The prompt on standard input is empty." };
  return { kind: "ok", text };
}
