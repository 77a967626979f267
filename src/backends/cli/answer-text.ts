/** Trims an answer while it comes: no empty lines around it, no "Assistant:" before it. */

export interface AnswerStyle {
  /** Takes one name of a speaker from the beginning. */
  readonly withoutSpeaker?: boolean;
  /** Makes one empty line of several. */
  readonly collapse?: boolean;
}

export interface AnswerText {
  /** What can be shown by now. */
  add(text: string): string;
  /** What was kept back and belongs to the answer. */
  end(): string;
}

const speaker = /^(?:A|Assistant|Claude):[^\S\n]*/;
const onlySpeaker = /^(?:A|Assistant|Claude):[^\S\n]*$/;
const speakers = ["A:", "Assistant:", "Claude:"];
/** More white space than this in one place says nothing. */
const maxSpace = 10_000;

export function createAnswerText({ withoutSpeaker = false, collapse = false }: AnswerStyle = {}): AnswerText {
  let begun = false;
  /** Before the beginning: what may still be a name. Later: white space with a line break, which may be the end. */
  let kept = "";

  function begin(text: string): string {
    const body = text.trimStart();
    const indent = text.slice(0, text.length - body.length);
    kept = indent.slice(indent.lastIndexOf("\n") + 1).slice(0, maxSpace) + body;
    if (body === "" || (withoutSpeaker && mayBeSpeaker(body))) return "";
    begun = true;
    const rest = withoutSpeaker && speaker.test(body) ? body.replace(speaker, "") : kept;
    kept = "";
    return go(rest);
  }

  function go(text: string): string {
    const all = kept + text;
    const body = all.trimEnd();
    const tail = all.slice(body.length);
    const mayEnd = tail.includes("\n");
    kept = mayEnd ? tail.slice(0, maxSpace) : "";
    const shown = mayEnd ? body : all;
    return collapse ? shown.replaceAll(/\n(?:[^\S\n]*\n){2,}/g, "\n\n") : shown;
  }

  return {
    add: (text) => (begun ? go(text) : begin(kept + text)),
    end: () => (begun ? "" : kept.replace(speaker, "").trimEnd()),
  };
}

function mayBeSpeaker(word: string): boolean {
  return speakers.some((name) => name.startsWith(word)) || onlySpeaker.test(word);
}
