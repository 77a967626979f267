import { mkdirSync, mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { auditLevels, createAudit } from "../../src/app/audit.ts";
import type { SecurityProfile } from "../../src/model/approval.ts";
import type { AgentEvent, ToolFate } from "../../src/model/event.ts";
import { createRedactor } from "../../src/text/redact.ts";

function open(
  profile: SecurityProfile = "cautious",
  file = join(mkdtempSync(join(tmpdir(), "treadle-audit-")), "s", "audit.jsonl"),
) {
  const redact = createRedactor(["loom-secret"]);
  const audit = createAudit({ file, level: () => auditLevels[profile], directory: "/w", redact });
  const tell = (...events: readonly AgentEvent[]) => {
    for (const event of events) audit({ seq: 1, task: "t1", at: 0, event });
  };
  const records = () =>
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  return { tell, records, file };
}

const called = (id: string, name: string, input: Record<string, unknown>): AgentEvent => ({
  type: "message-added",
  message: { role: "assistant", parts: [{ type: "tool-call", call: { id, name, input } }] },
});
const finished = (callId: string, name: string, fate: ToolFate = "ran"): AgentEvent => ({
  type: "tool-finished",
  result: { callId, name, output: "warp", isError: fate !== "ran" },
  fate,
});
const call = { id: "c1", name: "bash", input: { command: "ls loom-secret" } };

describe("the audit log", () => {
  it("has when the user has speech listened to, and when not any more", () => {
    const { tell, records } = open();
    const voice = { type: "voice-changed", source: "microphone", server: "stt", session: "s-1" } as const;
    tell({ ...voice, state: "listening", tool: "stt_start_session" });
    tell({ type: "voice-heard", text: "hello", final: true });
    tell({ ...voice, state: "off", tool: "stt_stop_session" });
    const record = {
      ...{ task: "t1", directory: "/w", allowed: true, fate: "ran", answer: "asked for with /voice" },
      ...{ source: "microphone", session: "s-1" },
    };
    expect(records()).toMatchObject([
      { ...record, tool: "stt__stt_start_session" },
      { ...record, tool: "stt__stt_stop_session" },
    ]);
  });

  it("has every call, what it was about and what became of it", () => {
    const { tell, records, file } = open();
    tell(called("c1", "bash", call.input));
    tell({
      type: "approval-requested",
      id: "q",
      question: { kind: "tool", call, preview: { title: "", fields: [] } },
    });
    tell({ type: "approval-answered", id: "q", answer: { verdict: "session" } }, finished("c1", "bash"));
    tell(called("c2", "write", { file_path: "a", content: "x" }), finished("c2", "write", "refused"));
    expect(records()).toEqual([
      {
        at: "1970-01-01T00:00:00.000Z",
        task: "t1",
        directory: "/w",
        tool: "bash",
        command: "ls [REDACTED]",
        allowed: true,
        fate: "ran",
        answer: "session",
        failed: false,
      },
      expect.objectContaining({
        tool: "write",
        path: "a",
        allowed: false,
        fate: "refused",
        answer: "not asked",
      }),
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each<[SecurityProfile, boolean, boolean]>([
    ["cautious", false, false],
    ["guarded", true, false],
    ["paranoid", true, true],
  ])("keeps more the more careful it is: %s", (profile, input, output) => {
    const { tell, records } = open(profile);
    tell(called("c1", "bash", call.input), finished("c1", "bash"));
    expect("input" in records()[0]).toBe(input);
    expect("output" in records()[0]).toBe(output);
  });

  it("is not kept under the open profile", () => {
    const { tell, file } = open("open");
    tell(called("c1", "bash", call.input), finished("c1", "bash"));
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });

  it("does not grow for ever", () => {
    const { tell, records, file } = open();
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, "old");
    truncateSync(file, 10_000_001);
    tell(called("c1", "bash", call.input), finished("c1", "bash"));
    expect(records()).toHaveLength(1);
    expect(statSync(`${file}.1`).size).toBe(10_000_001);
  });

  it("gives up where the disk refuses, and nothing else does", () => {
    const { tell } = open("cautious", "/dev/null/audit.jsonl");
    expect(() => tell(called("c1", "bash", call.input), finished("c1", "bash"))).not.toThrow();
  });
});
