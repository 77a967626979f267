/** The charts as blessed draws them: themed, seen without colours, and with nothing sent past the painter. */
import { afterEach, describe, expect, it } from "vitest";
import { createStyles } from "../../../src/display/fullscreen/styles.ts";
import { createUsageCharts } from "../../../src/display/fullscreen/usage-charts.ts";
import { placeCharts, screensOf } from "../../../src/display/fullscreen/usage-places.ts";
import { noUsage, type Usage } from "../../../src/model/usage.ts";
import { packStyle } from "../../../src/terminal/style.ts";
import { defaultTheme } from "../../../src/view/default-theme.ts";
import { noSamples, reduceUsage, type UsageSamples } from "../../../src/view/usage-samples.ts";
import { closeScreens, testScreen } from "../../terminal/blessed-screen.ts";

afterEach(() => {
  expect(closeScreens()).toBe(0);
});

function usageOf(inputs: readonly number[], costOf: (usage: Usage) => number | undefined): UsageSamples {
  return inputs.reduce((state, input, index) => {
    const at = index * 10_000;
    const begin = { seq: 0, task: "t", at, event: { type: "request-started", iteration: 1 } } as const;
    const usage = { ...noUsage, input };
    const end = { seq: 1, task: "t", at: at + 2000, event: { type: "usage", usage } } as const;
    return reduceUsage(reduceUsage(state, begin, costOf), end, costOf);
  }, noSamples);
}

function draw(usage: UsageSamples, { window, depth = 0 }: { window?: number; depth?: 0 | 8 } = {}) {
  const screen = testScreen(80, 21);
  const styles = createStyles(defaultTheme, depth);
  const charts = createUsageCharts({ screen, styles: () => styles });
  charts.show(placeCharts({ columns: 80, rows: 21 }, 0), usage, window);
  screen.render();
  return { screen, charts };
}

describe("the charts", () => {
  it("show cost and a gauge where prices and window are known", () => {
    const { screen } = draw(
      usageOf([100, 400], () => 0.25),
      { window: 1000 },
    );
    const shown = screen.shown().join("\n");
    expect(shown).toContain("Cost in cents, $0.50");
    expect(shown).toContain("Context: 400 of 1k tokens, 40%");
    expect(shown).toMatch(/█+40%█+/);
    expect(shown).toContain("Latency, average 2.0 s");
  });

  it("do without both", () => {
    const shown = draw(usageOf([100, 400], () => undefined))
      .screen.shown()
      .join("\n");
    expect(shown).toContain("Tokens over the session, $?");
    expect(shown).toContain("per request:");
    expect(shown).not.toContain("null");
  });

  it("draw bars of characters, in the theme's look and in none of their own colours", () => {
    const usage = usageOf([500], () => undefined);
    const plain = draw(usage);
    const looks = new Set(plain.screen.frame().rows.flatMap(({ styles }) => Array.from(styles)));
    expect([...looks].every((style) => style === packStyle({}) || style === packStyle({ bold: true }))).toBe(
      true,
    );
    const row = plain.screen.shown().findIndex((text) => text.includes("█████"));
    expect(row).toBeGreaterThan(0);
    const coloured = draw(usage, { depth: 8 });
    expect(coloured.screen.styleAt(row, 2)).toBe(packStyle({ fg: 2 }));
  });

  it.each([[[0]], [[0, 0]], [[1_000_000_000]], [Array.from({ length: 200 }, (_, index) => index)]])(
    "survive %j",
    (inputs) => {
      const shown = draw(
        usageOf(inputs, () => 0),
        { window: 10 },
      )
        .screen.shown()
        .join("\n");
      expect(shown).toContain(`#${inputs.length}`);
      expect(shown).not.toMatch(/NaN|undefined|null/);
    },
  );

  it("are gone when they are hidden", () => {
    const { screen, charts } = draw(usageOf([5], () => 0));
    charts.hide();
    screen.render();
    expect(screen.shown().join("")).toBe("");
  });
});

describe("the places", () => {
  it.each([
    [80, 21, 1],
    [200, 60, 1],
    [71, 21, 4],
    [40, 12, 4],
    [29, 12, 0],
    [40, 10, 0],
  ])("%ix%i takes %i screens", (columns, rows, screens) => {
    expect(screensOf({ columns, rows })).toBe(screens);
  });

  it.each([
    [80, 21],
    [133, 40],
    [40, 12],
  ])("lie side by side within %ix%i", (columns, rows) => {
    const places = placeCharts({ columns, rows }, 0);
    const area = places.reduce((sum, { width, height }) => sum + width * height, 0);
    expect(area).toBe(columns * (rows - 2));
    expect(
      places.every(({ left, top, width, height }) => left + width <= columns && top + height < rows),
    ).toBe(true);
  });
});
