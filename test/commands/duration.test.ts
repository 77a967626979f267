import { describe, expect, it } from "vitest";
import { parseDuration } from "../../src/commands/duration.ts";
import { readCases } from "../support/cases.ts";

const file = readCases("tasks_durations");
const rows = file.cases.flatMap(({ id, input, expected }) => {
  const { duration } = input as { duration?: string };
  return duration === undefined ? [] : [{ id, duration, ms: (expected as { ms: number | null }).ms }];
});

describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => expect(rows.length).toBeGreaterThan(0));
  it.each(rows)("$id $duration", ({ duration, ms }) => {
    expect(parseDuration(duration) ?? null).toBe(ms);
  });
});
