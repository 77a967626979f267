/** Makes the requests of a session: what goes along, what has to go first, and how far our guesses at tokens are off. */
import { fallbackWindow } from "../catalog/catalogue.ts";
import { type Use, warningText } from "../context/budget.ts";
import { createCalibration } from "../context/calibration.ts";
import { noCompaction } from "../context/compaction.ts";
import { withoutForeignReasoning } from "../context/foreign.ts";
import {
  type ContextLimit,
  type ContextNotices,
  type ContextRules,
  createPreparer,
  type Sent,
} from "../context/prepare.ts";
import { buildRequest, estimateRequest } from "../context/request.ts";
import { joinParts, type SystemPart } from "../context/system-parts.ts";
import type { Emit, Listener } from "../loop/bus.ts";
import type { Backend } from "../model/backend.ts";
import { indexAfter } from "../model/history-change.ts";
import type { PrepareRequest } from "../model/prepared.ts";
import type { Settings } from "../model/settings.ts";
import type { Toolbox } from "../model/tool.ts";
import { promptTokens, type Usage } from "../model/usage.ts";
import type { Conversation } from "./conversation.ts";
import { type Engine, typeOf } from "./engine.ts";
import type { TurnCompaction } from "./turn-compaction.ts";

export interface ContextManager {
  /** For a turn that works with these. */
  preparer(turn: TurnContext): PrepareRequest;
  /** To be told of every event. */
  readonly observe: Listener;
  /** What the last request and its answer took, unless the history has changed since. */
  counted(): Counted | undefined;
  /** What to multiply a guess at tokens by, for the model in use. */
  ratio(): number;
  /** As far as it is known now. */
  limit(): ContextLimit;
}

export interface Counted {
  readonly tokens: number;
  readonly estimated: boolean;
}

export interface TurnContext {
  readonly backend: Backend;
  readonly toolbox: Toolbox;
  readonly system: readonly SystemPart[];
  readonly emit: Emit;
}

export interface ContextManagerParts {
  readonly engine: Engine;
  readonly conversation: Conversation;
  readonly compaction?: TurnCompaction;
}

export function createContextManager(parts: ContextManagerParts): ContextManager {
  const { engine, conversation, compaction = () => noCompaction } = parts;
  const calibration = createCalibration();
  const notices = createNotices(engine);
  /** The guess at what was sent last, until the provider tells its count. */
  let sent: { readonly model: string; readonly estimated: number } | undefined;
  let counted: Counted | undefined;

  const modelInUse = ({ name, model } = engine.backend()) => `${name} ${model}`;
  const estimate = (request: Sent, model = modelInUse()) =>
    Math.ceil(estimateRequest(request) * calibration.ratio(model));

  function noting(prepare: PrepareRequest, { ownTools, name, model }: Backend): PrepareRequest {
    return async (...asked) => {
      sent = undefined;
      const prepared = await prepare(...asked);
      if (prepared.kind === "failed") return prepared;
      // What another agent makes of a request, and so what it counts, is its own affair.
      const estimated = ownTools ? 0 : estimateRequest(prepared.request);
      sent = { model: `${name} ${model}`, estimated };
      return prepared;
    };
  }

  return {
    preparer(turn) {
      const { backend, toolbox, system, emit } = turn;
      const settings = engine.settings();
      const prepare = createPreparer({
        rules: rulesOf(settings),
        limit: (need) => limitOf(engine, need),
        readable: (history, changes) =>
          withoutForeignReasoning(history, changes.reduce(indexAfter, conversation.foreign())),
        build(messages) {
          const maxOutputTokens = engine.maxOutputTokens();
          const asked = { ...settings, systemPrompt: joinParts(system), maxOutputTokens };
          return buildRequest(asked, backend.ownTools ? [] : toolbox.specs(), messages);
        },
        estimate: (request) => estimate(request, modelInUse(backend)),
        compact: compaction(turn),
        notices: notices(emit),
      });
      return noting(prepare, backend);
    },
    counted: () => counted,
    ratio: () => calibration.ratio(modelInUse()),
    limit: () => knownLimit(engine),
    observe({ event }) {
      // What was counted is not there any more.
      if (event.type === "history-changed") counted = undefined;
      if (event.type === "session-opened") counted = event.usage.last && countedBy(event.usage.last);
      if (event.type !== "usage" || !sent) return;
      counted = countedBy(event.usage);
      if (!counted.estimated) calibration.learn(sent.model, sent.estimated, promptTokens(event.usage));
      sent = undefined;
    },
  };
}

function countedBy(usage: Usage): Counted {
  return { tokens: promptTokens(usage) + usage.output, estimated: usage.estimated === true };
}

export function rulesOf(settings: Settings): ContextRules {
  const everything = settings.contextMode === "continue";
  return {
    // Who wants summaries wants them before the window is full.
    mode: everything && settings.compaction === "summarize" ? "summarize" : settings.contextMode,
    limits: {
      messages: settings.maxMessages,
      tokens: settings.maxContextTokens,
      chars: settings.maxChars,
      words: settings.maxWords,
    },
    maxKept: settings.maxConversationMessages,
    summarizeAt: settings.summarizeAt,
  };
}

/** Other agents look after their context by themselves, and the demo has none. */
function looksAfterItself(backend: Backend, settings: Settings): boolean {
  return backend.ownTools === true || typeOf(backend, settings) === "offline";
}

function knownLimit(engine: Engine): ContextLimit {
  if (looksAfterItself(engine.backend(), engine.settings())) return { tokens: 0, assumed: false };
  const { window } = engine.facts();
  return { tokens: window ?? fallbackWindow, assumed: window === undefined };
}

/** The service is asked about a model that nobody knows only when it matters. */
async function limitOf(engine: Engine, need: number): Promise<ContextLimit> {
  if (knownLimit(engine).assumed && need >= fallbackWindow / 2) await engine.learn();
  return knownLimit(engine);
}

/** What is so for a while is said when it begins. */
function createNotices({ settings }: Engine): (emit: Emit) => ContextNotices {
  let full = false;
  let leftOut = false;
  return (emit) => {
    const warn = (text: string) => emit({ type: "notice", level: "warning", text });
    return {
      full(use: Use | undefined) {
        if (use && !full) warn(warningText(use));
        full = use !== undefined;
      },
      leftOut(count) {
        if (count > 0 && !leftOut) warn(leftOutText(count));
        leftOut = count > 0;
      },
      dropped: (count) => warn(droppedText(count, settings().maxConversationMessages)),
      notShortened: warn,
    };
  };
}

const messages = (count: number) => (count === 1 ? "1 message" : `${count} messages`);

function leftOutText(count: number): string {
  return `The oldest ${messages(count)} of this conversation no longer go along: they are beyond the limits that /context shows.`;
}

function droppedText(count: number, max: number): string {
  return `The oldest ${messages(count)} were dropped: the conversation has more than ${max} (max_conversation_messages).`;
}
