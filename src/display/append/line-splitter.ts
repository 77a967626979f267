/** Cuts bytes into lines of text, wherever the bytes are cut. */

export interface LineSplitter {
  /** The lines that this chunk completes. */
  push(chunk: Uint8Array): readonly string[];
  /** What follows the last line end; empty when nothing does. */
  end(): string;
  /** Forgets the line that is not complete. */
  drop(): void;
}

export function createLineSplitter(): LineSplitter {
  const decoder = new TextDecoder();
  let unfinished = "";
  return {
    push(chunk) {
      const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n");
      const lines = [unfinished + first, ...others];
      unfinished = lines.pop() ?? "";
      return lines.map(withoutReturn);
    },
    end() {
      const rest = unfinished + decoder.decode();
      unfinished = "";
      return withoutReturn(rest);
    },
    drop() {
      unfinished = "";
    },
  };
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
