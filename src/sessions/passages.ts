/** The texts of a message that can be searched, each with what it is. */
import type { Prompt } from "../model/attachment.ts";
import { type Message, textOf } from "../model/message.ts";
import { inputText } from "./exported.ts";

export interface Passage {
  readonly role: Message["role"];
  readonly part: "text" | "attached" | "reasoning" | "call" | "result";
  readonly text: string;
}

export function passagesIn(message: Message): readonly Passage[] {
  const { role } = message;
  if (role === "tool") return [{ role, part: "result", text: message.result.output }];
  if (role === "system") return [{ role, part: "text", text: message.text }];
  if (role === "user") return [{ role, part: "text", text: message.text }, ...attached(message)];
  const others = message.parts.flatMap((part): readonly Passage[] => {
    if (part.type === "text") return [];
    if (part.type === "reasoning") return [{ role, part: "reasoning", text: part.text }];
    return [{ role, part: "call", text: `${part.call.name} ${inputText(part.call)}` }];
  });
  return [{ role, part: "text", text: textOf(message) }, ...others];
}

function attached({ attachments = [] }: Prompt): readonly Passage[] {
  return attachments.map((one) => {
    return {
      role: "user",
      part: "attached",
      text: one.type === "text" ? `${one.name}\n${one.text}` : one.name,
    };
  });
}
