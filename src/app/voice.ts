/** Voice in a session: which server listens, when it begins and ends. To be loaded with `import()` only. */
import type { VoiceOptions, VoicePowers } from "../commands/voice-options.ts";
import type { Clock } from "../display/display.ts";
import type { Emit } from "../loop/bus.ts";
import { readStart, readStatus } from "../tools/voice/stt-replies.ts";
import { type FoundStt, findStt, type SttServer } from "../tools/voice/stt-tools.ts";
import type { Mcp } from "./mcp.ts";
import { sleep } from "./sleep.ts";
import { endSession, type Listening, listen } from "./voice-session.ts";

export interface Voice extends VoicePowers {
  /** Ends the session on the server, if there is one; waits a moment for it at most. */
  close(): Promise<void>;
}

export interface VoiceDeps {
  readonly mcp: Mcp;
  readonly clock: Clock;
  readonly emit: Emit;
  /** Something was said: it is a prompt, whatever it begins with. */
  readonly submit: (text: string) => void;
  /** How many prompts wait for their turn. */
  readonly waiting: () => number;
}

const connectMs = 10_000;
const startMs = 30_000;
const answerMs = 5000;
const leaveMs = 500;

export function createVoice(deps: VoiceDeps): Voice {
  const { mcp, clock } = deps;
  const pause = sleep(clock);
  let listening: Listening | undefined;
  let isStarting = false;

  async function find(signal: AbortSignal): Promise<FoundStt> {
    const found = findStt(mcp.ownTools());
    if (found.kind === "found") return found;
    await within(mcp.connected(), connectMs, signal);
    return findStt(mcp.ownTools());
  }

  /** What comes of the work, unless the time is over or the signal aborts before. */
  async function within<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<Within<T>> {
    const over = new AbortController();
    const late = pause(ms, AbortSignal.any([signal, over.signal])).then((): Within<T> => ({ kind: "late" }));
    const done = work.then(
      (value): Within<T> => ({ kind: "done", value }),
      (error: Error): Within<T> => ({ kind: "failed", reason: error.message }),
    );
    const first = await Promise.race([done, late]);
    over.abort();
    return first;
  }

  async function begin(options: VoiceOptions, signal: AbortSignal): Promise<string> {
    const found = await find(signal);
    if (signal.aborted) return notStarted;
    if (found.kind === "missing") return missingText(found.tools, mcp);
    const { stt } = found;
    const never = new AbortController().signal;
    const starting = mcp
      .callTool(stt.server, stt.tools.start, startInput(options, stt), never)
      .then(readStart);
    const started = await within(starting, startMs, signal);
    if (started.kind === "done") {
      listening = listen({ ...deps, pause, stt, session: started.value, source: options.source });
      return startedText(options, stt, started.value);
    }
    if (started.kind === "failed") return `Voice failed: ${started.reason}`;
    // Nobody wants it any more when it comes, and it must not go on listening.
    starting.then((session) => endSession(mcp, stt, session)).catch(() => {});
    return signal.aborted ? notStarted : `Voice failed: ${noAnswer(stt, startMs)}`;
  }

  async function end(waitMs: number): Promise<string> {
    const last = listening;
    listening = undefined;
    if (!last || last.isOver()) return "Voice is already stopped";
    await within(last.end(), waitMs, new AbortController().signal);
    return `Voice stopped (session=${last.session})`;
  }

  return {
    async start(options, signal) {
      if (isStarting) return "Voice is starting already.";
      if (listening && !listening.isOver())
        return `Voice is already running (session=${listening.session}): /voice stop ends it.`;
      isStarting = true;
      try {
        return await begin(options, signal);
      } finally {
        isStarting = false;
      }
    },
    async status(signal) {
      if (!listening || listening.isOver()) return "Voice is stopped: /voice start begins.";
      const { stt } = listening;
      const { session: tool } = stt.tools;
      if (tool === undefined) return listening.describe();
      const told = await within(askStatus(mcp, listening, tool), answerMs, signal);
      if (told.kind === "done") return listening.describe(told.value);
      return listening.describe(undefined, told.kind === "failed" ? told.reason : noAnswer(stt, answerMs));
    },
    stop: () => end(answerMs),
    async close() {
      await end(leaveMs);
    },
  };
}

type Within<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "late" };

const notStarted = "Voice was not started.";

async function askStatus(mcp: Mcp, { stt, session }: Listening, tool: string) {
  return readStatus(
    await mcp.callTool(stt.server, tool, { session_id: session }, new AbortController().signal),
  );
}

/** How speech is cut into utterances, where the user does not say it and the server can be told. */
const usual = { chunk_seconds: 3, endpointing_ms: 500, utterance_end_ms: 1500 };

function startInput({ source, ...given }: VoiceOptions, { parameters }: SttServer): Record<string, unknown> {
  const asUsual = Object.entries(usual).filter(([key]) => parameters.includes(key));
  const chosen = Object.entries(given).filter(([, value]) => value !== null && value !== "");
  return { source, ...Object.fromEntries(asUsual), ...Object.fromEntries(chosen) };
}

function startedText({ source }: VoiceOptions, { server }: SttServer, session: string): string {
  return `Voice started (${source}) session=${session}: the MCP server ${server} listens, and what it hears is sent to the model. /voice stop ends it.`;
}

function missingText(tools: readonly string[], mcp: Mcp): string {
  const missing = `Voice unavailable: missing MCP tools ${tools.join(", ")}`;
  const absent = mcp.servers().filter(({ state }) => state !== "ready");
  const states = absent.map(({ name, state }) => `the server ${name} is ${stateWords[state]}`).join(", ");
  const advice =
    "Name an MCP server that has them under mcp_servers in your settings; /mcp shows those there are.";
  return `${missing}${states && ` (${states})`}. ${advice}`;
}

const stateWords = {
  connecting: "still connecting",
  ready: "ready",
  failed: "not usable",
  gone: "gone",
} as const;

function noAnswer({ server }: SttServer, ms: number): string {
  return `the MCP server ${server} gave no answer in ${ms / 1000} seconds`;
}
