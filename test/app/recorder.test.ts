import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRecorder, noRecorder } from "../../src/app/recorder.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import { createJournal, type OpenedJournal } from "../../src/sessions/journal.ts";
import { makeJournalFile } from "../../src/sessions/journal-file.ts";
import { createFailingFile } from "../sessions/failing-file.ts";

const cost = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, total: 3 };

function makeRecorder(
  directory = join(mkdtempSync(join(tmpdir(), "treadle-recorder-")), "sessions"),
  open: () => OpenedJournal | undefined = () => undefined,
) {
  const emitted: AgentEvent[] = [];
  const inUse = { backend: "b", model: "m", agent: "a" };
  const recorder = createRecorder({
    journal: createJournal({
      id: "s1",
      open: () => open() ?? makeJournalFile(directory, { id: "s1", cwd: "/project", now: 7 }),
    }),
    directory,
    now: () => 7,
    emit: (event) => emitted.push(event),
    inUse: () => ({ ...inUse }),
    price: () => ({ model: inUse.model, cost }),
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
  return { recorder, emitted, directory, file, record, say, types, inUse };
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
    expect(types()).toEqual(["session", "settings", "message"]);
    record({ type: "text-delta", text: "x" });
    record({ type: "idle" });
    record({ type: "history-changed", change: cleared });
    say("again");
    expect(types()).toEqual(["session", "settings", "message", "changed", "message"]);
    const lines = readFileSync(file, "utf8").split("\n");
    expect(JSON.parse(lines[2] ?? "")).toEqual({
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
    expect(JSON.stringify(emitted)).toContain(`see that ${join(blocked, "sessions")} can be written`);
    expect(JSON.stringify(emitted)).toContain("--no-session");
  });

  it("writes who answers at the start and at each switch, what it takes, and how the session is called", () => {
    const { recorder, record, say, file, types, inUse } = makeRecorder();
    recorder.rename("warp");
    expect(existsSync(file)).toBe(false);
    say("one");
    say("two");
    inUse.model = "other";
    const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
    record({ type: "usage", usage });
    say("three");
    recorder.rename("weft");
    expect(types()).toEqual("session settings named message message usage settings message named".split(" "));
    const kept = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(kept[1]).toEqual({ type: "settings", at: 5, backend: "b", model: "m", agent: "a" });
    expect(kept[5]).toEqual({ type: "usage", at: 5, usage, model: "other", cost });
    expect(kept[6]).toMatchObject({ model: "other" });
    expect([kept[2].name, kept[8].name]).toEqual(["warp", "weft"]);
    expect(recorder.name()).toBe("weft");
    recorder.close();
  });

  it("says once that the disk is full, and once that it has room again", () => {
    const disk = createFailingFile(0);
    const { say, emitted } = makeRecorder("/d", () => ({ path: "/d/s1.jsonl", file: disk, lead: "" }));
    say("one");
    say("two");
    disk.room = 1e6;
    say("three");
    say("four");
    expect(emitted.map((event) => event.type === "notice" && event.text)).toEqual([
      expect.stringMatching(
        /^This session is not being saved: ENOSPC.*see that \/d can be written and has room/,
      ),
      "This session is being saved again; nothing of it is missing.",
    ]);
    expect(
      disk
        .content()
        .split("\n")
        .filter((line) => line.includes('"user"')),
    ).toHaveLength(4);
  });

  it("goes on in another session, and says so again if that cannot be written", () => {
    const { recorder, say, file, types, emitted } = makeRecorder();
    say("one");
    const disk = createFailingFile();
    recorder.use({
      journal: createJournal({ id: "s2", open: () => ({ path: "/s2", file: disk, lead: "" }) }),
      name: "other",
      settings: { backend: "b", model: "m", agent: "a" },
    });
    expect([recorder.id(), recorder.name(), recorder.path()]).toEqual(["s2", "other", undefined]);
    say("two");
    expect(types()).toEqual(["session", "settings", "message"]);
    expect(readFileSync(file, "utf8")).not.toContain("two");
    expect(disk.content()).toBe(
      `${JSON.stringify({ type: "message", at: 5, message: { role: "user", text: "two" } })}\n`,
    );
    disk.intrude("x");
    say("three");
    say("four");
    expect(emitted.map((event) => event.type === "notice" && event.text)).toEqual([
      expect.stringMatching(/^From here on this session is not saved: another treadle/),
    ]);
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
    expect(types()).toEqual(["session", "settings", "message"]);
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

describe("what is taken beside the conversation", () => {
  const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 };

  it("makes no file by itself, and is kept with the first message", () => {
    const { recorder, say, types, file } = makeRecorder();
    recorder.recordAside(5, usage);
    expect(recorder.path()).toBeUndefined();
    say("hi");
    recorder.recordAside(6, usage);
    expect(types()).toEqual(["session", "settings", "usage", "message", "usage"]);
    expect(readFileSync(file, "utf8").match(/"aside":true/g)).toHaveLength(2);
  });
});
