import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Band, layOutScreen, mostInputRows } from "../../../src/display/fullscreen/layout.ts";

const end = ({ top, height }: Band) => top + height;

describe("the rows of the screen", () => {
  it("are history, spinner, input and status at 80x24", () => {
    expect(layOutScreen(80, 24, { input: 1 })).toEqual({
      columns: 80,
      rows: 24,
      history: { top: 0, height: 21 },
      overlay: { top: 21, height: 0 },
      spinner: { top: 21, height: 1 },
      queue: { top: 22, height: 0 },
      input: { top: 22, height: 1 },
      status: { top: 23, height: 1 },
    });
  });

  it("go to the input up to a third", () => {
    expect(mostInputRows(24)).toBe(8);
    expect(layOutScreen(80, 24, { input: 30 }).input).toEqual({ top: 15, height: 8 });
  });

  it("leave the history what a question does not need", () => {
    const { history, overlay } = layOutScreen(80, 24, { input: 1, overlay: 6 });
    expect([history, overlay]).toEqual([
      { top: 0, height: 15 },
      { top: 15, height: 6 },
    ]);
    expect(layOutScreen(80, 24, { input: 1, overlay: 100 }).history.height).toBe(0);
  });

  it("do without the spinner first, then without the status bar", () => {
    const heights = [8, 7, 6, 5].map((rows) => {
      const { spinner, status } = layOutScreen(20, rows, { input: 1 });
      return [rows, spinner.height, status.height];
    });
    expect(heights).toEqual([
      [8, 1, 1],
      [7, 0, 1],
      [6, 0, 1],
      [5, 0, 0],
    ]);
  });

  it("show what waits above the input, on small screens a little of it", () => {
    const queues = [3, 5, 10, 24].map((rows) => layOutScreen(20, rows, { input: 1, queue: 9 }).queue.height);
    expect(queues).toEqual([0, 1, 2, 4]);
  });

  it("are each somebody's, at every size", () => {
    const sizes = fc.record({ rows: fc.nat(60), input: fc.nat(80), overlay: fc.nat(80), queue: fc.nat(9) });
    fc.assert(
      fc.property(sizes, ({ rows, ...wanted }) => {
        const layout = layOutScreen(80, Math.max(1, rows), wanted);
        const bands = [
          layout.history,
          layout.overlay,
          layout.spinner,
          layout.queue,
          layout.input,
          layout.status,
        ];
        let at = 0;
        for (const band of bands) {
          expect(band.height).toBeGreaterThanOrEqual(0);
          expect(band.top).toBe(at);
          at = end(band);
        }
        expect(at).toBe(layout.rows);
        expect(layout.input.height).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
