/** One prompt for the model out of the pieces that a server makes of one of its own. Pure. */
import { fenced } from "../model/attachment.ts";
import type { PromptPiece } from "../tools/mcp/prompt-message.ts";

/** What the assistant is to have said is marked as such; who else speaks is the user. */
export function promptOf(pieces: readonly PromptPiece[]): string {
  const isDialogue = pieces.some(({ role }) => role === "assistant");
  const texts = pieces.map((piece) => {
    const text = piece.resource === undefined ? piece.text : passage(piece.resource, piece.text);
    return isDialogue ? `${labels[piece.role]}:\n${text}` : text;
  });
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
}

const labels: Readonly<Record<PromptPiece["role"], string>> = { user: "User", assistant: "Assistant" };

function passage(resource: string, text: string): string {
  return `[Resource ${resource}]\n${fenced(text)}`;
}
