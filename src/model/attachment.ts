/** What the user attached to a prompt, as it was when the prompt was sent: the same goes out every time. */

export type Attachment = TextAttachment | ImageAttachment;

export interface TextAttachment {
  readonly type: "text";
  /** What it is, as in "file src/main.ts, lines 10-40": for the user and for the model. */
  readonly name: string;
  readonly text: string;
  /** What is missing of it, in words. */
  readonly cut?: string;
}

export interface ImageAttachment {
  readonly type: "image";
  readonly name: string;
  readonly mediaType: ImageType;
  /** In base64. */
  readonly data: string;
}

export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** What a turn begins with. */
export interface Prompt {
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

/** Everything that a model reads of it. `images`: they go along as pictures, or cannot be seen. */
export function wordsOf({ text, attachments = [] }: Prompt, images: "beside" | "unseen" = "unseen"): string {
  const passages = attachments.flatMap((one) => {
    if (one.type === "text") return [passageOf(one)];
    const what = images === "beside" ? "it is in this message" : "it cannot be shown to you";
    return [`[Attached: ${oneLine(one.name)}; ${what}]`];
  });
  return [text, ...passages].join("\n\n");
}

export function imagesOf({ attachments = [] }: Prompt): readonly ImageAttachment[] {
  return attachments.flatMap((one) => (one.type === "image" ? [one] : []));
}

/** The label says where it comes from, and the fence where it ends. */
function passageOf({ name, text, cut }: TextAttachment): string {
  const missing = cut === undefined ? "" : `; ${oneLine(cut)}`;
  return `[Attached: ${oneLine(name)}${missing}]\n${fenced(text)}`;
}

/** The fence is longer than any in the text. */
export function fenced(text: string, info = ""): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${info}\n${text.replace(/\n$/, "")}\n${fence}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
