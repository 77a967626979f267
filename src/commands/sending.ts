/** /mode, /format and /system: what the model is sent from now on, and how. */
import type { ContextFormat, ContextMode } from "../model/settings.ts";
import type { CommandEntry } from "./command.ts";

/** What the model is sent in each. */
const modes: Readonly<Record<ContextMode, string>> = {
  continue: "the whole conversation",
  fresh: "this turn alone",
  sliding: "the last messages",
  summarize: "a summary of old turns, and the last ones",
};

const formats: Readonly<Record<ContextFormat, true>> = { plain: true, markdown: true, json: true, xml: true };

function isKey<K extends string>(table: Readonly<Record<K, unknown>>, word: string): word is K {
  return Object.hasOwn(table, word);
}

export const mode: CommandEntry = {
  name: "mode",
  aliases: [],
  usage: "[continue|fresh|sliding|summarize]",
  summary: "show or set how much of the conversation the model is sent",
  whileBusy: false,
  run(host, args) {
    const contextMode = args.toLowerCase();
    const now = host.settings().contextMode;
    if (args === "") return host.say(`Context mode: ${now} (${modes[now]})`);
    if (!isKey(modes, contextMode)) return host.say(`[Unknown mode: ${args}] Usage: /mode ${mode.usage}`);
    host.change({ contextMode });
    host.say(`Context mode set to: ${contextMode} (${modes[contextMode]})`);
  },
};

export const format: CommandEntry = {
  name: "format",
  aliases: ["fmt"],
  usage: "[plain|markdown|json|xml]",
  summary: "show or set how CLI agents get the conversation",
  whileBusy: false,
  async run(host, args) {
    const contextFormat = args.toLowerCase();
    if (args === "") return host.say(`Context format: ${host.settings().contextFormat ?? "the agent's own"}`);
    if (!isKey(formats, contextFormat))
      return host.say(`[Unknown format: ${args}] Usage: /format ${format.usage}`);
    const outcome = await host.switching.useFormat(contextFormat);
    host.say(outcome.kind === "kept" ? outcome.problem : `Context format set to: ${contextFormat}`);
  },
};

export const system: CommandEntry = {
  name: "system",
  aliases: [],
  usage: "[TEXT|none]",
  summary: "show or set what the model is told before the conversation",
  whileBusy: false,
  run(host, args) {
    const now = host.settings().systemPrompt;
    if (args === "")
      return host.say(now === undefined ? "There is no system prompt." : `System prompt: ${now}`);
    const systemPrompt = args === "none" ? undefined : args;
    host.change({ systemPrompt });
    host.say(systemPrompt === undefined ? "The system prompt is gone." : "The system prompt is set.");
  },
};
