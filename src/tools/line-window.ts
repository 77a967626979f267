/** Cuts a range of lines out of a stream of bytes without keeping the rest. Pure. */

export interface LineWindow {
  /** The part of the chunk that lies in the window. */
  take(chunk: Uint8Array): Uint8Array;
  /** Whether all that follows lies behind the window. */
  isPast(): boolean;
}

const newline = 10;

/** `count` lines from the 0-based line `first`; the last one comes without its line end when more follows. */
export function createLineWindow(first: number, count: number): LineWindow {
  const last = first + count - 1;
  let line = 0;
  return {
    take(chunk) {
      let start = line >= first ? 0 : chunk.length;
      for (let at = chunk.indexOf(newline); at >= 0 && line <= last; at = chunk.indexOf(newline, at + 1)) {
        if (line === last) {
          line += 1;
          return chunk.subarray(start, at);
        }
        line += 1;
        if (line === first) start = at + 1;
      }
      return line > last ? chunk.subarray(0, 0) : chunk.subarray(start);
    },
    isPast: () => line > last,
  };
}
