import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRecorder, noRecorder } from "../../src/app/recorder.ts";
import type { AgentEvent } from "../../src/model/event.ts";

function makeRecorder(directory = join(mkdtempSync(join(tmpdir(), "treadle-recorder-")), "sessions")) {
  const emitted: AgentEvent[] = [];
  const recorder = createRecorder({
    directory,
    id: "s1",
    cwd: "/project",
    now: () => 7,
    emit: (event) => emitted.push(event),
  });
  let seq = 0;
  const record = (event: AgentEvent) => recorder.record({ seq: ++seq, task: "t", at: 5, event });
  const say = (text: string) => record({ type: "message-added", message: { role: "user", text } });
  const file = join(directory, "s1.jsonl");
  const types = () =>
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).type);
  return { recorder, emitted, directory, file, record, say, types };
}

const cleared = { from: 0, removed: 1, inserted: [], reason: "cleared" } as const;

describe("a recorder", () => {
  it("leaves nothing behind while nothing is said", () => {
    const { recorder, record, directory } = makeRecorder();
    record({ type: "text-delta", text: "hi" });
    expect(recorder.path()).toBeUndefined();
    recorder.close();
    expect(existsSync(directory)).toBe(false);
  });

  it("writes each message as it is added, and nothing else", () => {
    const { recorder, record, say, file, types } = makeRecorder();
    say("hi");
    expect(recorder.path()).toBe(file);
    expect(types()).toEqual(["session", "message"]);
    record({ type: "text-delta", text: "x" });
    record({ type: "idle" });
    record({ type: "history-changed", change: cleared });
    say("again");
    expect(types()).toEqual(["session", "message", "changed", "message"]);
    const lines = readFileSync(file, "utf8").split("\n");
    expect(JSON.parse(lines[1] ?? "")).toEqual({
      type: "message",
      at: 5,
      message: { role: "user", text: "hi" },
    });
    recorder.close();
  });

  it("that cannot write says so once, says what to do, and lets the session go on", () => {
    const blocked = join(mkdtempSync(join(tmpdir(), "treadle-recorder-")), "file");
    writeFileSync(blocked, "");
    const { recorder, say, emitted } = makeRecorder(join(blocked, "sessions"));
    say("one");
    say("two");
    recorder.close();
    expect(recorder.path()).toBeUndefined();
    expect(emitted).toEqual([
      {
        type: "notice",
        level: "warning",
        text: expect.stringMatching(/^This session is not being saved: ENOTDIR/),
      },
    ]);
    expect(JSON.stringify(emitted)).toContain(`See that ${join(blocked, "sessions")} can be written`);
    expect(JSON.stringify(emitted)).toContain("--no-session");
  });

  it("does not touch the file of another session with its name", () => {
    const first = makeRecorder();
    first.say("first");
    const second = makeRecorder(first.directory);
    second.say("second");
    expect(second.emitted).toHaveLength(1);
    expect(readFileSync(first.file, "utf8")).not.toContain("second");
    first.recorder.close();
  });

  it("writes nothing after it was closed, and may be closed twice", () => {
    const { recorder, say, types, emitted } = makeRecorder();
    say("one");
    recorder.close();
    say("late");
    recorder.close();
    expect(types()).toEqual(["session", "message"]);
    expect(emitted).toEqual([]);
  });

  it.skipIf(!existsSync("/proc/self/fd"))("closes its file", () => {
    const { recorder, say, file } = makeRecorder();
    const open = () => readdirSync("/proc/self/fd").some((name) => linkOf(name) === file);
    say("one");
    expect(open()).toBe(true);
    recorder.close();
    expect(open()).toBe(false);
  });
});

function linkOf(descriptor: string): string | undefined {
  try {
    return readlinkSync(join("/proc/self/fd", descriptor));
  } catch {
    return undefined;
  }
}

describe("noRecorder", () => {
  it("records nowhere", () => {
    noRecorder.record({ seq: 1, task: "t", at: 1, event: { type: "idle" } });
    noRecorder.close();
    expect(noRecorder.path()).toBeUndefined();
  });
});
