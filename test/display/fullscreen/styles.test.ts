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
    expect(styles.row(line)).toBe(styles.row(line));
    expect(styles.row([...line])).not.toBe(styles.row(line));
    expect(styles.row([...line])).toEqual(styles.row(line));
  });

  it("have one cell for each column, also of wide characters", () => {
    const { texts } = createStyles(defaultTheme, 8).row([span("text", safeText`a日b`)]);
    expect(texts).toEqual(["a", "日", "", "b"]);
  });

  it("exist for every role, with and without colours", () => {
    for (const depth of [0, 8, 16, 256] as const) {
      const styles = createStyles(defaultTheme, depth);
      for (const role of roles) {
        const { texts, styles: own } = styles.row([span(role, safeText`x`)]);
        expect([texts.length, typeof own[0]]).toEqual([1, "number"]);
      }
    }
  });

  it("show a selection where there are no colours", () => {
    const { styles } = createStyles(defaultTheme, 0).row([span("selection", safeText`x`)]);
    expect(hasFlag(styles[0] ?? 0, "reverse")).toBe(true);
  });
});
