/** Gathers pieces so that they can be handed on together. It must not know what they mean. */
import type { Piece } from "../terminfo/padding.ts";

export interface PieceBuffer {
  add(piece: Piece): void;
  /** What it holds, in bytes; a wait counts as the bytes that could be sent meanwhile. */
  readonly cost: number;
  /** What `open` adds comes before all that is held. */
  prepend(open: () => void): void;
  /** Empties it. Neighbouring bytes are one piece. */
  take(): readonly Piece[];
}

/** A byte on a line of 9600 baud takes about as long. */
const bytesPerMs = 1;

export function createPieceBuffer(): PieceBuffer {
  let pieces: Piece[] = [];
  let cost = 0;

  return {
    add(piece) {
      cost += pieceCost(piece);
      append(pieces, piece);
    },
    get cost() {
      return cost;
    },
    prepend(open) {
      const later = pieces;
      pieces = [];
      open();
      for (const piece of later) {
        append(pieces, piece);
      }
    },
    take() {
      const taken = pieces;
      pieces = [];
      cost = 0;
      return taken;
    },
  };
}

export function pieceCost(piece: Piece): number {
  return typeof piece === "string" ? piece.length : piece.waitMs * bytesPerMs;
}

function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (typeof piece === "string" && typeof last === "string") {
    pieces[pieces.length - 1] = last + piece;
  } else if (piece !== "") {
    pieces.push(piece);
  }
}
