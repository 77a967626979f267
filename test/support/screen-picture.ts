/** Screens as text that people can read, and their comparison with those in test/screens. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { root } from "./program.ts";
import { until } from "./until.ts";

export interface Picture {
  /** The right half of a wide character is empty. */
  readonly rows: readonly (readonly string[])[];
  readonly cursor: { readonly row: number; readonly column: number } | undefined;
}

/** Set to write the screens down as they are, to be looked at before they are kept. */
const rewrites = Boolean(process.env.REWRITE_SCREENS);

/** In a frame, so that its size and blanks at the end are seen. */
export function drawScreen({ rows, cursor }: Picture): string {
  const columns = rows[0]?.length ?? 0;
  const edge = `+${"-".repeat(columns)}+`;
  const place = cursor ? `cursor in row ${cursor.row + 1}, column ${cursor.column + 1}` : "no cursor";
  const lines = rows.map((row) => `|${still(row.join(""))}|`);
  return [`${columns}x${rows.length}, ${place}`, edge, ...lines, edge, ""].join("\n");
}

/** What moves with the time is left out (the spinner, its rates, how long requests took), and how long the help is. */
function still(row: string): string {
  const help = row.replace(/(?<=^-- lines \d+ to \d+ of )\d+(?=;)/, (all) => "#".repeat(all.length));
  const timeless = help.replace(/\b(average|first text|whole answer) \d\.\d s/g, "$1 0.0 s");
  return timeless.replace(
    /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏|/\\-] (Answering|Calling \S+|Running \S+|Working)\b.*$/u,
    (all, what) => `* ${what} ...`.padEnd(all.length),
  );
}

/** Waits until the screen is as it was written down. */
export async function expectGolden(name: string, picture: () => Picture): Promise<void> {
  const file = join(root, "test", "screens", `${name}.txt`);
  if (rewrites) return rewrite(file, picture);
  const wanted = readFileSync(file, "utf8");
  let shown = "";
  try {
    await until(
      () => {
        shown = drawScreen(picture());
        return shown === wanted;
      },
      () => `screen ${name}`,
    );
  } catch {
    expect(shown, `screen ${name}; REWRITE_SCREENS=1 writes it anew`).toBe(wanted);
  }
}

/** The same for a text that is there at once. */
export function expectWritten(name: string, text: string): void {
  const file = join(root, "test", "screens", `${name}.txt`);
  if (rewrites) writeFileSync(file, text);
  expect(text, `screen ${name}; REWRITE_SCREENS=1 writes it anew`).toBe(readFileSync(file, "utf8"));
}

async function rewrite(file: string, picture: () => Picture): Promise<void> {
  let shown = "";
  let since = performance.now();
  await until(
    () => {
      const now = drawScreen(picture());
      if (now !== shown) since = performance.now();
      shown = now;
      return performance.now() - since > 300;
    },
    () => "a screen that stands still",
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, shown);
}
