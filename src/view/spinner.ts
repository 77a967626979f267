/** The line that says what is being done: a function of the activity and the time. It must not know timers. */
import { elapsedText } from "../model/elapsed.ts";
import type { RunningTask } from "../model/event.ts";
import type { Activity, Retrying, Streaming } from "./activity.ts";
import { type Line, type Span, span } from "./line.ts";
import { bar, percent, shortCount, shortTime } from "./numbers.ts";
import { noText } from "./safe-text.ts";
import { type SafeText, safeText, sanitiseLine } from "./sanitise.ts";
import { clipLine, lineWidth } from "./wrap.ts";

export interface SpinnerOptions {
  /** Milliseconds since the epoch, as in envelopes. */
  readonly now: number;
  readonly width: number;
  readonly charset: keyof typeof frames;
  /** False: the line changes only when the activity becomes another one. */
  readonly motion: boolean;
  /** Whom the request went to. */
  readonly backend: string;
  /** The longest answer, where it is known. */
  readonly maxTokens?: number | undefined;
}

/** Where nothing else changes the line need not be drawn more often than this. */
export const frameMs = 250;

const frames = {
  unicode: [..."⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"] as SafeText[],
  ascii: [..."|/-\\"] as SafeText[],
} as const;

const still = safeText`*`;

export function spinnerFrame(elapsedMs: number, charset: keyof typeof frames, motion: boolean): SafeText {
  if (!motion) return still;
  const { [charset]: glyphs } = frames;
  return glyphs[Math.floor(Math.max(0, elapsedMs) / frameMs) % glyphs.length] ?? still;
}

/** Whether the line changes with time alone. While the user is waited for nothing else happens, and nothing moves. */
export function spinnerMoves({ kind }: Activity, motion: boolean): boolean {
  return motion && kind !== "idle" && kind !== "waiting";
}

/** Empty when nothing is being done. */
export function spinnerLine(activity: Activity, options: SpinnerOptions): Line {
  if (activity.kind === "idle" || options.width <= 0) return [];
  const elapsed = options.now - activity.since;
  const moves = spinnerMoves(activity, options.motion);
  const frame = span("spinner", safeText`${spinnerFrame(elapsed, options.charset, moves)} `);
  const [what, ...details] = describe(activity, options);
  const time = moves && activity.kind !== "retrying" ? elapsedTime(elapsed) : [];
  return assemble([frame, ...what], time, details, options.width);
}

type LivenessOptions = Pick<SpinnerOptions, "now" | "width" | "charset" | "motion">;

/** What is seen of the background while nothing happens in front of it; empty where nothing runs there. */
export function livenessLine(tasks: readonly RunningTask[], options: LivenessOptions): Line {
  const [first, ...others] = tasks;
  if (!first || options.width <= 0) return [];
  const { now, motion, charset, width } = options;
  const frame = spinnerFrame(now - first.since, charset, motion);
  const said = others.length === 0 ? taskText(first, options) : manyText(tasks);
  return clipLine([span("spinner", safeText`[${frame}] `), span("text", said)], width);
}

/** Without motion nothing is said that would be wrong a second later. */
function taskText({ id, state, since, until }: RunningTask, { now, motion }: LivenessOptions): SafeText {
  const what = safeText`task ${sanitiseLine(id)} ${state === "running" ? running : cancelling}`;
  if (!motion) return what;
  const limit =
    until === undefined ? noText : safeText` (timeout in ${sanitiseLine(elapsedText(until - now))})`;
  return safeText`${what} ${sanitiseLine(elapsedText(now - since))}${limit}`;
}

const running = safeText`running`;
const cancelling = safeText`cancelling`;

function manyText(tasks: readonly RunningTask[]): SafeText {
  const ids = sanitiseLine(tasks.map(({ id }) => id).join(", "));
  return safeText`${tasks.length} tasks running: ${ids}`;
}

/** Nobody needs to be told that it took a second. */
const mentionedMs = 2000;

function elapsedTime(elapsed: number): Part {
  return elapsed < mentionedMs ? [] : [span("muted", safeText` (${shortTime(elapsed)})`)];
}

type Part = readonly Span[];
type Parts = readonly [what: Part, ...details: readonly Part[]];

/** Enough to guess what it is. */
const shortestWhat = 12;

/** What is being done is cut where it is long; then comes the time, and as many details as fit, the first ones first. */
function assemble(what: Part, time: Part, details: readonly Part[], width: number): Line {
  const room = width - lineWidth(time);
  const line = [...clipLine(what, room < shortestWhat ? width : room)];
  for (const detail of [time, ...details]) {
    if (lineWidth(line) + lineWidth(detail) > width) break;
    line.push(...detail);
  }
  return clipLine(line, width);
}

function describe(activity: Exclude<Activity, { kind: "idle" }>, options: SpinnerOptions): Parts {
  switch (activity.kind) {
    case "calling":
      return [says(safeText`Calling ${sanitiseLine(options.backend)}`)];
    case "compacting":
      return [says(safeText`Compacting`)];
    case "working":
      return [says(safeText`Working`)];
    case "streaming":
      return describeStream(activity, options);
    case "running":
      return [says(safeText`Running ${toolNames(activity.tools.map(({ title }) => title))}`)];
    case "retrying":
      return describeRetry(activity, options);
    case "waiting":
      return [says(waitingFor[activity.about])];
  }
}

function says(text: SafeText): Part {
  return [span("text", text)];
}

const waitingFor = {
  tool: safeText`Waiting for your answer`,
  pause: safeText`Paused: waiting for your answer`,
  confirm: safeText`Waiting for your answer`,
} as const;

function toolNames(titles: readonly string[]): SafeText {
  const list = titles.map(sanitiseLine).join(", ") as SafeText;
  return titles.length === 1 ? list : safeText`${titles.length} tools: ${list}`;
}

/** With motion the seconds are counted down; without, the line says once how long it will be. */
function describeRetry(retrying: Retrying, { now, motion }: SpinnerOptions): Parts {
  const { since, waitMs, attempt, of, reason } = retrying;
  const left = Math.ceil((waitMs - (motion ? Math.max(0, now - since) : 0)) / 1000);
  const when = left > 0 ? safeText` in ${left} s` : noText;
  const what = safeText`Retrying${when} (${attempt} of ${of})`;
  return [[...says(what), span("muted", safeText`: ${sanitiseLine(reason)}`)]];
}

const charactersPerToken = 4;
const barColumns = 20;
/** Before this any rate is chance. */
const shortestRateMs = 1000;

function describeStream(stream: Streaming, { now, motion, maxTokens }: SpinnerOptions): Parts {
  const what = says(stream.thinking ? safeText`Thinking` : safeText`Answering`);
  if (!motion) return [what];
  const tokens = Math.ceil(stream.characters / charactersPerToken);
  const streamedMs = now - stream.firstAt;
  const rate = Math.round((tokens * 1000) / streamedMs);
  const details = [
    [span("text", safeText` ~${shortCount(tokens)} tokens`)],
    ...(streamedMs < shortestRateMs ? [] : [[span("text", safeText`, ${rate}/s`)]]),
    ...(maxTokens === undefined ? [] : [progress(tokens, maxTokens)]),
  ];
  return [what, ...details];
}

function progress(tokens: number, maxTokens: number): Part {
  return [
    span("muted", safeText` [`),
    span("progress", bar(tokens, maxTokens, barColumns)),
    span("muted", safeText`] ${percent(tokens, maxTokens)}%`),
  ];
}
