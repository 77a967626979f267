/** From what was entered to what is sent: templates are filled in, and what is named after `@` is attached. */
import { mayMention } from "../input/mention.ts";
import type { Prompt } from "../model/attachment.ts";
import type { Answer, Question } from "../model/question.ts";
import type { MentionSource } from "./attach/mention-source.ts";
import type { Shortcuts } from "./shortcuts.ts";

export interface Draft {
  readonly text: string;
  /** It is no template, and names nothing but in `named`. */
  readonly pasted?: true;
  /** The words of it in which names after `@` count. */
  readonly named?: string;
  /** It was not written by the user: only what lies in the working directory may go along. */
  readonly insideOnly?: true;
}

export type Composed =
  | { readonly kind: "prompt"; readonly prompt: Prompt; readonly notes: readonly string[] }
  | { readonly kind: "problem"; readonly message: string };

export interface Composing {
  readonly signal: AbortSignal;
  ask(question: Question): Promise<Answer | undefined>;
}

/** Undefined at once where the draft stands for itself. */
export type Compose = (draft: Draft, composing: Composing) => Promise<Composed> | undefined;

export interface ComposerParts {
  readonly shortcuts: Pick<Shortcuts, "fill">;
  /** The first that knows a name has it. Made when they are needed. */
  readonly sources: () => Promise<readonly MentionSource[]>;
}

export function createComposer({ shortcuts, sources }: ComposerParts): Compose {
  async function attached(draft: Draft, named: string, composing: Composing): Promise<Composed> {
    const { attach } = await import("./attach/attach.ts");
    const insideOnly = draft.insideOnly ?? false;
    return attach(draft.text, named, await sources(), { ...composing, insideOnly });
  }

  return (draft, composing) => {
    const { text, pasted } = draft;
    const named = draft.named ?? (pasted ? "" : text);
    const filling = pasted ? undefined : shortcuts.fill(text);
    if (!filling) return mayMention(named) ? attached(draft, named, composing) : undefined;
    return filling.then((filled) => {
      if (filled?.kind === "problem") return filled;
      const whole = filled?.text ?? text;
      return attached({ ...draft, text: whole }, whole, composing);
    });
  };
}
