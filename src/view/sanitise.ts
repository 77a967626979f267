/**
 * The one door for text. Whatever a model, a tool, a file or a server wrote becomes `SafeText` here or does not
 * reach a terminal: control characters and invisible ones are shown as visible text, never sent.
 */

declare const safe: unique symbol;
export type SafeText = string & { readonly [safe]: true };

/** Sanitising what is safe already changes nothing. */
export function sanitise(text: string): SafeText {
  return text.replaceAll("\r\n", "\n").replace(piledMark, visible).replace(harmful, visible) as SafeText;
}

/** Text on one line: line breaks become visible too. */
export function sanitiseLine(text: string): SafeText {
  return sanitise(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t") as SafeText;
}

/** Joins pieces that are each safe; a literal in our own source counts as safe. */
export function safeText(strings: TemplateStringsArray, ...values: readonly (SafeText | number)[]): SafeText {
  return String.raw({ raw: strings }, ...values) as SafeText;
}

/** Control characters, format characters, lone surrogates, line separators, and all else that draws nothing. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u.source;

/** The scripts that are written with joiners. */
const joining =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}]/u;
const letter = `(?!${hidden})${joining.source}`;

/** The hidden characters that mean something to the eye, each only in its proper place. */
const harmless = [
  /[\n\t]/u.source,
  /(?<=\p{ExtPict})[\uFE0E\uFE0F]/u.source,
  /(?<=[0-9#*])\uFE0F(?=\u20E3)/u.source,
  /(?<=\p{ExtPict}\uFE0F?|\p{EMod})\u200D(?=\p{ExtPict})/u.source,
  `(?<=${letter})\\p{Join_Control}(?=${letter})`,
].join("|");

const harmful = new RegExp(`(?!${harmless})${hidden}`, "gu");

/** No language piles more than six marks on a letter; a hundred of them hide the lines around it. */
const piledMark = /[\p{Mn}\p{Me}](?<=[\p{Mn}\p{Me}]{7})/gu;

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  if (code === 0x7f) return "^?";
  return `\\u{${code.toString(16)}}`;
}

export interface StreamSanitiser {
  push(chunk: string): SafeText;
  /** What was held back because its meaning depended on the next chunk. */
  end(): SafeText;
}

/** More than `harmful` and `piledMark` together ever look back, in UTF-16 units. */
const contextLength = 32;

/** At the end of a chunk: a CR may become CR LF, half a pair a character, a joiner or a selector part of an emoji. */
const undecided = /(?:\r|\uFE0F|\p{Join_Control}?\p{Cs}?)$/u;

/** For text that arrives in pieces: gives the same result as sanitising the whole at once, wherever it is cut. */
export function createStreamSanitiser(): StreamSanitiser {
  let context = "";
  let held = "";

  function release(text: string): SafeText {
    const whole = sanitise(context + text);
    const before = sanitise(context);
    context = (context + text).slice(-contextLength);
    return whole.slice(before.length) as SafeText;
  }

  return {
    push(chunk) {
      const text = held + chunk;
      const cut = text.search(undecided);
      held = text.slice(cut);
      return release(text.slice(0, cut));
    },
    end() {
      const rest = release(held);
      context = held = "";
      return rest;
    },
  };
}
