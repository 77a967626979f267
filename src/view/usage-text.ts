/** The usage of a session as plain lines: totals, and a table of the last requests with bars. Pure; ASCII. */
import { promptTokens } from "../model/usage.ts";
import { percent, shortCost, shortCount } from "./numbers.ts";
import { noText } from "./safe-text.ts";
import { type SafeText, safeText } from "./sanitise.ts";
import { allTokens, lastInFront, type RequestSample, type UsageSamples } from "./usage-samples.ts";

export interface UsageTextOptions {
  readonly width: number;
  /** How many tokens the model takes, where that is known. */
  readonly contextWindow: number | undefined;
  /** How many requests the table has at most. */
  readonly rows: number;
}

export function usageText(
  usage: UsageSamples,
  { width, contextWindow, rows }: UsageTextOptions,
): readonly SafeText[] {
  if (usage.samples.length === 0) return [nothingYet];
  const last = lastInFront(usage);
  const shown = usage.samples.slice(-rows);
  return [
    totalsLine(usage),
    safeText`Average: ${about(usage)}${shortCount(usage.total.output / usage.count)} out, ${seconds(usage.totalMs / usage.count)} a request`,
    ...(last ? [contextLine(last, contextWindow)] : []),
    safeText``,
    ...table(shown, width),
  ];
}

export const nothingYet = safeText`No request has been answered yet.`;

/** What is in part an estimate is marked as one; the cost is not, for estimates are not in it. */
export function totalsLine(usage: UsageSamples): SafeText {
  const { count, total, cost } = usage;
  const requests = count === 1 ? safeText`1 request` : safeText`${count} requests`;
  const mark = about(usage);
  const tokens = safeText`${mark}${shortCount(promptTokens(total))} in, ${mark}${shortCount(total.output)} out`;
  return safeText`Session: ${requests}, ${tokens}, ${shortCost(cost)}`;
}

function about({ guessed }: UsageSamples): SafeText {
  return allTokens(guessed) > 0 ? safeText`~` : noText;
}

/** The share too where the window is known. */
export function contextLine({ usage }: RequestSample, contextWindow: number | undefined): SafeText {
  const used = allTokens(usage);
  if (contextWindow === undefined) return safeText`Context: ${shortCount(used)} tokens`;
  return safeText`Context: ${shortCount(used)} of ${shortCount(contextWindow)} tokens, ${percent(used, contextWindow)}%`;
}

/** 0.8 s, 12 s */
export function seconds(ms: number): SafeText {
  const value = ms / 1000;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s` as SafeText;
}

const heading = ["   #", "   in", "  out", "   cost", "  first", "   time"].join(" ");
const widestBar = 30;
const narrowestBar = 4;

function table(samples: readonly RequestSample[], width: number): readonly SafeText[] {
  const most = Math.max(...samples.map(({ usage }) => allTokens(usage)));
  const room = Math.min(widestBar, width - heading.length - 2);
  const barOf = (sample: RequestSample) => (room < narrowestBar ? "" : `  ${hashes(sample, most, room)}`);
  const title = room < narrowestBar ? heading : `${heading}  tokens`;
  return [title, ...samples.map((sample) => `${cells(sample)}${barOf(sample)}`.trimEnd())].map(
    (line) => line.slice(0, width) as SafeText,
  );
}

function cells({ number, usage, cost, firstMs, totalMs }: RequestSample): string {
  const texts = [
    String(number).padStart(4),
    shortCount(promptTokens(usage)).padStart(5),
    `${usage.estimated ? "~" : ""}${shortCount(usage.output)}`.padStart(5),
    shortCost(cost).padStart(7),
    (firstMs === undefined ? "-" : seconds(firstMs)).padStart(7),
    seconds(totalMs).padStart(7),
  ];
  return texts.join(" ");
}

function hashes({ usage }: RequestSample, most: number, room: number): string {
  const tokens = allTokens(usage);
  return tokens === 0 ? "" : "#".repeat(Math.max(1, Math.round((tokens / most) * room)));
}
