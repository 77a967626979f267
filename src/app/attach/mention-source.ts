/** Where something that is named after `@` may come from: each kind of thing has a source of its own. */
import type { Mention } from "../../input/mention.ts";
import type { Attachment } from "../../model/attachment.ts";
import type { Answer, Question } from "../../model/question.ts";

export interface MentionSource {
  /** Undefined where it names nothing of this kind: then the next source is asked, and after the last it is text. */
  resolve(mention: Mention, attaching: Attaching): Promise<Resolved | undefined>;
}

export interface Attaching {
  readonly signal: AbortSignal;
  /** In characters, of one thing. */
  readonly maxChars: number;
  /** The text was not written by the user: only what lies in the working directory may go along. */
  readonly insideOnly: boolean;
  /** Undefined when it was cancelled before there was an answer. */
  ask(question: Question): Promise<Answer | undefined>;
}

export type Resolved =
  | { readonly kind: "attached"; readonly attachment: Attachment }
  /** Why not, in a sentence: then nothing is sent. */
  | { readonly kind: "refused"; readonly reason: string }
  /** It is text, and the user should know: in a sentence. */
  | { readonly kind: "text"; readonly note: string };
