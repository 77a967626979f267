/** /history, /delete, /edit, /undo and /replay: the messages that count, by their numbers. Numbers begin with 1. */
import { editableText } from "../context/history-edit.ts";
import { estimateTokens } from "../context/tokens.ts";
import type { ChangeReason } from "../model/history-change.ts";
import { callsOf, type Message } from "../model/message.ts";
import type { CommandEntry, CommandHost } from "./command.ts";

const usualCount = 20;
/** Nobody reads more at once; /export writes everything. */
const mostShown = 500;
const excerptChars = 60;

export const history: CommandEntry = {
  name: "history",
  aliases: ["hist"],
  usage: "[N]",
  summary: "list the last N messages with their numbers",
  whileBusy: true,
  run(host, args) {
    const count = args === "" ? usualCount : Math.min(readNumber(args) ?? 0, mostShown);
    if (count === 0) return host.say(`Error: "${args}" is not a number from 1. Usage: /history [N]`);
    host.say(listing(host.history.messages(), count));
  },
};

function listing(messages: readonly Message[], count: number): string {
  if (messages.length === 0) return "The conversation is empty.";
  const hidden = Math.max(0, messages.length - count);
  const more = hidden === 0 ? [] : [`(${hidden} earlier; /history ${messages.length} lists them too)`];
  const rows = messages.slice(hidden).map((message, at) => messageRow(message, hidden + at + 1));
  const title = `History: ${counted(messages.length)}, about ${estimateTokens(messages)} tokens`;
  return [title, ...more, ...rows].join("\n");
}

/** The first line of it, enough to know it by. */
export function messageRow(message: Message, number: number): string {
  const [line = ""] = textOf(message).trim().split("\n");
  const characters = Array.from(line.trimEnd());
  const whole = characters.length <= excerptChars;
  const shown = whole ? characters : [...characters.slice(0, excerptChars - 3), "..."];
  return `[${number}] ${speakerOf(message)}: ${shown.join("")} (${estimateTokens([message])} tokens)`;
}

function textOf(message: Message): string {
  const text = editableText(message);
  if (message.role === "tool") return `${message.result.name}: ${text.trim()}`;
  if (message.role === "user" && message.attachments) return withCount(text, message.attachments.length);
  if (message.role !== "assistant" || text.trim() !== "") return text;
  return `(calls ${callsOf(message).map(({ name }) => name)})`;
}

/** The first line of a text, and how many things were attached to it. */
function withCount(text: string, count: number): string {
  return `(${count} attached) ${text.trim()}`;
}

const speakers: Readonly<Record<Message["role"], string>> = {
  user: "You",
  assistant: "Asst",
  tool: "Tool",
  system: "Note",
};

function speakerOf(message: Message): string {
  return message.role === "user" && message.synthetic ? "Note" : speakers[message.role];
}

const deleteUsage = "Usage: /delete N, /delete N-M or /delete last N";

export const remove: CommandEntry = {
  name: "delete",
  aliases: ["del"],
  usage: "N[-M]",
  summary: "delete messages N to M, or the last ones: /delete last N",
  whileBusy: false,
  run(host, args) {
    const { length } = host.history.messages();
    const range = readRange(args, length);
    if (!range) return host.say(`Error: which messages? ${deleteUsage}; /history shows the numbers.`);
    const change = host.history.delete(range.first - 1, range.last - 1);
    if (!change) return host.say(noSuchMessage(host));
    const asked = Math.min(range.last, length) - range.first + 1;
    const together = change.removed > asked ? " Tool calls and their results go together." : "";
    host.say(`Deleted ${counted(change.removed)}; /undo brings back what was deleted.${together}`);
  },
};

export const edit: CommandEntry = {
  name: "edit",
  aliases: [],
  usage: "N [TEXT]",
  summary: "give message N another text, or open it in your editor",
  whileBusy: false,
  async run(host, args) {
    const [, number, given = ""] = /^(\d{1,9})(?:\s+(.*))?$/s.exec(args) ?? [];
    if (number === undefined) return host.say("Error: which message? Usage: /edit N [TEXT]");
    const message = host.history.messages()[Number(number) - 1];
    if (!message) return host.say(noSuchMessage(host));
    const before = editableText(message);
    const text = given === "" ? await host.history.editText(before) : given;
    if (text === undefined) return host.say("No editor could be opened here. Usage: /edit N TEXT");
    if (text === before) return host.say("Nothing is changed.");
    if (text.trim() === "") return host.say(`Nothing is changed: to remove it, use /delete ${number}.`);
    host.history.edit(Number(number) - 1, text);
    host.say(`Message ${number} is edited; /undo brings back what it was.`);
  },
};

export const undo: CommandEntry = {
  name: "undo",
  aliases: [],
  usage: "",
  summary: "take back the last change of the history (up to 10)",
  whileBusy: false,
  run(host) {
    const undone = host.history.undo();
    if (undone === undefined) return host.say("Nothing to undo.");
    host.say(`Undone: ${undoneWords[undone]}. The conversation has ${counted(host.messageCount())}.`);
  },
};

const undoneWords: Readonly<Record<ChangeReason, string>> = {
  resumed: "what a retry took back",
  cleared: "/clear",
  compacted: "the compaction",
  trimmed: "what was left out",
  deleted: "/delete",
  edited: "/edit",
  rewound: "what was taken back by /replay or /rewind",
  undone: "/undo",
};

export const replay: CommandEntry = {
  name: "replay",
  aliases: [],
  usage: "[N]",
  summary: "send your message N (or the last) again; what came after it goes",
  whileBusy: false,
  run(host, args) {
    const messages = host.history.messages();
    const number = args === "" ? lastOwn(messages) : readNumber(args);
    if (number === 0) return host.say("There is no message of yours to send again.");
    if (number === undefined) return host.say("Error: which message? Usage: /replay [N]");
    if (host.history.replay(number - 1)) return;
    if (number > messages.length) return host.say(noSuchMessage(host));
    host.say(`Message ${number} is not one of yours; /history shows the numbers.`);
  },
};

/** Its number; 0 when there is none. */
function lastOwn(messages: readonly Message[]): number {
  return messages.findLastIndex((message) => message.role === "user" && !message.synthetic) + 1;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

function readRange(args: string, length: number): Range | undefined {
  const [, latest] = /^last(?:\s+(\d{1,9}))?$/i.exec(args) ?? [];
  if (/^last/i.test(args)) {
    if (latest === undefined && !/^last$/i.test(args)) return undefined;
    return { first: Math.max(1, length - Number(latest ?? 1) + 1), last: length };
  }
  const [, first, last = first] = /^(\d{1,9})(?:\s*-\s*(\d{1,9}))?$/.exec(args) ?? [];
  return first === undefined ? undefined : { first: Math.max(1, Number(first)), last: Number(last) };
}

function readNumber(args: string): number | undefined {
  return /^\d{1,9}$/.test(args) && Number(args) > 0 ? Number(args) : undefined;
}

function counted(count: number): string {
  return count === 1 ? "1 message" : `${count} messages`;
}

function noSuchMessage(host: CommandHost): string {
  return `There is no such message: the conversation has ${counted(host.messageCount())}; /history lists them.`;
}

export const historyCommands: readonly CommandEntry[] = [history, remove, edit, undo, replay];
