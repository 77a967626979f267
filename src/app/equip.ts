/** What a run works with, made from its settings: the display, the tools, the record. Starts none of them. */
import { join } from "node:path";
import { type ConfigPaths, configPaths } from "../config/paths.ts";
import { type AppendInput, createAppendDisplay } from "../display/append/append.ts";
import type { Emit, Listener } from "../loop/bus.ts";
import type { Settings } from "../model/settings.ts";
import type { Sandbox, SandboxOptions } from "../tools/sandbox/sandbox.ts";
import type { HookableToolbox, LocalToolbox } from "../tools/toolbox.ts";
import type { SafeText } from "../view/sanitise.ts";
import { type Approvals, createApprovals } from "./approvals.ts";
import { auditLevels, createAudit } from "./audit.ts";
import { chooseDisplayFor, hostTerminal } from "./display-choice.ts";
import type { Host } from "./host.ts";
import { createMcp, type Mcp } from "./mcp.ts";
import { offerAgents } from "./offer-agents.ts";
import type { FullscreenExtras, OpenedDisplay } from "./open-fullscreen.ts";
import type { OutputPlan } from "./output.ts";
import type { Ready } from "./prepare.ts";
import { pricingOf } from "./pricing.ts";
import { createRecorder, noRecorder, type Recorder, resumeHint } from "./recorder.ts";
import { keyConcealer, redactorFor, secretsOf } from "./redactors.ts";
import { offerSetup } from "./setup/offer-setup.ts";
import { createShortcuts, type Shortcuts } from "./shortcuts.ts";
import { createThemes, type Themes } from "./themes.ts";

export async function openDisplay(
  ready: Ready,
  output: OutputPlan,
  extras: FullscreenExtras,
): Promise<OpenedDisplay> {
  const { host, chat, settings, flags } = ready;
  const terminal = hostTerminal(host);
  const chosen = await chooseDisplayFor(host, settings.display, terminal.get);
  if (chat && chosen.display === "full" && flags.output === "text") {
    const { openFullscreen } = await import("./open-fullscreen.ts");
    return openFullscreen(ready, await terminal.get(), welcome(ready), extras);
  }
  const display = createAppendDisplay({
    input: inputOf(ready),
    answer: output.answer,
    chrome: output.chrome,
    clock: host.clock,
    directory: host.cwd,
    settings,
    chat,
    pricing: pricingOf(ready.engine),
    editText: chat && host.stdin.isTTY ? (text) => openEditor(host, text) : undefined,
    pageText: chat && host.stdin.isTTY && host.stdout.isTTY ? (text) => openPager(host, text) : undefined,
    // A script has no use for it.
    farewell: () => (host.stdin.isTTY ? resumeHint(extras.recorder()) : ""),
    header: chat ? [`[display: append, ${chosen.reason}]`, ...welcome(ready)] : [`[${backendInUse(ready)}]`],
  });
  return { display, how: `append-only, ${chosen.reason}`, notices: [] };
}

async function openEditor(host: Host, text: string): Promise<string | undefined> {
  const { editText } = await import("./edit-text.ts");
  return editText(host, text);
}

async function openPager(host: Host, text: SafeText): Promise<boolean> {
  const { pageText } = await import("./page-text.ts");
  return pageText(host, text, "pager");
}

/** Absent where nobody can be asked: a one-shot run without a terminal, or one whose prompt was the input. */
function inputOf({ host, chat, inputSpent }: Ready): AppendInput | undefined {
  const { stdin, env } = host;
  const isTty = stdin.isTTY === true;
  if (inputSpent || !(chat || isTty)) return undefined;
  // Emacs shows what is entered although it may be a pipe.
  return { stream: stdin, isTty, isGone: host.inputIsGone, echo: !isTty && !env.INSIDE_EMACS };
}

function welcome(ready: Ready): readonly string[] {
  return [
    `treadle ${ready.host.version}`,
    backendInUse(ready),
    ...(ready.choice.isLastResort ? offerAgents(ready.host.env.PATH) : []),
    ...offerSetup(ready),
    "Type 'exit' to quit, 'clear' to reset context",
  ];
}

function backendInUse({ backend, choice }: Ready): string {
  return `Backend: ${backend.label}, model ${backend.model} (${choice.reason})`;
}

export async function openToolbox(
  host: Host,
  settings: Settings,
  { approvals, mcp }: { readonly approvals: Approvals; readonly mcp: Mcp },
): Promise<LocalToolbox> {
  const { cwd, home, env } = host;
  const { config, state, cache } = pathsOf(host);
  const { createToolbox } = await import("../tools/toolbox.ts");
  const { adjustedForeign, adjustedTools } = await import("../tools/tool-table.ts");
  const { toolSettings } = settings;
  const protectedPaths = [config, state, cache].filter((path) => path !== undefined);
  const readable = await skillPaths(host);
  const sandbox = await openSandbox(settings, { cwd, home, env, protectedPaths, skillPaths: readable });
  const toolbox = createToolbox({
    cwd,
    home,
    env,
    allowed: settings.tools,
    policy: await approvals.policyFor(settings),
    tools: adjustedTools(toolSettings, sandbox?.note),
    // Whoever switches all tools off means these too.
    moreTools: () => (settings.tools.length === 0 ? [] : adjustedForeign(mcp.tools(), toolSettings)),
    bashTimeoutMs: (toolSettings.bash?.timeoutSeconds ?? settings.bashTimeoutSeconds) * 1000,
    maxResultChars: settings.maxToolResultChars,
    passEnv: settings.passEnv,
    secrets: secretsOf(settings),
    skillPaths: readable,
    protectedPaths,
    sandbox,
  });
  return settings.hooks.length === 0 ? toolbox : hookedToolbox(host, settings, toolbox);
}

async function hookedToolbox(
  { cwd, env }: Host,
  settings: Settings,
  toolbox: HookableToolbox,
): Promise<LocalToolbox> {
  const { withHooks } = await import("../tools/hooks/hooked-toolbox.ts");
  const { childEnv } = await import("../tools/child-env.ts");
  const { hooks, passEnv } = settings;
  return withHooks(toolbox, { hooks, cwd, env: childEnv({ env, passEnv, secrets: secretsOf(settings) }) });
}

async function openSandbox(
  { sandbox, sandboxNetwork: network }: Settings,
  place: Omit<SandboxOptions, "network">,
): Promise<Sandbox | undefined> {
  if (!sandbox) return undefined;
  const { createSandbox } = await import("../tools/sandbox/sandbox.ts");
  return createSandbox({ ...place, network });
}

async function skillPaths(host: Host): Promise<readonly string[]> {
  const { skillPlaces } = await import("./guidance.ts");
  return skillPlaces(host);
}

/** In a chat the next request has the tools of a slow server; in a one-shot run there may be none. */
const patienceMs = { chat: 1000, oneShot: 10_000 };

export function openMcp(
  host: Host,
  settings: Settings,
  { chat, record }: { readonly chat: boolean; readonly record: boolean },
): Mcp {
  const { state } = pathsOf(host);
  return createMcp({
    host,
    servers: settings.mcpServers,
    // In a shell of Emacs a person enters lines through a pipe.
    interactive: chat && (host.stdin.isTTY === true || host.env.INSIDE_EMACS !== undefined),
    patienceMs: chat ? patienceMs.chat : patienceMs.oneShot,
    redact: redactorFor(settings),
    ...(record && state !== undefined && { logDirectory: join(state, "mcp") }),
  });
}

export function openShortcuts(host: Host): Shortcuts {
  return createShortcuts(pathsOf(host).config);
}

export function openApprovals(host: Host): Approvals {
  const { config } = pathsOf(host);
  const file = config === undefined ? undefined : join(config, "approvals.jsonl");
  return createApprovals({ now: host.now, directory: host.cwd, file });
}

/** `taskOf`: the session that what is recorded runs beside. */
export function openRecorder(ready: Ready, emit: Emit, taskOf?: string): Recorder {
  const { host, engine, meter, store } = ready;
  if (!store) return noRecorder;
  return createRecorder({
    journal: store.fresh(taskOf),
    directory: store.directory,
    now: host.now,
    emit,
    inUse() {
      const { name: backend, model } = engine.backend();
      return { backend, model, agent: engine.settings().agent };
    },
    price: meter.price,
    conceal: keyConcealer(engine.settings()),
  });
}

/** Nothing where nothing is recorded. */
export function openAudit({ host, flags, engine }: Ready): readonly Listener[] {
  const { state } = pathsOf(host);
  if (!flags.record || state === undefined) return [];
  const level = () => auditLevels[engine.settings().securityProfile];
  const redact = redactorFor(engine.settings());
  return [createAudit({ file: join(state, "audit.jsonl"), level, directory: host.cwd, redact })];
}

export function openThemes({ host, flags, settings }: Ready): Themes {
  const { config, state } = pathsOf(host);
  const own = config === undefined ? [] : [join(config, "themes")];
  return createThemes({
    directories: [...own, host.themesDirectory],
    asked: settings.theme,
    memory: state === undefined ? undefined : join(state, "theme"),
    keeps: flags.record,
  });
}

function pathsOf({ env, home }: Host): ConfigPaths {
  return configPaths(env, home);
}
