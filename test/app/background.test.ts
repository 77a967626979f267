import { describe, expect, it } from "vitest";
import { createBackground } from "../../src/app/background.ts";
import type { TaskScene } from "../../src/app/task-scenes.ts";
import { createTasks } from "../../src/loop/tasks.ts";
import type { AgentEvent, Envelope, TurnOutcome } from "../../src/model/event.ts";
import { createManualClock } from "../display/append/manual-clock.ts";

const usage = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 };
const answered: TurnOutcome = { kind: "answered", text: "Woven." };

/** Tasks that end when the test says so, or when they are cancelled. */
function setUp({ hindrance = undefined as string | undefined } = {}) {
  const events: AgentEvent[] = [];
  const heard: Envelope[] = [];
  const closed: string[] = [];
  const ends = new Map<string, (outcome: TurnOutcome | Error) => void>();
  const clock = createManualClock();
  let now = 0;
  const background = createBackground({
    tasks: createTasks((ordinal) => `#${ordinal}`),
    player: {
      start: () => (_prompt, id, signal) =>
        new Promise((resolve, reject) => {
          ends.set(id, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
          signal.addEventListener("abort", () => resolve({ kind: "cancelled" }));
        }),
    },
    settle: async () => {},
    openScene: (title) =>
      ({
        observe: (envelope: Envelope) => heard.push(envelope),
        session: () => "s2",
        close: () => closed.push(title),
      }) as unknown as TaskScene,
    emitFor: () => () => {},
    emit: (event) => events.push(event),
    costOf: ({ input }) => input / 1000,
    hindrance: () => hindrance,
    onEnd: () => {},
    now: () => now,
    clock,
  });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    background,
    events,
    heard,
    closed,
    pass(ms: number) {
      now += ms;
      clock.advance(ms);
    },
    settled,
    async end(id: string, outcome: TurnOutcome | Error = answered) {
      ends.get(id)?.(outcome);
      await settled();
    },
    hear: (task: string, event: AgentEvent) =>
      background.observe({ seq: 1, task, background: true, at: now, event }),
    ended: () => events.filter(({ type }) => type === "task-ended"),
  };
}

describe("tasks in the background", () => {
  it("are told of while they run, and when they have ended", async () => {
    const { background, events, pass, end, ended, closed } = setUp();
    expect(await background.start("weave\na twill")).toBeUndefined();
    expect(await background.start("spin")).toBeUndefined();
    expect(background.running()).toBe("Background tasks #1, #2 are running");
    pass(4210);
    await end("#1");
    expect(ended()).toEqual([
      { type: "task-ended", id: "#1", title: "weave a twill", outcome: answered, ms: 4210 },
    ]);
    expect(events.at(-1)).toEqual({
      type: "tasks-changed",
      running: [{ id: "#2", state: "running", since: 0 }],
    });
    expect(closed).toEqual(["task #1: weave a twill"]);
    await end("#2", new Error("no tools"));
    expect(ended().at(-1)).toMatchObject({ outcome: { kind: "failed", message: "no tools" } });
    expect(background.running()).toBeUndefined();
  });

  it("are so many at once and no more, and none where nothing can run beside a turn", async () => {
    const { background, end } = setUp();
    for (let count = 0; count < 4; count += 1) expect(await background.start("weave")).toBeUndefined();
    expect(await background.start("weave")).toMatch(/^4 tasks run in the background already/);
    await end("#2");
    expect(await background.start("weave")).toBeUndefined();
    expect(await setUp({ hindrance: "One at a time." }).background.start("weave")).toBe("One at a time.");
  });

  it("add up what they take, each for itself", async () => {
    const { background, hear, heard } = setUp();
    await background.start("weave");
    await background.start("spin");
    hear("#1", {
      type: "tool-started",
      call: { id: "c", name: "bash", input: {} },
      preview: preview("make"),
    });
    hear("#1", { type: "usage", usage });
    hear("#1", { type: "usage", usage });
    background.observe({ seq: 1, task: "t1", at: 0, event: { type: "usage", usage } });
    expect(heard).toHaveLength(3);
    expect(background.list()).toMatchObject([
      { id: "#1", usage: { input: 200 }, cost: 0.2, doing: "running make", session: "s2" },
      { id: "#2", usage: { input: 0 }, cost: 0, doing: "starting" },
    ]);
  });

  it("are stopped one by one, or all", async () => {
    const { background, events, ended, settled } = setUp();
    for (const prompt of ["a", "b", "c"]) await background.start(prompt);
    background.kill("#2");
    expect(events.at(-1)).toMatchObject({ running: [{}, { id: "#2", state: "cancelling" }, {}] });
    await settled();
    expect(background.list().map(({ state }) => state)).toEqual(["running", "stopped", "running"]);
    background.stopAll();
    await settled();
    expect(ended()).toHaveLength(3);
  });

  it("are stopped when their time is up, counted from the last word", async () => {
    const { background, pass, ended, settled } = setUp();
    await background.start("a");
    background.limit("#1", 1000);
    pass(900);
    background.limit("#1", 1000);
    pass(900);
    await settled();
    expect(background.list()).toMatchObject([{ state: "running", leftMs: 100 }]);
    pass(100);
    await settled();
    expect(ended()).toMatchObject([{ id: "#1", ms: 1900, timedOut: true }]);
    expect(background.list()).toMatchObject([{ state: "timed out" }]);
  });

  it("are joined as a prompt and its answer, once", async () => {
    const { background, events, end } = setUp();
    await background.start("weave");
    background.join("#1");
    await end("#1");
    const before = events.length;
    background.join("#1");
    background.join("#1");
    expect(events.slice(before)).toEqual([
      { type: "message-added", message: { role: "user", text: "weave" } },
      {
        type: "message-added",
        message: { role: "assistant", parts: [{ type: "text", text: "Woven." }] },
      },
    ]);
    expect(background.list()).toEqual([]);
  });
});

const preview = (title: string) => ({ title, fields: [] });
