import { expect, it } from "vitest";
import { exitCodeOf, exitCodes } from "../../src/app/exit-code.ts";
import { helpText } from "../../src/config/help.ts";
import { tables } from "../../src/config/tables.ts";
import type { TurnOutcome } from "../../src/model/event.ts";

const answered: TurnOutcome = { kind: "answered", text: "" };
const failed: TurnOutcome = { kind: "failed", cause: "auth", message: "" };
const limit: TurnOutcome = { kind: "iteration-limit", iterations: 1, reason: "" };

it.each([
  [undefined, false, 0],
  [undefined, true, 0],
  [answered, false, 0],
  [answered, true, 4],
  [failed, false, 1],
  [failed, true, 1],
  [limit, false, 3],
  [limit, true, 3],
  [{ kind: "cancelled" } as const, false, 130],
])("of %o (denied: %s) is %i", (outcome, denied, code) => {
  expect(exitCodeOf(outcome, denied)).toBe(code);
});

it("is in the help, but for the signals, which share a line", () => {
  const section = /^Exit codes:\n((?: .*\n)+)/m.exec(helpText(tables))?.[1] ?? "";
  const told = [...section.matchAll(/^ +(\d+)\s/gm)].map(([, code]) => Number(code));
  const { hungUp, terminated, brokenPipe, ...others } = exitCodes;
  expect(told).toEqual(Object.values(others));
  expect([hungUp, brokenPipe, terminated]).toEqual([128 + 1, 128 + 13, 128 + 15]);
});
