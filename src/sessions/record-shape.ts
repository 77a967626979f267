/**
 * What the line of a journal is, told without parsing it: most lines are messages as they are always written, and nobody
 * needs all of them. What is not sure to be well-formed is left to `parse-record.ts`.
 */
import type { Message } from "../model/message.ts";
import type { MessageRecord } from "./record.ts";

export interface MessageShape {
  readonly at: number;
  readonly role: Message["role"];
  /** The user began a turn with it. */
  readonly prompt: boolean;
}

/** Text within quotes, as JSON allows it. */
const text = String.raw`"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*"`;
const textPart = `\\{"type":"text","text":${text}\\}`;
const messages = [
  `(user)","text":${text}(,"synthetic":true)?`,
  `(assistant)","parts":\\[(?:${textPart}(?:,${textPart})*)?\\]`,
  `(tool)","result":\\{"callId":${text},"name":${text},"output":${text},"isError":(?:true|false)\\}`,
];
const pattern = new RegExp(
  `^\\{"type":"message","at":(\\d{1,15}),"message":\\{"role":"(?:${messages.join("|")})\\}\\}$`,
);

/** Parsing a longer one costs little beside reading it. */
const longest = 4000;

export function messageShape(line: string): MessageShape | undefined {
  if (line.length > longest) return undefined;
  const found = pattern.exec(line);
  if (!found) return undefined;
  const [, at, user, synthetic, assistant] = found;
  const role = user ? "user" : assistant ? "assistant" : "tool";
  return { at: Number(at), role, prompt: user !== undefined && synthetic === undefined };
}

export function shapeOf({ at, message }: MessageRecord): MessageShape {
  const { role } = message;
  return { at, role, prompt: role === "user" && !message.synthetic };
}
