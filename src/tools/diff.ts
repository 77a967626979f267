/** A line diff in unified form, for the eye. Pure. */

type Mark = " " | "-" | "+";

interface Step {
  readonly mark: Mark;
  /** With its line end, so that a missing one at the end of the file counts as a difference. */
  readonly line: string;
}

const contextLines = 3;
/** Size of the table of common subsequences; beyond it a diff takes too long to make, and to read. */
const maxCells = 1_000_000;
const maxChars = 4_000_000;

/** Empty for equal texts, undefined where the texts are too long to compare. */
export function unifiedDiff(before: string, after: string): string | undefined {
  if (before.length + after.length > maxChars) return undefined;
  const a = splitLines(before);
  const b = splitLines(after);
  const head = commonHead(a, b);
  const tail = commonTail(a, b, head);
  const oldMiddle = a.slice(head, a.length - tail);
  const newMiddle = b.slice(head, b.length - tail);
  if ((oldMiddle.length + 1) * (newMiddle.length + 1) > maxCells) return undefined;
  const leadIn = a.slice(Math.max(0, head - contextLines), head);
  const leadOut = a.slice(a.length - tail, a.length - tail + contextLines);
  const steps = [...same(leadIn), ...compare(oldMiddle, newMiddle), ...same(leadOut)];
  return render(steps, head - leadIn.length);
}

function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function commonHead(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a[count] === b[count]) count += 1;
  return count;
}

function commonTail(a: readonly string[], b: readonly string[], head: number): number {
  const most = Math.min(a.length, b.length) - head;
  let count = 0;
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count;
}

function same(lines: readonly string[]): readonly Step[] {
  return lines.map((line) => ({ mark: " ", line }));
}

/** Walks along a longest common subsequence; removals come before additions. */
function compare(a: readonly string[], b: readonly string[]): readonly Step[] {
  const lengths = commonLengths(a, b);
  const width = b.length + 1;
  const steps: Step[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [oldLine, newLine] = [a[i], b[j]];
    if (oldLine !== undefined && oldLine === newLine) {
      steps.push({ mark: " ", line: oldLine });
      i += 1;
      j += 1;
      continue;
    }
    const skipOld = lengths[(i + 1) * width + j] ?? -1;
    const skipNew = lengths[i * width + j + 1] ?? -1;
    if (oldLine !== undefined && (newLine === undefined || skipOld >= skipNew)) {
      steps.push({ mark: "-", line: oldLine });
      i += 1;
    } else if (newLine !== undefined) {
      steps.push({ mark: "+", line: newLine });
      j += 1;
    }
  }
  return steps;
}

/** At row i and column j: the length of the longest common subsequence of a from i on and b from j on. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      const below = table[at + width] ?? 0;
      const right = table[at + 1] ?? 0;
      table[at] = a[i] === b[j] ? (table[at + width + 1] ?? 0) + 1 : Math.max(below, right);
    }
  }
  return table;
}

/** Drops unchanged lines that are far from any change and puts a header over each group that remains. */
function render(steps: readonly Step[], firstLine: number): string {
  const shown = nearChange(steps);
  const out: string[] = [];
  let oldLine = firstLine;
  let newLine = firstLine;
  for (let at = 0; at < steps.length; ) {
    const hunk = shown[at] ? hunkFrom(steps, shown, at) : steps.slice(at, at + 1);
    const oldCount = hunk.filter((step) => step.mark !== "+").length;
    const newCount = hunk.filter((step) => step.mark !== "-").length;
    if (shown[at])
      out.push(`@@ -${range(oldLine, oldCount)} +${range(newLine, newCount)} @@`, ...hunk.map(toText));
    oldLine += oldCount;
    newLine += newCount;
    at += hunk.length;
  }
  return out.join("\n");
}

/** For each step whether a change is within reach of the context. */
function nearChange(steps: readonly Step[]): readonly boolean[] {
  const near = new Array<boolean>(steps.length).fill(false);
  steps.forEach((step, at) => {
    if (step.mark !== " ") near.fill(true, Math.max(0, at - contextLines), at + contextLines + 1);
  });
  return near;
}

function hunkFrom(steps: readonly Step[], shown: readonly boolean[], start: number): readonly Step[] {
  const end = shown.indexOf(false, start);
  return steps.slice(start, end < 0 ? steps.length : end);
}

function range(line: number, count: number): string {
  return `${count === 0 ? line : line + 1},${count}`;
}

function toText({ mark, line }: Step): string {
  return line.endsWith("\n") ? mark + line.slice(0, -1) : `${mark}${line}\n\\ No newline at end of file`;
}
