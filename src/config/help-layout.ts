/** How help is laid out: sections of terms and what they mean, in plain ASCII and at most 80 columns. */

/** A term and what it means. */
export type Row = readonly [term: string, text: string];

const width = 80;
const indent = "  ";
const column = 28;

export function section(title: string, rows: readonly Row[]): string {
  return `${title}:\n${rows.map(row).join("")}`;
}

/** A term that is too long for its column has its text on the next line. */
function row([term, text]: Row): string {
  const lines = wrap(text, width - column);
  const head = indent + term;
  const fits = head.length + indent.length <= column;
  const first = fits ? `${head.padEnd(column)}${lines[0] ?? ""}` : head;
  const rest = (fits ? lines.slice(1) : lines).map((line) => " ".repeat(column) + line);
  return `${[first, ...rest].join("\n")}\n`;
}

export function paragraph(text: string): string {
  return `${wrap(text, width).join("\n")}\n`;
}

export function wrap(text: string, limit: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > limit) lines.push(line);
    line = longer.length > limit ? word : longer;
  }
  return [...lines, line];
}
