/** Splits a text that arrives in pieces into what is only text and blocks that look like tool calls. */
import { type BlockForm, fenceEnd, type Recogniser, recognisersAt } from "./text-tools-blocks.ts";

export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "block"; readonly form: BlockForm; readonly text: string };

export interface TextScanner {
  /** Keeps back only what may be the beginning of a block. */
  feed(text: string): readonly Piece[];
  /** The text is complete: a block that is not is text. */
  end(): readonly Piece[];
}

/** A block that grows longer is let go. */
const maxBlockChars = 2_000_000;
/** What is let go is searched again, as long as that is cheap. */
const maxSearchedAgain = 256;

export function createTextScanner(names: readonly string[]): TextScanner {
  const place: Place = { isLineStart: true, before: "", inFence: false };
  let open: OpenBlock | undefined;

  /** Returns what is still to be read. */
  function pass(text: string, pieces: Piece[]): string {
    const { end, block } = findOpening(text, place, names);
    open = block;
    say(text.slice(0, end), pieces);
    return text.slice(end);
  }

  function follow(block: OpenBlock, text: string, pieces: Piece[]): string {
    for (let at = 0; at < text.length; at += 1) {
      const char = text.charAt(at);
      const verdicts = block.recognisers.map((one) => ({ one, verdict: one.take(char) }));
      const found = verdicts.find(({ verdict }) => verdict === "yes");
      block.recognisers = verdicts.filter(({ verdict }) => verdict === "more").map(({ one }) => one);
      if (found) {
        finish(found.one.form, block.held + text.slice(0, at + 1), pieces);
        return text.slice(at + 1);
      }
      if (block.recognisers.length === 0)
        return letGo(block.held + text.slice(0, at), text.slice(at), pieces);
    }
    block.held += text;
    return block.held.length > maxBlockChars ? letGo(block.held, "", pieces) : "";
  }

  function finish(form: Recogniser["form"], whole: string, pieces: Piece[]): void {
    open = undefined;
    note(place, whole);
    if (form !== "fence-end") pieces.push({ kind: "block", form, text: whole });
    else {
      place.inFence = false;
      pieces.push({ kind: "text", text: whole });
    }
  }

  function letGo(held: string, rest: string, pieces: Piece[]): string {
    open = undefined;
    const isFence = held.startsWith("```") && place.isLineStart;
    if (isFence) place.inFence = true;
    const said = isFence || held.length > maxSearchedAgain ? Math.max(held.length, 1) : 1;
    const all = held + rest;
    say(all.slice(0, said), pieces);
    return all.slice(said);
  }

  function say(text: string, pieces: Piece[]): void {
    if (text === "") return;
    note(place, text);
    pieces.push({ kind: "text", text });
  }

  return {
    feed(text) {
      const pieces: Piece[] = [];
      let rest = text;
      while (rest !== "") rest = open ? follow(open, rest, pieces) : pass(rest, pieces);
      return joined(pieces);
    },
    end() {
      if (!open) return [];
      const { held, recognisers } = open;
      open = undefined;
      const form = recognisers.find((one) => one.isWhole())?.form;
      const isBlock = form !== undefined && form !== "fence-end";
      return [isBlock ? { kind: "block", form, text: held } : { kind: "text", text: held }];
    },
  };
}

interface OpenBlock {
  recognisers: readonly Recogniser[];
  held: string;
}

/** What stands before the next character. */
interface Place {
  /** Nothing but blanks since the line began. */
  isLineStart: boolean;
  before: string;
  /** Inside a fenced block that is no call: nothing in there is. */
  inFence: boolean;
}

function note(place: Place, text: string): void {
  const lineAt = text.lastIndexOf("\n");
  const line = text.slice(lineAt + 1);
  place.isLineStart = (lineAt >= 0 || place.isLineStart) && line.trim() === "";
  place.before = text.slice(-1) || place.before;
}

interface Opening {
  /** Where the text before it ends. */
  readonly end: number;
  readonly block?: OpenBlock;
}

function findOpening(text: string, place: Place, names: readonly string[]): Opening {
  let { isLineStart, before } = place;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const recognisers = place.inFence
      ? fenceEnd(char, isLineStart)
      : before === "`"
        ? []
        : recognisersAt(char, isLineStart, names);
    if (recognisers.length > 0) return { end: at, block: { recognisers, held: "" } };
    isLineStart = char === "\n" || (isLineStart && /\s/.test(char));
    before = char;
  }
  return { end: text.length };
}

function joined(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (piece.kind === "text" && last?.kind === "text") {
      result[result.length - 1] = { kind: "text", text: last.text + piece.text };
    } else result.push(piece);
  }
  return result;
}
