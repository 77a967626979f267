import { describe, expect, it } from "vitest";
import { createApprovals } from "../../src/app/approvals.ts";
import { createEngine } from "../../src/app/engine.ts";
import { createGuidance } from "../../src/app/guidance.ts";
import { lazily } from "../../src/app/lazily.ts";
import { noMcp } from "../../src/app/mcp.ts";
import { createMeter } from "../../src/app/meter.ts";
import { noRecorder } from "../../src/app/recorder.ts";
import { createSession, type SessionParts } from "../../src/app/session.ts";
import { createSessions } from "../../src/app/sessions.ts";
import { createShortcuts } from "../../src/app/shortcuts.ts";
import { createVoice } from "../../src/app/voice.ts";
import { createCatalogue } from "../../src/catalog/catalogue.ts";
import type { Switching } from "../../src/commands/command.ts";
import type { Display } from "../../src/display/display.ts";
import type { Backend } from "../../src/model/backend.ts";
import type { AgentEvent, Envelope } from "../../src/model/event.ts";
import type { Intent } from "../../src/model/intent.ts";
import { defaultSettings, type Settings } from "../../src/model/settings.ts";
import type { LocalToolbox } from "../../src/tools/toolbox.ts";
import { createManualClock } from "../display/append/manual-clock.ts";
import { call, calls, fakeBackend, type Script, says } from "../support/fake-backend.ts";
import { fakeToolbox } from "../support/fake-toolbox.ts";
import { scratch } from "../support/program.ts";

const kept = async () => ({ kind: "kept", problem: "No." }) as const;
const noSwitching: Switching = {
  backends: () => [],
  agents: () => [],
  models: async () => ({ from: "catalogue", names: [] }),
  useBackend: kept,
  useModel: kept,
  useAgent: kept,
  useFormat: kept,
};

type Changes = Partial<SessionParts> & {
  readonly settings?: Settings;
  readonly backend?: Backend;
  readonly toolbox?: () => Promise<LocalToolbox>;
};

const shell = async (command: string) => ({ output: `ran ${command}`, isError: false });

/** A session whose display is a list; `onEvent` plays the user. */
function open(
  { settings = defaultSettings, backend, toolbox: tools, ...changes }: Changes = {},
  onEvent: (event: AgentEvent, act: (intent: Intent) => void) => void = () => {},
) {
  const log: string[] = [];
  const shown: Envelope[] = [];
  let act: (intent: Intent) => void = () => {};
  const display: Display = {
    start(listener) {
      act = listener;
      log.push("display started");
    },
    show(envelope) {
      shown.push(envelope);
      onEvent(envelope.event, (intent) => queueMicrotask(() => act(intent)));
    },
    showUsage: () => log.push("usage shown"),
    stop: () => log.push("display stopped"),
  };
  const toolbox = {
    ...fakeToolbox({ bash: "ran" }, ["bash"]),
    shutdown: () => log.push("tools ended"),
    shell,
  };
  const engine = createEngine({
    settings,
    backend: backend ?? fakeBackend(says("Hello.")),
    catalogue: createCatalogue({ "fake-1": { prices: { input: 1_000_000, output: 0 } } }),
    openToolbox: tools ?? (async () => toolbox),
  });
  const session = createSession({
    engine,
    approvals: createApprovals({ now: () => 0, directory: "/", file: undefined }),
    shortcuts: createShortcuts(undefined),
    custom: { list: async () => ({ commands: [], problems: [] }), draft: async () => undefined },
    switching: noSwitching,
    meter: createMeter({
      inUse: () => ({ model: engine.backend().model, facts: engine.facts() }),
      maxCost: settings.maxCost,
    }),
    display,
    themes: {
      names: () => ["default", "mono"],
      current: () => "default",
      use: async (name) =>
        name === "mono" ? { kind: "used", kept: "kept" } : { kind: "wrong", problems: ["None."] },
    },
    guidance: lazily(async () => createGuidance({ env: {}, cwd: scratch(), home: scratch() })),
    mcp: noMcp,
    makeVoice: (deps) => createVoice({ ...deps, mcp: noMcp, clock: createManualClock() }),
    makeRecorder: () => ({ ...noRecorder, close: () => log.push("record closed") }),
    makeTaskRecorder: () => noRecorder,
    makePaper: () => ({ copy: async () => "", page: async () => false, show: async () => {} }),
    upkeep: { doctor: async () => "", display: () => "", keys: async () => [] },
    searches: { run: async (words, say) => say(words) },
    setup: async (words) => words,
    makeSessions: (made) =>
      createSessions({
        ...made,
        store: undefined,
        meter: createMeter({ inUse: () => ({ model: "m", facts: {} }), maxCost: 0 }),
        cwd: "/",
        now: () => 0,
        earlier: "all",
        restoreSettings: async () => ({ problems: [], isAnother: false }),
        pace: async () => {},
        spareMemory: async () => {},
      }),
    makeExports: () => ({
      write: async (words) => words,
      save: async (name) => name,
      take: async () => ({ kind: "refused", problem: "No." }),
    }),
    makeObservers: () => [],
    place: { cwd: "/", home: "/" },
    now: () => 7,
    clock: { after: () => ({ cancel() {} }) },
    retry: { sleep: async () => {}, random: () => 0.5, baseMs: 1 },
    chat: true,
    sequential: true,
    onListenerError(error) {
      throw error;
    },
    ...changes,
  });
  const run = (...lines: readonly string[]) =>
    session.run(() => {
      for (const text of lines) session.controller.handle({ type: "submit", text });
      session.controller.handle({ type: "quit" });
      session.controller.begin();
    });
  const said = () => shown.flatMap(({ event }) => (event.type === "notice" ? [event.text] : []));
  return { session, run, log, shown, said };
}

describe("a session", () => {
  it("tells the display what a command wants to see", async () => {
    const { run, shown } = open();
    await run("/up 2", "/theme mono", "/theme nono");
    const actions = shown.flatMap(({ event }) => (event.type === "view" ? [event.action] : []));
    expect(actions).toEqual([
      { kind: "scroll", by: "lines", count: -2 },
      { kind: "theme", name: "mono" },
    ]);
    const started = shown.flatMap(({ event }) => (event.type === "command-started" ? [event] : []));
    expect(started.map(({ quiet }) => quiet)).toEqual([true, undefined, undefined]);
  });

  it("answers, then leaves nothing running, the display first", async () => {
    const { run, log, shown } = open();
    expect(await run("hi")).toMatchObject({ lastOutcome: { kind: "answered", text: "Hello." } });
    expect(log).toEqual(["display started", "display stopped", "tools ended", "record closed"]);
    expect(shown.map(({ seq }) => seq)).toEqual(shown.map((_, index) => index + 1));
    expect(shown.find(({ event }) => event.type === "turn-started")).toMatchObject({ task: "t1", at: 7 });
  });

  it("loads no tools before a turn needs them", async () => {
    let made = 0;
    const toolbox = async () => {
      made += 1;
      return { ...fakeToolbox({}), shutdown() {}, shell };
    };
    await open({ toolbox }).run("/help");
    expect(made).toBe(0);
  });

  it("runs the user's own commands, and tells the model when it is to know", async () => {
    const backend = fakeBackend(says("Seen."));
    const { run, shown } = open({ backend });
    await run("!date", "!!ls `a`");
    expect(backend.requests).toHaveLength(1);
    const [message] = backend.requests[0]?.messages ?? [];
    expect(message).toMatchObject({ role: "user", text: expect.stringContaining("ran ls `a`") });
    const events = shown.map(({ event }) => event);
    expect(events.filter(({ type }) => type === "command-started")).toMatchObject([
      { line: "!date" },
      { line: "!!ls `a`" },
    ]);
    expect(events.filter(({ type }) => type === "tool-finished")).toHaveLength(2);
  });

  it("goes on with what was said, until it is cleared", async () => {
    const backend = fakeBackend(says("Hello."));
    await open({ backend }).run("a", "b", "clear", "c");
    expect(backend.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 1]);
  });

  it("records that it was cleared, once", async () => {
    const noted: unknown[] = [];
    const record = ({ event }: Envelope) => event.type === "history-changed" && noted.push(event.change);
    const makeRecorder = () => ({ ...noRecorder, record });
    await open({ makeRecorder }).run("a", "/clear", "/clear");
    expect(noted).toEqual([{ from: 0, removed: 2, inserted: [], reason: "cleared" }]);
  });

  it("tells observers of every event before the display", async () => {
    const order: string[] = [];
    const observer = ({ seq }: Envelope) => void order.push(`observer ${seq}`);
    const { run } = open({ makeObservers: () => [observer] }, () => order.push("display"));
    await run();
    await run();
    for (const [index, entry] of order.entries()) {
      expect(entry.startsWith("observer")).toBe(index % 2 === 0);
    }
  });

  it("asks through the display and obeys the answer", async () => {
    const backend = fakeBackend(calls(call("bash", "c1")), says("Done."));
    const { run, shown } = open({ backend }, (event, act) => {
      if (event.type === "approval-requested")
        act({ type: "answer", id: event.id, answer: { verdict: "allow" } });
    });
    await run("go");
    expect(shown.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: "tool-finished", fate: "ran" }),
    );
  });

  it.each([
    [true, 1],
    [false, 0],
  ])("at the limit asks only in a chat (%s)", async (chat, asked) => {
    const backend = fakeBackend(calls(call("other", "c1")));
    const settings = { ...defaultSettings, maxIterations: 1 };
    let questions = 0;
    const { run } = open({ backend, settings, chat }, (event, act) => {
      if (event.type !== "approval-requested") return;
      questions += 1;
      act({ type: "answer", id: event.id, answer: { verdict: "deny" } });
    });
    expect(await run("go")).toMatchObject({ lastOutcome: { kind: "iteration-limit" } });
    expect(questions).toBe(asked);
  });

  it("takes a new limit from /iterations", async () => {
    const backend = fakeBackend(calls(call("other", "c1")));
    const { run } = open({ backend, chat: false });
    await run("/iterations 2", "go");
    expect(backend.requests).toHaveLength(2);
  });

  it("says in /status, /tools and /tokens what is the case", async () => {
    const { run, said } = open();
    await run("hi", "/status", "/tools", "/tokens");
    expect(said()).toEqual([
      expect.stringMatching(/Backend: fake, model fake-1[\s\S]*Conversation: 2 messages/),
      expect.stringMatching(/bash +asks first/),
      expect.stringContaining("(estimated)"),
    ]);
  });

  it("leaves nothing running when the display cannot start", async () => {
    const toolbox = async () => ({ ...fakeToolbox({}), shutdown() {}, shell });
    const log: string[] = [];
    const { run } = open({
      toolbox,
      display: {
        start() {
          throw new Error("no display");
        },
        show() {},
        showUsage() {},
        stop() {},
      },
      makeRecorder: () => ({ ...noRecorder, close: () => log.push("closed") }),
    });
    await expect(run("hi")).rejects.toThrow("no display");
    expect(log).toEqual(["closed"]);
  });

  it("tells of tools that cannot be loaded, and lives", async () => {
    const toolbox = async () => Promise.reject(new Error("no tools"));
    const { run, said } = open({ toolbox });
    expect(await run("hi", "/tokens")).toMatchObject({ lastOutcome: { kind: "failed" } });
    expect(said()[0]).toBe("no tools");
    expect(said()).toHaveLength(2);
  });

  const paid = (input: number) => {
    const usage = { input, output: 0, cacheRead: 0, cacheWrite: 0 };
    return fakeBackend([{ type: "usage", usage }, ...says("Hello.")]);
  };

  it.each([
    ["deny", 1],
    ["allow", 2],
  ] as const)("asks before it goes beyond the budget: %s", async (verdict, requests) => {
    const backend = paid(10);
    const { run, said } = open({ backend, settings: { ...defaultSettings, maxCost: 10 } }, (event, act) => {
      if (event.type === "approval-requested") act({ type: "answer", id: event.id, answer: { verdict } });
    });
    await run("a", "b");
    expect(backend.requests).toHaveLength(requests);
    expect(said()[0]).toBe("$10.0000 of the $10.0000 for this session is spent.");
  });

  it("ends at the budget where nobody can be asked", async () => {
    const { run } = open({ backend: paid(10), settings: { ...defaultSettings, maxCost: 10 }, chat: false });
    expect(await run("a", "b")).toMatchObject({ lastOutcome: { kind: "failed", cause: "cost-limit" } });
  });

  it("says in /cost what each model has cost", async () => {
    const { run, said } = open({ backend: paid(10) });
    await run("/cost", "a", "b", "/cost");
    expect(said()).toEqual([
      "Nothing has been paid for yet.",
      expect.stringMatching(/^fake-1: \$20\.0000, 2 requests\n[\s\S]*\nSession: \$20\.0000 \(prices of 20/),
    ]);
  });
});

describe("the history of a session", () => {
  const sent = (backend: ReturnType<typeof fakeBackend>) =>
    backend.requests.map(({ messages }) =>
      messages.map((message) => (message.role === "user" ? message.text : message.role)),
    );

  it("is listed, changed and taken back by numbers that begin with 1", async () => {
    const backend = fakeBackend(says("A."), says("B."), says("C."));
    const { run, said } = open({ backend });
    await run(
      "one",
      "two",
      "/delete 1-2",
      "/history",
      "/undo",
      "/undo",
      "/edit 1 uno",
      "/history 2",
      "three",
    );
    expect(said()).toEqual([
      "Deleted 2 messages; /undo brings back what was deleted.",
      "History: 2 messages, about 9 tokens\n[1] You: two (4 tokens)\n[2] Asst: B. (4 tokens)",
      "Undone: /delete. The conversation has 4 messages.",
      "Nothing to undo.",
      "Message 1 is edited; /undo brings back what it was.",
      expect.stringMatching(
        /^History: 4 .*\n\(2 earlier; \/history 4 lists them too\)\n\[3\] You: two .*\n\[4\] Asst: B\. /,
      ),
    ]);
    expect(sent(backend).at(-1)).toEqual(["uno", "assistant", "two", "assistant", "three"]);
  });

  it("is sent again from a message of the user on, which stands in it once", async () => {
    const backend = fakeBackend(says("A."), says("B."), says("A again."), says("once more."));
    const { run, said } = open({ backend });
    await run("one", "two", "/replay 2", "/replay 9", "/replay 1", "/replay");
    expect(sent(backend)).toEqual([["one"], ["one", "assistant", "two"], ["one"], ["one"]]);
    expect(said()).toEqual([
      "Message 2 is not one of yours; /history shows the numbers.",
      "There is no such message: the conversation has 4 messages; /history lists them.",
    ]);
  });

  it.each([
    "/delete",
    "/delete x",
    "/delete last x",
    "/delete 2-1",
    "/edit",
    "/edit 7 x",
    "/replay x",
    "/history 0",
  ])("is left alone by %s", async (line) => {
    const { run, shown, said } = open();
    await run("one", line);
    expect(shown.filter(({ event }) => event.type === "history-changed")).toEqual([]);
    expect(said()).toHaveLength(1);
  });

  it("is edited in an editor where there is one", async () => {
    const { run, said } = open();
    await run("one", "/edit 1");
    expect(said()).toEqual(["No editor could be opened here. Usage: /edit N TEXT"]);
  });

  it("is taken up by /retry as long as its last turn has no answer", async () => {
    const failed: Script = [{ type: "failed", failure: { kind: "auth", message: "No." } }];
    const backend = fakeBackend(says("A."), failed, says("B."));
    const { run, said } = open({ backend });
    await run("one", "two", "/delete last", "/retry", "/undo", "/edit 3 deux", "/retry");
    expect(said()).toContain("There is no failed or stopped turn to try again.");
    expect(sent(backend).at(-1)).toEqual(["one", "assistant", "deux"]);
  });
});

describe("a turn in the background", () => {
  /** Answers each prompt with what it was asked, at once. */
  const echoing = () => {
    const seen: string[][] = [];
    const backend: Backend = {
      ...fakeBackend(),
      async *stream({ messages }) {
        seen.push(messages.map((message) => (message.role === "user" ? message.text : message.role)));
        const last = messages.at(-1);
        yield* says(`re ${last?.role === "user" ? last.text : ""}`);
      },
    };
    return { backend, seen };
  };

  it("begins with the conversation as it was, and is no part of it until it is joined", async () => {
    const { backend, seen } = echoing();
    await open({ backend }).run("one", "/bg aside", "two", "three", "/join 1", "four");
    expect(seen).toContainEqual(["one", "assistant", "aside"]);
    expect(seen).toContainEqual(["one", "assistant", "two"]);
    const all = ["one", "two", "three", "aside"].flatMap((prompt) => [prompt, "assistant"]);
    expect(seen.at(-1)).toEqual([...all, "four"]);
  });

  it("is paid from the same budget, and counted as the session's", async () => {
    const backend = fakeBackend([
      { type: "usage", usage: { input: 10, output: 0, cacheRead: 0, cacheWrite: 0 } },
      ...says("Hello."),
    ]);
    const { run, said } = open({ backend });
    await run("/bg a");
    expect(said()).toEqual([]);
    const other = open({ backend, settings: { ...defaultSettings, maxCost: 10 } });
    await other.run("/bg a");
    expect(other.said()).toEqual(["$10.0000 of the $10.0000 for this session is spent."]);
  });

  it("keeps what it works with: nothing is switched and no session opened meanwhile", async () => {
    const { run, said } = open({ backend: fakeBackend(says("Hello.")) });
    await run("/bg a", "/backend other", "/session new");
    const refused = expect.stringMatching(
      /Background task #1 is running with what is in use now: wait, or \/kill/,
    );
    expect(said()).toEqual([refused, refused]);
  });

  it("is refused where the backend can answer one turn only", async () => {
    const backend = { ...fakeBackend(says("Hello.")), oneAtATime: true } as const;
    const { run, said } = open({ backend });
    await run("/bg a");
    expect(said()).toEqual([expect.stringMatching(/answers one turn at a time/)]);
  });
});
