import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTrace, type Trace } from "../../src/app/trace.ts";
import type { AgentEvent, Envelope } from "../../src/model/event.ts";
import { createRedactor } from "../../src/text/redact.ts";

const folder = () => mkdtempSync(join(tmpdir(), "treadle-trace-"));
const envelope = (text: string): Envelope => ({
  seq: 1,
  task: "t1",
  at: 2,
  event: { type: "text-delta", text },
});

function open(file: string, cwd: string): Trace {
  const opened = openTrace(file, cwd, createRedactor(["loom-secret"]));
  if (opened.kind === "error") throw new Error(opened.message);
  return opened.trace;
}

describe("a trace", () => {
  it("holds one envelope per line as soon as it is written, for its owner alone", () => {
    const cwd = folder();
    writeFileSync(join(cwd, "old"), "from before");
    const trace = open("new", cwd);
    const write = trace.writer(() => {});
    write(envelope("a"));
    write(envelope("b\n"));
    write(envelope("key: loom-secret"));
    const lines = readFileSync(join(cwd, "new"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      envelope("a"),
      envelope("b\n"),
      envelope("key: [REDACTED]"),
    ]);
    expect(statSync(join(cwd, "new")).mode & 0o777).toBe(0o600);
    trace.close();
    open("old", cwd).close();
    expect(readFileSync(join(cwd, "old"), "utf8")).toBe("");
  });

  it("that cannot be opened says what to do", () => {
    const cwd = folder();
    writeFileSync(join(cwd, "file"), "");
    expect(openTrace("file/t", cwd, createRedactor([]))).toEqual({
      kind: "error",
      message: expect.stringMatching(/choose another with --trace: ENOTDIR/),
    });
  });

  it("that cannot be written ends with one warning", () => {
    const told: AgentEvent[] = [];
    const trace = open("/dev/full", "/");
    const write = trace.writer((event) => told.push(event));
    write(envelope("a"));
    write(envelope("b"));
    trace.close();
    expect(told).toEqual([
      { type: "notice", level: "warning", text: expect.stringMatching(/^The trace ends here: ENOSPC/) },
    ]);
  });

  it("takes nothing after it was closed, and may be closed twice", () => {
    const cwd = folder();
    const trace = open("t", cwd);
    trace.close();
    trace.close();
    const told: AgentEvent[] = [];
    trace.writer((event) => told.push(event))(envelope("late"));
    expect(told).toEqual([]);
    expect(readFileSync(join(cwd, "t"), "utf8")).toBe("");
  });
});
