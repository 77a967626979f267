/** One session of speech: asks the server for what was heard, again and again, and submits what is complete. */
import type { Emit } from "../loop/bus.ts";
import type { VoiceChanged } from "../model/event.ts";
import { readUpdates, type SttEvent, type SttStatus, type SttUpdates } from "../tools/voice/stt-replies.ts";
import type { SttServer } from "../tools/voice/stt-tools.ts";
import type { Mcp } from "./mcp.ts";
import type { sleep } from "./sleep.ts";

export interface Listening {
  readonly stt: SttServer;
  readonly session: string;
  isOver(): boolean;
  /** At once; settles when the server has answered, or cannot. */
  end(): Promise<void>;
  /** In one line; with what the server tells, or why it does not. */
  describe(told?: SttStatus, problem?: string): string;
}

export interface ListenOptions {
  readonly mcp: Mcp;
  readonly stt: SttServer;
  readonly session: string;
  readonly source: VoiceChanged["source"];
  readonly pause: ReturnType<typeof sleep>;
  readonly emit: Emit;
  readonly submit: (text: string) => void;
  readonly waiting: () => number;
}

const pollMs = 200;
const answerMs = 10_000;
const eventsAtOnce = 100;
/** Whoever speaks faster than the model answers has to be told some time. */
const mostWaiting = 50;
const mostProblems = 10;
/** What a server calls a session that hears nothing any more. */
const over = /^(?:stopped|stopping|ended|closed|completed|failed|error)$/i;

export function listen(options: ListenOptions): Listening {
  const { stt, session, source, emit, pause } = options;
  const ending = new AbortController();
  let lastSeq = 0;
  let partial = "";
  let latest = "";
  let problems = 0;

  const changed = (state: VoiceChanged["state"], tool: string) =>
    emit({ type: "voice-changed", state, source, server: stt.server, session, tool });

  async function end(): Promise<void> {
    if (ending.signal.aborted) return;
    ending.abort();
    changed("off", stt.tools.stop);
    await endSession(options.mcp, stt, session);
  }

  function giveUp(why: string): void {
    if (ending.signal.aborted) return;
    void end();
    warn(`Voice has ended. ${why.replace(/\.$/, "")}. /voice start begins anew.`);
  }

  function warn(text: string): void {
    emit({ type: "notice", level: "warning", text });
  }

  function show(text: string): void {
    if (text === partial) return;
    partial = text;
    emit({ type: "voice-heard", text });
  }

  const take: { readonly [K in SttEvent["kind"]]: (text: string) => void } = {
    partial() {},
    final(text) {
      latest = text;
      partial = "";
      emit({ type: "voice-heard", text, final: true });
      options.submit(text);
    },
    problem(text) {
      problems += 1;
      if (problems <= mostProblems) warn(`The MCP server ${stt.server} says: ${text}`);
      if (problems === mostProblems) warn("More of what it says is not shown.");
    },
  };

  function takeAll(events: readonly SttEvent[]): void {
    for (const { kind, text } of events) {
      if (options.waiting() >= mostWaiting)
        return giveUp(`There are ${mostWaiting} prompts that wait for their turn`);
      take[kind](text);
    }
    const told = events.filter(({ kind }) => kind !== "problem").at(-1);
    if (told?.kind === "partial") show(told.text);
  }

  /** Rejects with a sentence. */
  async function ask(): Promise<SttUpdates> {
    const input = { session_id: session, since_seq: lastSeq, limit: eventsAtOnce };
    const late = new AbortController();
    const answered = new AbortController();
    const patience = pause(answerMs, AbortSignal.any([answered.signal, ending.signal]));
    // What is asked when the user has enough is answered, to nobody: there is nothing to call off.
    void patience.then(() => answered.signal.aborted || ending.signal.aborted || late.abort());
    try {
      const result = await options.mcp.callTool(stt.server, stt.tools.updates, input, late.signal);
      return readUpdates(result, lastSeq);
    } catch (error) {
      throw late.signal.aborted ? new Error(silentText(stt)) : error;
    } finally {
      answered.abort();
    }
  }

  async function poll(): Promise<void> {
    try {
      const { status = "", ...updates } = await ask();
      if (ending.signal.aborted) return;
      ({ lastSeq } = updates);
      takeAll(updates.events);
      if (over.test(status)) giveUp(`The MCP server ${stt.server} says that its session is ${status}`);
    } catch (error) {
      giveUp(error instanceof Error ? error.message : String(error));
    }
  }

  async function pollUntilOver(): Promise<void> {
    while (!ending.signal.aborted) {
      await poll();
      await pause(pollMs, ending.signal);
    }
  }

  changed("listening", stt.tools.start);
  void pollUntilOver();
  return {
    stt,
    session,
    isOver: () => ending.signal.aborted,
    end,
    describe(told, problem) {
      const facts = {
        session,
        server: stt.server,
        source,
        status: told?.status ?? "running",
        queue: options.waiting(),
        next_seq: told?.nextSeq ?? lastSeq,
        stable: told?.stable,
        errors: told?.errors ?? problems,
      };
      const words = Object.entries(facts).flatMap(([key, value]) =>
        value === undefined ? [] : `${key}=${value}`,
      );
      const doubt = problem === undefined ? "" : ` (${problem})`;
      return `Voice ${words.join(" ")} latest='${shortened(told?.latest ?? latest)}'${doubt}`;
    },
  };
}

function silentText({ server }: SttServer): string {
  return `The MCP server ${server} gave no answer in ${answerMs / 1000} seconds`;
}

/** Whatever the server makes of it. */
export async function endSession(
  mcp: Pick<Mcp, "callTool">,
  { server, tools }: SttServer,
  session: string,
): Promise<void> {
  const never = new AbortController().signal;
  await mcp.callTool(server, tools.stop, { session_id: session }, never).catch(() => {});
}

const shownCharacters = 60;

function shortened(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= shownCharacters) return text;
  return `${characters.slice(0, shownCharacters - 3).join("")}...`;
}
