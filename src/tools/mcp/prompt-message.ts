/** What a server makes of a prompt: its messages as pieces of text, and where each is from. Pure. */
import { cleanText } from "./described-tools.ts";
import { type ContentPart, partText } from "./result-text.ts";

/** As the protocol has it, as far as we look at it. */
export interface ListedMessage {
  readonly role: string;
  readonly content: ContentPart;
}

export interface PromptPiece {
  readonly role: "user" | "assistant";
  readonly text: string;
  /** The address of the resource that the text is from. */
  readonly resource?: string;
}

const longestPiece = 200_000;

export function promptPieces(messages: readonly ListedMessage[]): readonly PromptPiece[] {
  return messages.map(({ role, content }) => {
    const { resource } = content;
    const isText = resource?.text !== undefined;
    return {
      role: role === "assistant" ? "assistant" : "user",
      text: cleanText(partText(content), longestPiece),
      ...(isText && { resource: cleanText(resource.uri, 300) }),
    };
  });
}
