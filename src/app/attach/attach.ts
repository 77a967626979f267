/** Attaches what a prompt names after `@`, from whichever source has it. Loaded with the first prompt that names something. */
import { findMentions, type Mention } from "../../input/mention.ts";
import type { Attachment, Prompt } from "../../model/attachment.ts";
import type { Attaching, MentionSource, Resolved } from "./mention-source.ts";

export type Attached =
  | { readonly kind: "prompt"; readonly prompt: Prompt; readonly notes: readonly string[] }
  | { readonly kind: "problem"; readonly message: string };

/** Of one thing, and of all together, in characters. */
export const maxChars = 100_000;
const maxTotalChars = 400_000;
/** More names than this in one prompt are those of a text, not of files. */
const maxMentions = 50;

/** `named`: the part of the text in which names count. */
export async function attach(
  text: string,
  named: string,
  sources: readonly MentionSource[],
  attaching: Omit<Attaching, "maxChars">,
): Promise<Attached> {
  const mentions = findMentions(named);
  const attachments = new Map<string, Attachment>();
  const notes: string[] = [];
  if (mentions.length > maxMentions)
    notes.push(`Only the first ${maxMentions} names after @ were looked for; the rest is text.`);
  let left = maxTotalChars;
  for (const mention of mentions.slice(0, maxMentions)) {
    const found = await resolve(mention, sources, { ...attaching, maxChars: Math.min(maxChars, left) });
    if (attaching.signal.aborted) return problem("it was stopped.");
    if (found?.kind === "refused") return problem(found.reason);
    if (found?.kind === "text") notes.push(found.note);
    if (found?.kind !== "attached") continue;
    const { attachment } = found;
    attachments.set(attachment.name, attachment);
    left -= attachment.type === "text" ? attachment.text.length : 0;
    if (left <= 0) return problem(`together the files are longer than ${maxTotalChars} characters.`);
  }
  const attached = attachments.size === 0 ? {} : { attachments: [...attachments.values()] };
  return { kind: "prompt", prompt: { text, ...attached }, notes };
}

async function resolve(
  mention: Mention,
  sources: readonly MentionSource[],
  attaching: Attaching,
): Promise<Resolved | undefined> {
  for (const source of sources) {
    const found = await source.resolve(mention, attaching);
    if (found) return found;
  }
  return undefined;
}

function problem(reason: string): Attached {
  return { kind: "problem", message: `Nothing was sent: ${reason}` };
}
