/** Which widget shows what of the usage. Brings blessed-contrib along, each widget by itself: all of it is big. */
import type { Widgets } from "blessed";
import Bar from "blessed-contrib/lib/widget/charts/bar.js";
import LineChart from "blessed-contrib/lib/widget/charts/line.js";
import Gauge from "blessed-contrib/lib/widget/gauge.js";
import Sparkline from "blessed-contrib/lib/widget/sparkline.js";
import { shortCost, shortCount } from "../../view/numbers.ts";
import { allTokens, lastInFront, type RequestSample, type UsageSamples } from "../../view/usage-samples.ts";
import { contextLine, seconds } from "../../view/usage-text.ts";
import type { ChartName, Place } from "./usage-places.ts";
import { markers } from "./usage-repaint.ts";

type Make = (place: Place, usage: UsageSamples, contextWindow: number | undefined) => Widgets.BoxElement;

export const chartWidget: Make = (place, ...facts) => makers[place.name](place, ...facts);

const makers: Readonly<Record<ChartName, Make>> = {
  tokens: tokenBars,
  session: sessionLine,
  context: contextGauge,
  latency: latencySparks,
};

function box({ left, top, width, height }: Place, label: string) {
  const style = { fg: markers.text, border: { fg: markers.frame } };
  return { left, top, width, height, label: ` ${label} `, border: "line" as const, style, tags: false };
}

const bar = { width: 4, spacing: 7, offset: 1 };

function tokenBars(place: Place, { samples }: UsageSamples): Widgets.BoxElement {
  const room = place.width - 2 - bar.offset - bar.width - 1;
  const shown = samples.slice(-(Math.floor(room / bar.spacing) + 1));
  return new Bar({
    ...box(place, "Tokens per request"),
    barWidth: bar.width,
    barSpacing: bar.spacing,
    xOffset: bar.offset,
    maxHeight: 1,
    barBgColor: markers.bar,
    data: {
      titles: shown.map(({ number }) => `#${number}`),
      data: shown.map(({ usage }) => labelled(allTokens(usage))),
    },
  });
}

/** The widget writes what `toString` says below the bar, and reckons with the number. */
function labelled(count: number): number {
  return Object.assign(Object(count), { toString: () => shortCount(count) }) as number;
}

/** Dollars where all prices are known, cents where they are few; else tokens. */
function sessionLine(place: Place, { samples, cost }: UsageSamples): Widgets.BoxElement {
  const cents = cost !== undefined && cost < 1;
  const soFar = ({ costSoFar = 0, tokensSoFar }: RequestSample) =>
    cost === undefined ? tokensSoFar : costSoFar * (cents ? 100 : 1);
  const unit = cents ? "cents" : "dollars";
  const label = cost === undefined ? "Tokens over the session, $?" : `Cost in ${unit}, ${shortCost(cost)}`;
  const values = samples.map(soFar);
  const before = samples[0]?.number === 1 ? 0 : (values[0] ?? 0);
  return new LineChart({
    ...box(place, label),
    style: { ...box(place, label).style, line: markers.line, text: markers.text, baseline: markers.frame },
    // Never 0: the widget divides by it.
    maxY: Math.max(...values) * 1.2 || 1,
    numYLabels: Math.max(2, Math.floor(place.height / 3)),
    abbreviate: cost === undefined,
    // An empty label would be written as "null".
    data: [{ x: [" ", ...samples.map(({ number }) => `#${number}`)], y: [before, ...values] }],
  });
}

function contextGauge(place: Place, usage: UsageSamples, window: number | undefined): Widgets.BoxElement {
  const samples = usage.samples.filter(({ aside }) => !aside);
  const last = lastInFront(usage);
  const label = last ? contextLine(last, window) : "Context";
  if (window === undefined)
    return sparks(place, label, [["per request", samples.map((sample) => allTokens(sample.usage))]]);
  const used = last ? allTokens(last.usage) : 0;
  return new Gauge({
    ...box(place, label),
    stroke: markers.bar,
    fill: markers.text,
    percent: Math.min(1, used / window),
  });
}

function latencySparks(place: Place, { samples, totalMs, count }: UsageSamples): Widgets.BoxElement {
  const first = samples.flatMap(({ firstMs }) => firstMs ?? []);
  const total = samples.map((sample) => sample.totalMs);
  return sparks(place, `Latency, average ${seconds(totalMs / count)}`, [
    [`first text ${seconds(first.at(-1) ?? 0)}`, first],
    [`whole answer ${seconds(total.at(-1) ?? 0)}`, total],
  ]);
}

/** The widget shifts by 8 bits in 32. */
const mostSpark = 2 ** 22;

type Sparks = readonly (readonly [title: string, values: readonly number[]])[];

function sparks(place: Place, label: string, rows: Sparks): Widgets.BoxElement {
  const room = place.width - 2;
  return new Sparkline({
    ...box(place, label),
    tags: true,
    style: {
      fg: markers.line,
      titleFg: markers.text,
      border: { fg: markers.frame },
    } as Widgets.BoxOptions["style"],
    data: {
      titles: rows.map(([title]) => title),
      data: rows.map(([, values]) => values.slice(-room).map((value) => Math.min(mostSpark, value))),
    },
  });
}
