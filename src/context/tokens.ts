/** Guessing tokens where nobody counted them: four characters a token, sixteen characters of framing a message. */
import type { Message } from "../model/message.ts";

const charactersPerToken = 4;
const framingCharacters = 16;

export function estimateTokens(messages: readonly Message[]): number {
  const characters = messages.reduce((sum, message) => sum + framingCharacters + messageLength(message), 0);
  return Math.floor(characters / charactersPerToken);
}

function messageLength(message: Message): number {
  switch (message.role) {
    case "system":
    case "user":
      return message.text.length;
    case "tool":
      return message.result.output.length;
    case "assistant":
      return message.parts.reduce(
        (sum, part) =>
          sum +
          (part.type === "tool-call"
            ? part.call.name.length + JSON.stringify(part.call.input).length
            : part.text.length),
        0,
      );
  }
}
