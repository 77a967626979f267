/** What is left of the attachments of an old prompt: what was said stays word for word, what was read does not. */
import type { Attachment } from "../../model/attachment.ts";
import type { Message } from "../../model/message.ts";
import { preview } from "./summary-request.ts";

const cut = "shortened when the conversation was compacted";

/** The same message where nothing of it is long. */
export function condensed(message: Message): Message {
  const attachments = message.role === "user" ? (message.attachments ?? []) : [];
  const shorter = attachments.map(condensedOne);
  if (shorter.every((one, at) => one === attachments[at])) return message;
  return { ...message, attachments: shorter } as Message;
}

function condensedOne(attached: Attachment): Attachment {
  if (attached.type === "image") return { type: "text", name: attached.name, text: "(an image)", cut };
  const text = preview(attached.text);
  return text === attached.text ? attached : { ...attached, text, cut };
}
