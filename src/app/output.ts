/** Where what is shown goes: which stream carries the answer, which the rest, and which the JSON. */
import type { Output } from "../display/append/paper.ts";
import type { Listener } from "../loop/bus.ts";
import type { OutputFormat } from "../model/settings.ts";
import type { Host } from "./host.ts";
import { jsonLine } from "./json-line.ts";
import { createResultCollector } from "./json-result.ts";

export interface OutputPlan {
  readonly answer: Output;
  readonly chrome: Output;
  readonly observers: readonly Listener[];
  /** Writes what can only be said at the end. */
  finish(): void;
}

const nowhere: Output = { write() {} };

type Planner = (host: Host, chat: boolean) => OutputPlan;

const planners: Record<OutputFormat, Planner> = {
  text: ({ stdout, stderr }, chat) => ({
    answer: stdout,
    chrome: chat ? stdout : stderr,
    observers: [],
    finish() {},
  }),
  json({ stdout, stderr }) {
    const collector = createResultCollector();
    return {
      answer: nowhere,
      chrome: stderr,
      observers: [collector.record],
      finish: () => stdout.write(jsonLine(collector.result())),
    };
  },
  jsonl: ({ stdout, stderr }) => ({
    answer: nowhere,
    chrome: stderr,
    observers: [(envelope) => stdout.write(jsonLine(envelope))],
    finish() {},
  }),
};

export function planOutput(format: OutputFormat, host: Host, chat: boolean): OutputPlan {
  return planners[format](host, chat);
}
