/** /context: what the model is sent, part by part, and how much of its window that takes. */
import type { Settings } from "../model/settings.ts";
import type { CommandEntry, ContextReport } from "./command.ts";

export const context: CommandEntry = {
  name: "context",
  aliases: ["ctx"],
  usage: "",
  summary: "show what the model is sent, and how full its window is",
  whileBusy: true,
  async run(host) {
    const report = await host.context.report();
    const settings = host.settings();
    host.say(
      [useLine(report), `Mode: ${modeText(settings)}`, "", ...table(report), ...remarks(report)].join("\n"),
    );
  },
};

/** In a line, for /status too. */
export function useLine({ last, limit, rows }: ContextReport): string {
  const used = last?.tokens ?? sum(rows);
  const about = last && !last.estimated ? "" : "about ";
  if (limit.tokens === 0) return `Context: ${about}${number(used)} tokens`;
  return `Context: ${about}${number(used)} of ${number(limit.tokens)} tokens (${share(used, limit.tokens)})`;
}

function modeText(settings: Settings): string {
  const { contextMode: mode, maxMessages } = settings;
  const limits = [
    limit(mode === "sliding" ? maxMessages || 50 : maxMessages, "messages"),
    limit(settings.maxContextTokens, "tokens"),
    limit(settings.maxChars, "characters"),
    limit(settings.maxWords, "words"),
  ].filter((text) => text !== "");
  return limits.length === 0 ? mode : `${mode}, at most ${limits.join(", ")}`;
}

function limit(most: number, unit: string): string {
  return most === 0 ? "" : `${number(most)} ${unit}`;
}

function table({ rows, limit: { tokens: window } }: ContextReport): readonly string[] {
  const all = [...rows, { label: "next request", tokens: sum(rows) }];
  const texts = all.map(({ label, count, tokens }) => ({
    what: count === undefined ? label : `${label} (${count})`,
    tokens: `~${number(tokens)}`,
    share: window === 0 ? "" : share(tokens, window),
  }));
  const widest = (key: "what" | "tokens") => Math.max(...texts.map((row) => row[key].length));
  return texts.map((row) =>
    `  ${row.what.padEnd(widest("what"))}  ${row.tokens.padStart(widest("tokens"))}  ${row.share.padStart(6)}`.trimEnd(),
  );
}

function remarks({ rows, messages, limit: { tokens, assumed } }: ContextReport): readonly string[] {
  const carried = rows.reduce((all, { label, count = 0 }) => (label === "tools" ? all : all + count), 0);
  return [
    ...(carried < messages ? [`${number(messages - carried)} older messages do not go along.`] : []),
    ...(assumed
      ? [`The window is unknown, so ${number(tokens)} is assumed: set context_window of the backend.`]
      : []),
  ];
}

function sum(rows: ContextReport["rows"]): number {
  return rows.reduce((all, { tokens }) => all + tokens, 0);
}

function number(count: number): string {
  return count.toLocaleString("en-US");
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)}%`;
}
