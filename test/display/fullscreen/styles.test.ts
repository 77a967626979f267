import { describe, expect, it } from "vitest";
import { createStyles } from "../../../src/display/fullscreen/styles.ts";
import { hasFlag } from "../../../src/terminal/style.ts";
import { defaultTheme } from "../../../src/view/default-theme.ts";
import { type Line, roles, span } from "../../../src/view/line.ts";
import { safeText } from "../../../src/view/sanitise.ts";

describe("styles", () => {
  it("are the same row for the same line, and another for an equal one", () => {
    const styles = createStyles(defaultTheme, 8);
    const line: Line = [span("text", safeText`hello`)];
    expect(styles.row(line, 20)).toBe(styles.row(line, 20));
    expect(styles.row([...line], 20)).not.toBe(styles.row(line, 20));
    expect(styles.row([...line], 20)).toEqual(styles.row(line, 20));
  });

  it("have one cell for each column, also of wide characters", () => {
    const { texts } = createStyles(defaultTheme, 8).row([span("text", safeText`a日b`)], 20);
    expect(texts).toEqual(["a", "日", "", "b"]);
  });

  it("fill the width with the background of the theme, and are made anew for another width", () => {
    const theme = { roles: { ...defaultTheme.roles, text: { bg: 4 } } };
    const styles = createStyles(theme, 8);
    const line: Line = [span("text", safeText`ab`)];
    const row = styles.row(line, 4);
    expect([row.texts, new Set(Array.from(row.styles))]).toEqual([
      ["a", "b", " ", " "],
      new Set([styles.of("text")]),
    ]);
    expect(styles.row(line, 4)).toBe(row);
    expect(styles.row(line, 3).texts).toEqual(["a", "b", " "]);
  });

  it("exist for every role, with and without colours", () => {
    for (const depth of [0, 8, 16, 256] as const) {
      const styles = createStyles(defaultTheme, depth);
      for (const role of roles) {
        const { texts, styles: own } = styles.row([span(role, safeText`x`)], 20);
        expect([texts.length, typeof own[0]]).toEqual([1, "number"]);
      }
    }
  });

  it("show a selection where there are no colours", () => {
    const { styles } = createStyles(defaultTheme, 0).row([span("selection", safeText`x`)], 20);
    expect(hasFlag(styles[0] ?? 0, "reverse")).toBe(true);
  });
});
