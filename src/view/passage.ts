/**
 * An answer or a thought while it arrives. A long one becomes several blocks; so does one that other blocks came
 * after, so that those keep their place. It must not know events.
 */
import { answerParts, type BlockSource, reasoningParts, reasoningReader } from "./block.ts";
import type { LiveBlock } from "./history/store.ts";
import type { HistoryWriter } from "./history.ts";
import { markdownReader } from "./markdown/reader.ts";
import type { ReaderState } from "./markdown/reader-state.ts";
import type { Part } from "./part.ts";
import { createPartStream, type MayPart, type PartReader, type PartStream } from "./part-stream.ts";
import type { PlainState } from "./plain-text.ts";
import { noText, slice } from "./safe-text.ts";
import { createStreamSanitiser, type SafeText, sanitise } from "./sanitise.ts";

export interface Passage {
  readonly kind: "answer" | "reasoning";
  push(text: string): void;
  end(): void;
}

/** How the blocks of one kind of passage are made. */
interface Form<State> {
  readonly kind: Passage["kind"];
  readonly reader: PartReader<State>;
  readonly source: (piece: PieceOf<State>) => BlockSource;
  readonly parts: (piece: PieceOf<State>, parts: readonly Part[], expanded: boolean) => readonly Part[];
}

interface PieceOf<State> {
  readonly text: SafeText;
  readonly from: State;
  /** The block of the first piece, for all others. */
  readonly owner?: number;
}

/** A block is ended at the next opportunity after so many characters. */
const longBlock = 16_000;

const answerForm: Form<ReaderState> = {
  kind: "answer",
  reader: markdownReader,
  source: ({ text, from, owner }) => ({ kind: "answer", text, from, ...answerLook(owner) }),
  parts: ({ owner }, parts) => answerParts(answerLook(owner), parts),
};

const reasoningForm: Form<PlainState> = {
  kind: "reasoning",
  reader: reasoningReader({ gap: true }),
  source: ({ text, from, owner }) => ({
    kind: "reasoning",
    text,
    from,
    gap: true,
    ...(owner !== undefined && { owner }),
  }),
  parts: (piece, parts, expanded) => reasoningParts(piece, parts, expanded),
};

export const createAnswer = (history: HistoryWriter): Passage => createPassage(history, answerForm);
export const createReasoning = (history: HistoryWriter): Passage => createPassage(history, reasoningForm);

/** One that is there as a whole: if it is short nobody has to read it before it is looked at. */
export function addPassage(history: HistoryWriter, kind: Passage["kind"], text: string): void {
  if (kind === "answer") addWhole(history, answerForm, text);
  else addWhole(history, reasoningForm, text);
}

function addWhole<State>(history: HistoryWriter, form: Form<State>, text: string): void {
  if (text.length < longBlock) {
    const safe = sanitise(text);
    if (safe !== "") history.add(form.source({ text: safe, from: form.reader.start }));
    return;
  }
  const passage = createPassage(history, form);
  passage.push(text);
  passage.end();
}

function answerLook(owner: number | undefined) {
  return { label: owner === undefined, gap: owner === undefined };
}

interface OpenPiece<State> {
  readonly index: number;
  readonly from: State;
  readonly stream: PartStream<State>;
  text: SafeText;
}

function createPassage<State>(history: HistoryWriter, form: Form<State>): Passage {
  const sanitiser = createStreamSanitiser();
  let from = form.reader.start;
  let owner: number | undefined;
  let open: OpenPiece<State> | undefined;

  function begin(): OpenPiece<State> {
    const stream = createPartStream(form.reader, from);
    const index = history.open(liveBlock(form, { from, stream, owner }));
    return { index, from, stream, text: noText };
  }

  function add(text: SafeText): void {
    for (let rest: SafeText | undefined = text; rest; ) {
      const piece: OpenPiece<State> = open ?? begin();
      open = piece;
      piece.text = (piece.text + rest) as SafeText;
      // What has been seen above a later block stays above it.
      const mayPart: MayPart = (length, known) =>
        piece.index === history.count() - 1 ? length >= longBlock : !known;
      rest = piece.stream.push(rest, mayPart);
      if (rest !== undefined) settle(piece, slice(piece.text, 0, piece.text.length - rest.length));
    }
  }

  function settle(piece: OpenPiece<State>, text: SafeText): void {
    from = piece.stream.state();
    history.settle(piece.index, form.source({ text, from: piece.from, owner }));
    owner ??= piece.index;
    open = undefined;
  }

  return {
    kind: form.kind,
    push: (text) => add(sanitiser.push(text)),
    end() {
      add(sanitiser.end());
      if (open) settle(open, open.text);
    },
  };
}

interface Growing<State> {
  readonly from: State;
  readonly stream: PartStream<State>;
  readonly owner: number | undefined;
}

/** Gives the same parts until the stream does not. */
function liveBlock<State>(form: Form<State>, { from, stream, owner }: Growing<State>): LiveBlock {
  const made = new Map<boolean, { readonly of: readonly Part[]; readonly parts: readonly Part[] }>();
  return {
    kind: form.kind,
    beginsMessage: form.kind === "answer" && owner === undefined,
    ...(owner !== undefined && { owner }),
    parts(expanded) {
      const of = stream.parts();
      const known = made.get(expanded);
      if (known?.of === of) return known.parts;
      const parts = form.parts({ text: noText, from, ...(owner !== undefined && { owner }) }, of, expanded);
      made.set(expanded, { of, parts });
      return parts;
    },
  };
}
