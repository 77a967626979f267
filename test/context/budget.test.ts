import { describe, expect, it } from "vitest";
import { exceededText, thresholds, warningText } from "../../src/context/budget.ts";
import { createCalibration } from "../../src/context/calibration.ts";
import { readCases } from "../support/cases.ts";

const file = readCases("compaction_turns");
const found = (id: string) => {
  const { input, expected } = file.cases.find((each) => each.id === id) ?? {};
  return { input, expected } as {
    readonly input: { readonly context_limit: number; readonly estimated: number; readonly limit: number };
    readonly expected: unknown;
  };
};

describe.skipIf(file.absent)(file.title, () => {
  it("thresholds-200", () => {
    const { input, expected } = found("thresholds-200");
    const { warnAt, hardAt, autoTarget, manualTarget } = thresholds(input.context_limit) ?? {};
    expect({
      warn_at: warnAt,
      hard_at: hardAt,
      auto_target: autoTarget,
      manual_target: manualTarget,
    }).toEqual(expected);
  });

  it("zero-limit", () => expect(thresholds(found("zero-limit").input.context_limit)).toBeUndefined());

  it("warn-text", () => {
    const { input, expected } = found("warn-text");
    expect(warningText({ ...input, assumed: false })).toBe(expected);
  });

  it("error-text", () => {
    const { input, expected } = found("error-text");
    expect(exceededText({ ...input, assumed: false })).toContain(expected);
  });
});

it("a window of one token has thresholds of one", () => {
  expect(thresholds(1)).toEqual({ warnAt: 1, hardAt: 1, autoTarget: 1, manualTarget: 1 });
});

it("a limit that is a guess says how to set it right", () => {
  expect(exceededText({ estimated: 9000, limit: 8192, assumed: true })).toContain("context_window");
  expect(exceededText({ estimated: 9000, limit: 8192, assumed: false })).not.toContain("context_window");
});

describe("calibration", () => {
  it("moves 35 % of the way for four samples, and 15 % after them", () => {
    const calibration = createCalibration();
    expect(calibration.ratio("m")).toBe(1);
    calibration.learn("m", 100, 150);
    expect(calibration.ratio("m")).toBeCloseTo(1.175);
    for (const _ of [2, 3, 4]) calibration.learn("m", 100, 150);
    const before = calibration.ratio("m");
    calibration.learn("m", 100, 150);
    expect(calibration.ratio("m")).toBeCloseTo(before + 0.15 * (1.5 - before));
    expect(calibration.ratio("another")).toBe(1);
  });

  it.each([
    [1, 1.525],
    [1_000_000, 0.825],
  ])("believes no count beyond reason (%i estimated)", (estimated, ratio) => {
    const calibration = createCalibration();
    calibration.learn("m", estimated, 100);
    expect(calibration.ratio("m")).toBeCloseTo(ratio);
  });

  it("learns nothing from a count of nothing", () => {
    const calibration = createCalibration();
    calibration.learn("m", 100, 0);
    calibration.learn("m", 0, 100);
    expect(calibration.ratio("m")).toBe(1);
  });
});
