/** The log as lines: which there are, what they look like, and what never stands in them. */
import { describe, expect, it } from "vitest";
import { createLog, type Log, type LogOptions, noLog } from "../../../src/app/log/log.ts";
import { type LogLevel, logLevels } from "../../../src/model/settings.ts";
import { createRedactor } from "../../../src/text/redact.ts";

function open(level: LogLevel = "debug", more: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const shown: string[] = [];
  const keep = (kept: string[]) => ({ append: (line: string) => void kept.push(line) });
  const log = createLog({
    level,
    file: { path: "/log", sink: keep(lines) },
    stderr: keep(shown),
    redact: createRedactor(["loom-secret"]),
    now: () => 0,
    ...more,
  });
  return { log, lines, shown };
}

const weights = ["error", "warning", "info", "debug"] as const;

function writeAll(log: Log): readonly boolean[] {
  return weights.map((weight) => log.write(weight, weight));
}

describe("the log", () => {
  it.each(logLevels.map((level, count) => [level, count] as const))(
    "at the level %s has %i kinds of lines",
    (level, count) => {
      const { log, lines, shown } = open(level);
      expect(writeAll(log)).toEqual(weights.map((_, index) => index < count));
      expect(lines.map((line) => line.split(" ")[2]?.trim())).toEqual(weights.slice(0, count));
      expect(shown).toEqual(lines);
    },
  );

  it("has lines that people and programs can read", () => {
    const { log, lines } = open();
    log.write("info", "request", { model: "m-1", ms: 12, text: 'two "words"\nand a line', none: undefined });
    expect(lines).toEqual([
      '1970-01-01T00:00:00.000Z info request model=m-1 ms=12 text="two \\"words\\"\\nand a line"\n',
    ]);
  });

  it("has nothing that a terminal would act on, and no end of line but its own", () => {
    const { log, lines } = open();
    log.write("info", "tool\u001b[2J", { name: "a\u009b\u202eb\r\n\u0007", b: "\u001b]0;x\u0007" });
    expect(lines.join("").slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("has no secret, whole or cut, in whatever place", () => {
    const { log, lines } = open();
    log.write("info", "a loom-secret", { b: "loom-secret", c: `${"x".repeat(996)}loom-secret` });
    expect(lines.join("")).not.toMatch(/loom-|secr/);
    expect(lines.join("")).toContain("b=");
  });

  it("does not go to the standard error while a display owns the terminal", () => {
    const { log, lines, shown } = open();
    log.screenTaken(true);
    expect(log.write("info", "one")).toBe(true);
    log.screenTaken(false);
    log.write("info", "two");
    expect([lines.length, shown.length]).toEqual([2, 1]);
  });

  it("that cannot be written says so once, also to whoever asks later", () => {
    const file = { path: "/log", sink: { append: () => "the disk is full" } };
    const { log } = open("info", { file, stderr: undefined });
    expect(log.write("info", "one")).toBe(false);
    const told: string[] = [];
    log.onTrouble((text) => told.push(text));
    log.write("info", "two");
    expect(told).toEqual([expect.stringMatching(/^The log cannot be written: the disk is full\. /)]);
  });

  it("may be none", () => {
    expect(writeAll(noLog)).toEqual([false, false, false, false]);
    expect(writeAll(open("info", { file: undefined, stderr: undefined }).log)).not.toContain(true);
  });
});
