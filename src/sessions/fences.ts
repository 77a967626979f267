/** Tells blocks of code from the text around them. Reads no other Markdown. */

export interface TextBlock {
  readonly code: boolean;
  /** Without the fences. */
  readonly text: string;
}

const opening = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;

/** A block that is left open ends with the text. */
export function textBlocksOf(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let lines: string[] = [];
  let fence = "";
  const finish = () => {
    const whole = lines.join("\n");
    if (fence !== "" || whole.trim() !== "") blocks.push({ code: fence !== "", text: trimmed(whole, fence) });
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const marks = opening.exec(line)?.[1] ?? "";
    if (fence === "" && marks !== "") {
      finish();
      fence = marks;
    } else if (fence !== "" && closes(line, fence)) {
      finish();
      fence = "";
    } else lines.push(line);
  }
  finish();
  return blocks;
}

/** The empty lines around a block of code belong to neither. */
function trimmed(text: string, fence: string): string {
  return fence === "" ? text.replace(/^\s*\n|\n\s*$/g, "") : text;
}

function closes(line: string, fence: string): boolean {
  const marks = line.trim();
  return marks.length >= fence.length && marks === (fence[0] ?? "").repeat(marks.length);
}
