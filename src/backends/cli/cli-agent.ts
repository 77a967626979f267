/** A CLI agent as a backend: each request is one run of its program, which has tools of its own. */
import { currentMessage, promptText } from "../../context/prompt.ts";
import type { Backend, BackendEvent, BackendRequest } from "../../model/backend.ts";
import type { BackendSettings } from "../../model/settings.ts";
import { cancelled } from "../failures.ts";
import { agentCall } from "./agent-call.ts";
import { type AgentEvents, createAgentEvents } from "./agent-events.ts";
import { type AgentNames, failureOf } from "./agent-failures.ts";
import { type AgentRun, startAgent } from "./agent-run.ts";
import { createSessionMemory, type SessionMemory } from "./agent-session.ts";
import type { OutputReader } from "./output.ts";
import { type AgentProfile, agentProfiles } from "./profiles.ts";
import type { ProgramHost } from "./program-host.ts";
import type { LinePatterns } from "./read-text.ts";

export interface CliAgentOptions extends BackendSettings {
  readonly name: string;
  readonly label: string;
}

interface Agent {
  readonly settings: CliAgentOptions;
  readonly profile: AgentProfile;
  readonly patterns: LinePatterns;
  readonly names: AgentNames;
  readonly host: ProgramHost;
  readonly env: Readonly<Record<string, string>>;
  readonly memory: SessionMemory;
  /** Process groups that may still have members. */
  readonly groups: Set<number>;
  runs: number;
  /** What the session has cost so far, in dollars. */
  cost: number;
}

const defaultTimeoutSeconds = 300;
const defaultMessages = 5;
/** A longer answer is a program that does not stop. */
const maxAnswer = 4_000_000;
/** How long an agent may take to end after its last word. */
const lingerMs = 2000;

/** Throws, with a reason for the user, when the settings cannot be used. */
export async function createCliAgent(settings: CliAgentOptions, host: ProgramHost): Promise<Backend> {
  const agent = await prepare(settings, host);
  return {
    name: settings.name,
    label: `${settings.label}, which runs its own tools`,
    model: settings.model ?? `${agent.names.command} default`,
    ownTools: true,
    stream: (request, signal) => streamAnswer(agent, request, signal),
    close() {
      for (const group of agent.groups) host.kill(group, "SIGKILL");
      agent.groups.clear();
    },
  };
}

async function prepare(settings: CliAgentOptions, host: ProgramHost): Promise<Agent> {
  const { name, apiKey, model } = settings;
  const profile = profileOf(settings);
  const command = settings.command?.trim() || profile.command;
  if (command === "") throw new Error(`set \`backends.${name}.command\` to the program to run.`);
  if (model?.startsWith("-")) throw new Error(`"${model}" cannot be the name of a model.`);
  if (profile.needsModel && !model)
    throw new Error(`it needs a model: choose one with -m or \`backends.${name}.model\`.`);
  const key = apiKey && profile.keys[0] ? { [profile.keys[0]]: apiKey } : {};
  const env = { ...(await host.childEnv(profile.keys)), ...key };
  const names: AgentNames = {
    command,
    settings: `backends.${name}`,
    profile,
    timeoutSeconds: settings.timeoutSeconds ?? defaultTimeoutSeconds,
    secrets: profile.keys.flatMap((variable) => env[variable] ?? []),
  };
  const patterns = { tool: patternOf(settings.toolPattern), tokens: patternOf(settings.tokenPattern) };
  const memory = createSessionMemory();
  return { settings, profile, patterns, names, host, env, memory, groups: new Set(), runs: 0, cost: 0 };
}

function profileOf({ name, profile = "text" }: CliAgentOptions): AgentProfile {
  const found = Object.hasOwn(agentProfiles, profile) ? agentProfiles[profile] : undefined;
  if (found) return found;
  const known = Object.keys(agentProfiles).join(", ");
  throw new Error(`\`backends.${name}.profile\` must be one of ${known}, not "${profile}".`);
}

function patternOf(source: string | undefined): RegExp | undefined {
  return source === undefined ? undefined : new RegExp(source, "u");
}

async function* streamAnswer(
  agent: Agent,
  request: BackendRequest,
  signal: AbortSignal,
): AsyncGenerator<BackendEvent> {
  const { names, host, env, groups, memory } = agent;
  if (signal.aborted) return yield { type: "failed", failure: cancelled };
  const session = memory.resumable(request);
  const prompt =
    session === undefined ? promptText(request, styleOf(agent)) : currentMessage(request.messages);
  const { settings, profile } = agent;
  const call = agentCall(profile, { ...settings, command: names.command, prompt, session });
  const timeoutMs = names.timeoutSeconds * 1000;
  const run = await startAgent(call, { host, env, timeoutMs, signal, groups });
  agent.runs += 1;
  const events = createAgentEvents(`${settings.name}-${agent.runs}`);
  const reader = profile.reader(agent.patterns, prompt);
  try {
    yield* readOutput(run, reader, events, host);
  } finally {
    // Nobody reads on; a run that has ended does not mind.
    run.stop({ kind: "aborted" });
  }
  if (signal.aborted) return yield { type: "failed", failure: cancelled };
  const found = failureOf(
    { ...events.state, end: await run.ended, errors: run.errors(), stray: reader.stray() },
    names,
  );
  yield* events.closeTools(found !== undefined);
  if (found) {
    memory.forget();
    yield { type: "notice", level: "warning", text: found.hint };
    return yield { type: "failed", failure: found.failure };
  }
  yield* concluded(agent, request, events, session);
  yield { type: "done", stop: "end" };
}

function styleOf({ settings }: Agent) {
  return {
    format: settings.contextFormat ?? "plain",
    messages: settings.contextMessages ?? defaultMessages,
  } as const;
}

/** Until the program has ended, not only its output. */
async function* readOutput(
  run: AgentRun,
  reader: OutputReader,
  events: AgentEvents,
  host: ProgramHost,
): AsyncGenerator<BackendEvent> {
  let linger: { cancel(): void } | undefined;
  const waitNoLonger = () => host.after(lingerMs, () => run.stop({ kind: "lingered" }));
  try {
    for await (const text of run.output) {
      yield* events.take(reader.read(text));
      if (events.state.length > maxAnswer) run.stop({ kind: "flooded" });
      const isOver = events.state.isFinished || events.state.problem !== undefined;
      if (isOver) linger ??= waitNoLonger();
    }
    linger ??= waitNoLonger();
    yield* events.take(reader.end());
    await run.ended;
  } finally {
    linger?.cancel();
  }
}

/** Remembers the session, and tells what the answer has cost where the agent does. */
function* concluded(
  agent: Agent,
  request: BackendRequest,
  { state }: AgentEvents,
  resumed: string | undefined,
): Generator<BackendEvent> {
  const { session, text, cost } = state;
  if (session !== undefined && agent.profile.resume) agent.memory.remember(session, request, text);
  if (cost === undefined) return;
  // Of a session that goes on, the sum is told.
  const before = resumed === undefined || cost < agent.cost ? 0 : agent.cost;
  agent.cost = cost;
  const dollars = (cost - before).toFixed(4);
  yield { type: "notice", level: "info", text: `${agent.names.command} says that this cost $${dollars}.` };
}
