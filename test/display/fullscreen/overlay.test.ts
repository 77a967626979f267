import { describe, expect, it } from "vitest";
import { completionOverlay, pagesOverlay } from "../../../src/display/fullscreen/overlay.ts";
import type { Candidate } from "../../../src/input/completion.ts";
import { createInputLine, type InputLine, pressKey } from "../../../src/input/input-line.ts";
import { namedKey, textKey } from "../../../src/terminal/keys/key.ts";
import { type Line, span } from "../../../src/view/line.ts";
import { safeText, sanitise } from "../../../src/view/sanitise.ts";
import { drawn, textsOf } from "../../view/drawn.ts";

const frame = { width: 40, prompt: "> ", continuation: "  ", indent: 2, show: sanitise };

function around(candidates: readonly Candidate[]) {
  return { frame, sources: [{ offered: true, begin: () => 0, candidates: () => candidates }] };
}

/** A line in which `x` was typed, which these complete. */
function offered(...candidates: readonly Candidate[]): InputLine {
  return pressKey(createInputLine(), textKey("x"), around(candidates)).line;
}

describe("the list of completions", () => {
  it("is not there while there is nothing to choose from", () => {
    expect(completionOverlay(createInputLine())).toBeUndefined();
  });

  it("aligns what explains the words, whatever their width", () => {
    const overlay = completionOverlay(
      offered({ text: "x日本", detail: "wide" }, { text: "xyz", detail: "narrow" }),
    );
    expect(overlay?.wantedRows(40)).toBe(2);
    expect(drawn(overlay?.lines(40, 9) ?? [])).toBe("|  x日本  wide|\n|  xyz    narrow|");
  });

  it("shows hostile names as text, within the width", () => {
    const overlay = completionOverlay(offered({ text: "x\u001b[2J" }, { text: `x${"y".repeat(60)}` }));
    const lines = overlay?.lines(30, 9) ?? [];
    expect(drawn(lines)).toContain("x^[[2J");
    expect(drawn(lines)).toContain("…");
  });

  it("is cut to the rows that there are", () => {
    const overlay = completionOverlay(offered({ text: "xa" }, { text: "xb" }, { text: "xc" }));
    expect(overlay?.lines(40, 2)).toHaveLength(2);
  });

  it("marks what is chosen", () => {
    const items = [{ text: "xa" }, { text: "xb" }];
    const { line } = pressKey(offered(...items), namedKey("tab"), around(items));
    expect(textsOf(completionOverlay(line)?.lines(40, 9) ?? [], "selection")).toEqual(["  xa "]);
  });
});

describe("pages", () => {
  const rows: readonly Line[] = Array.from({ length: 10 }, (_, row) => [
    span("text", safeText`row ${row + 1}`),
  ]);

  it.each([
    [40, "-- 1-4/10; Space goes on, else close --", "7-10/10 PgUp, Esc"],
    [20, "1-4/10 Space, Esc", "7-10/10 PgUp, Esc"],
    [8, "1-4/10", "7-10/10"],
  ])("say where they are in %i columns", (width, first, last) => {
    const overlay = pagesOverlay(() => rows);
    const foot = () => drawn(overlay.lines(width, 5).slice(-1));
    const before = foot();
    overlay.turn(9);
    expect([before, foot()]).toEqual([`|${first}|`, `|${last}|`]);
  });

  it("that fit are shown whole, with a word on how to close them", () => {
    const overlay = pagesOverlay(() => rows);
    expect(overlay.wantedRows(40)).toBe(11);
    const lines = overlay.lines(40, 11);
    expect(lines).toHaveLength(11);
    expect(drawn(lines.slice(-2))).toBe("|row 10|\n|-- any key closes --|");
  });

  it("are turned, and stop at both ends", () => {
    const overlay = pagesOverlay(() => rows);
    const seen = () => drawn(overlay.lines(80, 5));
    expect(seen()).toBe(
      "|row 1|\n|row 2|\n|row 3|\n|row 4|\n|-- lines 1 to 4 of 10; Space goes on, another key closes --|",
    );
    overlay.turn(1);
    expect(seen()).toContain("lines 5 to 8 of 10; Space");
    overlay.turn(1);
    expect(seen()).toContain("lines 7 to 10 of 10; PgUp goes back");
    overlay.turn(1);
    expect(seen()).toContain("lines 7 to 10 of 10");
    overlay.turn(-9);
    expect(seen()).toContain("lines 1 to 4 of 10");
  });

  it("never take more rows than there are", () => {
    const overlay = pagesOverlay(() => rows);
    for (const height of [0, 1, 2, 3]) expect(overlay.lines(10, height).length).toBeLessThanOrEqual(height);
  });
});
