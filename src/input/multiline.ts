/** Joins typed lines that belong together: code fences, <<<MARK blocks, trailing backslashes, open brackets. */

export interface LineAssembler {
  /** The whole text once it is complete, undefined while more lines are needed. */
  push(line: string): string | undefined;
  /** What was gathered when the input ends in the middle of a block. */
  end(): string | undefined;
  /** Whether a block is open, so that the prompt can say so. */
  open(): boolean;
  reset(): void;
}

interface Block {
  readonly lines: string[];
  /** What of a line is kept. */
  readonly strip?: (line: string) => string;
  /** Whether this next line ends the block. Called once per line. */
  readonly closes: (next: string) => boolean;
  /** Whether the line that ends the block belongs to it. */
  readonly keepsClosingLine: boolean;
}

export function createLineAssembler(): LineAssembler {
  let block: Block | undefined;

  function extend(current: Block, line: string): string | undefined {
    const closed = current.closes(line);
    if (!closed || current.keepsClosingLine) current.lines.push(current.strip ? current.strip(line) : line);
    if (!closed) return undefined;
    block = undefined;
    return current.lines.join("\n");
  }

  return {
    push(line) {
      if (block) return extend(block, line);
      block = openBlock(line);
      return block ? undefined : line;
    },
    end() {
      const text = block?.lines.join("\n");
      block = undefined;
      return text;
    },
    open: () => block !== undefined,
    reset() {
      block = undefined;
    },
  };
}

function openBlock(line: string): Block | undefined {
  return openFence(line) ?? openHereDocument(line) ?? openContinuation(line) ?? openBracket(line);
}

function openFence(line: string): Block | undefined {
  if (!/^\s*```[^`]*$/.test(line)) return undefined;
  return { lines: [line], closes: (next) => next.trim() === "```", keepsClosingLine: true };
}

/** `<<<` or `<<<MARK` alone, where the mark is EOF unless it is named, or `<<<MARK` after some text. */
function openHereDocument(line: string): Block | undefined {
  const match = /^<<<\s*([^\s<]+)?$/.exec(line.trim()) ?? /\s<<<([A-Za-z_]\w*)$/.exec(line.trimEnd());
  if (!match) return undefined;
  const mark = match[1] ?? "EOF";
  const before = line.slice(0, line.lastIndexOf("<<<")).trimEnd();
  return { lines: before ? [before] : [], closes: (next) => next.trim() === mark, keepsClosingLine: false };
}

function openContinuation(line: string): Block | undefined {
  if (!line.endsWith("\\")) return undefined;
  const strip = (next: string) => next.replace(/\\$/, "");
  return { lines: [strip(line)], strip, closes: (next) => !next.endsWith("\\"), keepsClosingLine: true };
}

/** Two empty lines end the block as well, so that a stray bracket cannot swallow the conversation. */
function openBracket(line: string): Block | undefined {
  let depth = depthOf(line);
  if (!/^\s*[{[(]/.test(line) || depth <= 0) return undefined;
  let emptyLines = 0;
  const closes = (next: string) => {
    depth += depthOf(next);
    emptyLines = next.trim() === "" ? emptyLines + 1 : 0;
    return depth <= 0 || emptyLines === 2;
  };
  return { lines: [line], closes, keepsClosingLine: true };
}

/** Open brackets minus closed ones in a line, outside of strings. An apostrophe after a letter opens no string. */
function depthOf(line: string): number {
  const code = line.replace(/\\.|"(?:[^"\\]|\\.)*"|(?<!\w)'(?:[^'\\]|\\.)*'/g, "");
  const count = (brackets: RegExp) => code.match(brackets)?.length ?? 0;
  return count(/[{[(]/g) - count(/[}\])]/g);
}
