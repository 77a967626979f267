/** Any agent that speaks the Agent Client Protocol as a backend. It has tools of its own, and asks us before it uses them. */
import type { PromptResponse, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import { currentMessage, promptText } from "../../context/prompt.ts";
import type { Backend, BackendEvent, BackendRequest, Failure, StopReason } from "../../model/backend.ts";
import type { BackendSettings } from "../../model/settings.ts";
import { createSessionMemory, type SessionMemory } from "../cli/agent-session.ts";
import type { ProgramHost } from "../cli/program-host.ts";
import { cancelled } from "../failures.ts";
import { type Channel, createChannel } from "./channel.ts";
import { type AcpConnection, type AcpListener, type AcpProgram, connectAgent } from "./connection.ts";
import { outcomeOf } from "./permission.ts";
import { callOf, createUpdateReader, previewOf, type UpdateReader } from "./updates.ts";

export interface AcpOptions extends BackendSettings {
  readonly name: string;
  readonly label: string;
}

interface Agent {
  readonly settings: AcpOptions;
  readonly program: AcpProgram;
  readonly host: ProgramHost;
  readonly memory: SessionMemory;
  connection?: AcpConnection;
  /** Where the events of the turn in progress go. */
  turn?: Turn;
}

interface Turn {
  readonly session: string;
  readonly reader: UpdateReader;
  hear(event: BackendEvent): void;
}

const defaultMessages = 20;
/** How long an agent may take to obey before it is ended. */
const obeyMs = 2000;
const authRequired = -32_000;

/** Rejects, with a reason for the user, when the settings cannot be used. */
export async function createAcp(settings: AcpOptions, host: ProgramHost): Promise<Backend> {
  const { name, label, model } = settings;
  const command = settings.command?.trim() ?? "";
  if (command === "") throw new Error(`set \`backends.${name}.command\` to the agent's program.`);
  const env = await host.childEnv([]);
  const program = { command, args: settings.args ?? [], env };
  const agent: Agent = { settings, program, host, memory: createSessionMemory() };
  return {
    name,
    label: `${label}, which runs its own tools`,
    model: model ?? "of its own choice",
    ownTools: true,
    oneAtATime: true,
    stream: (request, signal) => streamAnswer(agent, request, signal),
    close: () => agent.connection?.stop(),
  };
}

async function* streamAnswer(
  agent: Agent,
  request: BackendRequest,
  signal: AbortSignal,
): AsyncGenerator<BackendEvent> {
  if (signal.aborted) return yield { type: "failed", failure: cancelled };
  const channel = createChannel<BackendEvent>();
  const onAbort = () => {
    channel.push({ type: "failed", failure: cancelled });
    channel.end();
    giveUp(agent);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  let isOver = false;
  const end = () => {
    isOver = true;
    channel.end();
  };
  void converse(agent, request, channel).then(end, (error: unknown) => {
    agent.memory.forget();
    channel.push({ type: "failed", failure: failureOf(error, agent) });
    end();
  });
  try {
    yield* channel.items;
  } finally {
    signal.removeEventListener("abort", onAbort);
    channel.end();
    // Nobody reads on, and the agent does not know it.
    if (!isOver && !signal.aborted) giveUp(agent);
  }
}

/** One prompt, from the connection to the last event. */
async function converse(
  agent: Agent,
  request: BackendRequest,
  channel: Channel<BackendEvent>,
): Promise<void> {
  const { methods } = await import("@agentclientprotocol/sdk");
  const connection = await connected(agent);
  const known = agent.memory.resumable(request);
  const session = known ?? (await whileItLives(agent, newSession(agent, connection)));
  const text = known === undefined ? promptText(request, styleOf(agent)) : currentMessage(request.messages);
  let answer = "";
  const reader = createUpdateReader();
  agent.turn = {
    session,
    reader,
    hear(event) {
      if (event.type === "text") answer += event.text;
      channel.push(event);
    },
  };
  const prompt = [{ type: "text" as const, text }];
  const response = await whileItLives(
    agent,
    connection.agent.request<PromptResponse>(methods.agent.session.prompt, { sessionId: session, prompt }),
  );
  agent.turn = undefined;
  for (const event of reader.close()) channel.push(event);
  agent.memory.remember(session, request, answer);
  for (const event of lastEvents(response)) channel.push(event);
}

async function connected(agent: Agent): Promise<AcpConnection> {
  if (agent.connection && !agent.connection.isGone() && !agent.turn) return agent.connection;
  agent.connection?.stop();
  agent.turn = undefined;
  agent.memory.forget();
  const { methods, PROTOCOL_VERSION } = await import("@agentclientprotocol/sdk");
  const connection = await connectAgent(agent.program, agent.host, listenerOf(agent));
  agent.connection = connection;
  const hello = connection.agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  });
  await whileItLives(agent, hello);
  return connection;
}

/** How long it may take until it is known why a connection has closed. */
const reasonMs = 500;

/** An agent that is gone says more than a connection that has closed. */
async function whileItLives<T>({ connection, host }: Agent, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const isReply = error instanceof Error && "code" in error && typeof error.code === "number";
    if (isReply || !connection) throw error;
    const patience = new Promise<undefined>((resolve) => host.after(reasonMs, () => resolve(undefined)));
    const reason = await Promise.race([connection.gone, patience]);
    throw reason === undefined ? error : new Error(reason);
  }
}

async function newSession({ host }: Agent, { agent }: AcpConnection): Promise<string> {
  const { methods } = await import("@agentclientprotocol/sdk");
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd: host.cwd, mcpServers: [] });
  return sessionId;
}

function listenerOf(agent: Agent): AcpListener {
  return {
    onUpdate(session, update) {
      const { turn } = agent;
      if (turn?.session !== session) return;
      for (const event of turn.reader.read(update)) turn.hear(event);
    },
    onPermission({ sessionId, toolCall, options }) {
      const { turn } = agent;
      if (turn?.session !== sessionId) return Promise.resolve({ outcome: { outcome: "cancelled" } });
      return new Promise<RequestPermissionResponse>((resolve) => {
        turn.hear({
          type: "permission",
          call: callOf(toolCall),
          preview: previewOf(toolCall),
          reply: (answer) => resolve({ outcome: outcomeOf(answer, options) }),
        });
      });
    },
  };
}

/** Asks the agent to stop; one that does not is ended. The next request begins a conversation of its own. */
function giveUp(agent: Agent): void {
  const { connection, turn, host } = agent;
  agent.memory.forget();
  if (!connection || !turn) return connection?.stop();
  void connection.agent.notify("session/cancel", { sessionId: turn.session }).catch(() => {});
  host.after(obeyMs, () => {
    if (agent.turn === turn) connection.stop();
  });
}

function styleOf({ settings }: Agent) {
  return {
    format: settings.contextFormat ?? "plain",
    messages: settings.contextMessages ?? defaultMessages,
  } as const;
}

const stops: Readonly<Partial<Record<PromptResponse["stopReason"], StopReason>>> = {
  end_turn: "end",
  max_tokens: "max-tokens",
  refusal: "refusal",
};

function lastEvents({ stopReason }: PromptResponse): readonly BackendEvent[] {
  if (stopReason === "cancelled") return [{ type: "failed", failure: cancelled }];
  const stop = stops[stopReason];
  if (stop !== undefined) return [{ type: "done", stop }];
  const text = "The agent stopped at its own limit of requests; tell it to go on.";
  return [
    { type: "notice", level: "warning", text },
    { type: "done", stop: "end" },
  ];
}

function failureOf(error: unknown, { program, settings }: Agent): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === authRequired) {
    return {
      kind: "auth",
      message: `${program.command} wants you to log in: run it by itself once, then try again.`,
    };
  }
  const about =
    message.startsWith("Command") || message.startsWith(program.command) ? "" : `${settings.name}: `;
  return { kind: "other", message: `${about}${message}` };
}
