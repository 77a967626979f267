import { describe, expect, it, vi } from "vitest";
import type { MentionSource } from "../../src/app/attach/mention-source.ts";
import { createComposer } from "../../src/app/compose.ts";
import { type Controller, createController } from "../../src/app/controller.ts";
import { createShortcuts } from "../../src/app/shortcuts.ts";
import type { CommandEntry, CommandHost } from "../../src/commands/command.ts";
import { createQuestions } from "../../src/loop/questions.ts";
import type { AgentEvent, TurnOutcome } from "../../src/model/event.ts";

const answered: TurnOutcome = { kind: "answered", text: "" };

interface Turn {
  readonly prompt: string;
  cancelled: boolean;
  end(outcome?: TurnOutcome): Promise<void>;
  fail(error: Error): Promise<void>;
}

function command(name: string, run: CommandEntry["run"], whileBusy = false): CommandEntry {
  return { name, aliases: [], usage: "", summary: "", whileBusy, run };
}

/** A controller whose turns end when the test says so. */
function start({
  sequential = false,
  commands = [] as readonly CommandEntry[],
  begin = true,
  background = [] as string[],
  sources = [] as readonly MentionSource[],
} = {}) {
  const shortcuts = createShortcuts(undefined);
  const events: AgentEvent[] = [];
  const turns: Turn[] = [];
  const questions = createQuestions();
  const stopped: string[] = [];
  let now = 0;
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  function startTurn(prompt: string) {
    let end: (outcome: TurnOutcome) => void = () => {};
    let fail: (error: Error) => void = () => {};
    const finished = new Promise<TurnOutcome>((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
    const turn: Turn = {
      prompt,
      cancelled: false,
      end(outcome = answered) {
        end(outcome);
        return settled();
      },
      fail(error) {
        fail(error);
        return settled();
      },
    };
    turns.push(turn);
    const cancel = () => {
      turn.cancelled = true;
    };
    return { id: `t${turns.length}`, finished, cancel };
  }
  const controller: Controller = createController({
    emit: (event) => events.push(event),
    questions,
    findCommand: (wanted) => commands.find(({ name }) => name === wanted),
    shortcuts,
    custom: { draft: async () => undefined },
    compose: createComposer({ shortcuts, sources: async () => sources }),
    startTurn: ({ text }) => startTurn(text),
    startShell: (command, send) => startTurn(`${send ? "!!" : "!"}${command}`),
    resumeTurn: () => startTurn("again"),
    host: (own) => ({ quit: own.quit, retry: own.retry }) as CommandHost,
    background: {
      running: () => (background.length === 0 ? undefined : `${background.join(", ")} running`),
      stopAll: () => void stopped.push(...background),
    },
    now: () => now,
    sequential,
  });
  if (begin) controller.begin();
  return {
    controller,
    events,
    turns,
    questions,
    stopped,
    settled,
    prompts: () => turns.map(({ prompt }) => prompt),
    said: () => events.flatMap((event) => (event.type === "notice" ? [event.text] : [])),
    queueEvents: () => events.filter((event) => event.type === "queue-changed"),
    added: () =>
      events.flatMap((event) => (event.type === "queue-changed" && event.added ? [event.added.text] : [])),
    idles: () => events.filter(({ type }) => type === "idle").length,
    submit: (text: string) => controller.handle({ type: "submit", text }),
    wait(ms: number) {
      now += ms;
    },
  };
}

describe("what is entered", () => {
  it("runs as turns, one at a time and in order", async () => {
    const { submit, turns, prompts, added, controller } = start();
    submit("a");
    submit("b");
    submit("c");
    expect(prompts()).toEqual(["a"]);
    expect(added()).toEqual(["b", "c"]);
    expect(controller.queue.list()).toEqual([{ text: "b" }, { text: "c" }]);
    await turns[0]?.end();
    expect(prompts()).toEqual(["a", "b"]);
    await turns[1]?.end();
    expect(prompts()).toEqual(["a", "b", "c"]);
    expect(controller.queue.list()).toEqual([]);
  });

  it("is given back, the last first, and then not run", async () => {
    const { submit, turns, prompts, controller, queueEvents } = start();
    submit("a");
    submit("b");
    controller.handle({ type: "submit", text: "/c", pasted: true });
    controller.handle({ type: "take-back" });
    expect(queueEvents().at(-1)).toEqual({
      type: "queue-changed",
      count: 1,
      latest: [{ text: "b" }],
      takenBack: { text: "/c", pasted: true },
    });
    await turns[0]?.end();
    expect(queueEvents().at(-1)).toEqual({ type: "queue-changed", count: 0, latest: [] });
    controller.handle({ type: "take-back" });
    expect(queueEvents()).toHaveLength(4);
    await turns[1]?.end();
    expect(prompts()).toEqual(["a", "b"]);
  });

  it("is awaited when nothing runs, and only then", async () => {
    const { submit, turns, idles } = start();
    expect(idles()).toBe(1);
    submit("a");
    submit("b");
    await turns[0]?.end();
    expect(idles()).toBe(1);
    await turns[1]?.end();
    expect(idles()).toBe(2);
  });

  it("is nothing when blank, pasted or queued too", async () => {
    const { submit, controller, turns, prompts, said } = start();
    submit("  ");
    controller.handle({ type: "submit", text: "\n \n", pasted: true });
    submit("a");
    submit("");
    await turns[0]?.end();
    expect(prompts()).toEqual(["a"]);
    expect(said()).toEqual([]);
  });

  it("is a prompt when it was pasted, even if it looks like a command", () => {
    const { controller, prompts } = start();
    controller.handle({ type: "submit", text: "/exit\nnow", pasted: true });
    expect(prompts()).toEqual(["/exit\nnow"]);
  });

  it("waits silently until the session has begun", () => {
    const { submit, controller, prompts, said } = start({ begin: false });
    submit("a");
    expect(prompts()).toEqual([]);
    controller.begin();
    expect(prompts()).toEqual(["a"]);
    expect(said()).toEqual([]);
  });

  it("answers a question", async () => {
    const { controller, questions, events } = start();
    const { signal } = new AbortController();
    const answer = questions.ask({ kind: "pause", reason: "" }, (event) => events.push(event), signal);
    await Promise.resolve();
    controller.handle({ type: "answer", id: "q1", answer: { verdict: "allow" } });
    expect(await answer).toEqual({ verdict: "allow" });
  });
});

describe("a command", () => {
  it("is announced and run", () => {
    const ran: string[] = [];
    const { submit, events } = start({ commands: [command("go", (_, args) => void ran.push(args))] });
    submit(" /go there ");
    expect(ran).toEqual(["there"]);
    expect(events).toContainEqual({ type: "command-started", line: "/go there" });
  });

  it("that nobody knows is not sent to the model", async () => {
    const { submit, prompts, said, settled } = start();
    submit("/nope");
    await settled();
    expect(said()).toEqual([expect.stringContaining("Unknown local command: /nope")]);
    expect(prompts()).toEqual([]);
  });

  it("runs beside a turn only if it may", () => {
    const ran: string[] = [];
    const note = (name: string, whileBusy: boolean) => command(name, () => void ran.push(name), whileBusy);
    const { submit, said } = start({ commands: [note("quick", true), note("slow", false)] });
    submit("a");
    submit("/quick");
    submit("/slow");
    expect(ran).toEqual(["quick"]);
    expect(said()).toEqual([expect.stringContaining("/slow has to wait")]);
  });

  it("waits its turn where the input is a script", async () => {
    const ran: string[] = [];
    const { submit, turns, said } = start({
      sequential: true,
      commands: [command("quick", () => void ran.push("quick"), true)],
    });
    submit("a");
    submit("/quick");
    submit("b");
    expect(ran).toEqual([]);
    await turns[0]?.end();
    expect(ran).toEqual(["quick"]);
    expect(turns).toHaveLength(2);
    expect(said()).toEqual([]);
  });

  it("that takes time is awaited before the next entry", async () => {
    let done: () => void = () => {};
    const work = new Promise<void>((resolve) => {
      done = resolve;
    });
    const { submit, prompts, settled, idles } = start({ commands: [command("slow", () => work)] });
    submit("/slow");
    submit("a");
    expect(prompts()).toEqual([]);
    expect(idles()).toBe(1);
    done();
    await settled();
    expect(prompts()).toEqual(["a"]);
  });

  it("that fails, at once or later, says so and the session lives", async () => {
    const { submit, events, settled, idles } = start({
      commands: [
        command("now", () => {
          throw new Error("at once");
        }),
        command("later", () => Promise.reject(new Error("later"))),
      ],
    });
    submit("/now");
    submit("/later");
    await settled();
    expect(events).toContainEqual({ type: "notice", level: "error", text: "at once" });
    expect(events).toContainEqual({ type: "notice", level: "error", text: "later" });
    expect(idles()).toBe(3);
  });

  it("is stopped by Ctrl-C when it can be", async () => {
    const waits = (signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    const commands = [
      { ...command("seek", (_host, _args, signal) => waits(signal)), stoppable: true as const },
      command("deaf", (_host, _args, signal) => waits(signal)),
    ];
    const { controller, submit, settled, idles, events } = start({ commands });
    submit("/seek");
    await settled();
    expect(idles()).toBe(1);
    controller.interrupt();
    await settled();
    expect(idles()).toBe(2);
    expect(events).not.toContainEqual({ type: "interrupted" });
    submit("/deaf");
    expect(controller.stop()).toBe(false);
  });

  it("may be queued a hundred thousand times", async () => {
    const ran: string[] = [];
    const commands = [command("n", (_, args) => void ran.push(args))];
    const { submit, turns } = start({ sequential: true, commands });
    submit("a");
    for (let n = 0; n < 100_000; n += 1) submit("/n");
    await turns[0]?.end();
    expect(ran).toHaveLength(100_000);
  });
});

describe("the end", () => {
  it("comes when the input has ended and everything entered is done", async () => {
    const { controller, submit, turns } = start();
    submit("a");
    submit("b");
    controller.handle({ type: "quit" });
    await turns[0]?.end();
    await turns[1]?.end({ kind: "cancelled" });
    expect(await controller.finished).toEqual({
      code: 0,
      ended: "input",
      entered: true,
      lastOutcome: { kind: "cancelled" },
    });
  });

  it("comes at once when there is nothing to do", async () => {
    const { controller } = start();
    controller.handle({ type: "quit" });
    expect(await controller.finished).toEqual({ code: 0, ended: "input", entered: false });
  });

  it("cancels the turn and drops the queue when we leave", async () => {
    const { controller, submit, turns, prompts } = start();
    submit("a");
    submit("b");
    controller.leave(143);
    expect(turns[0]?.cancelled).toBe(true);
    await turns[0]?.end({ kind: "cancelled" });
    expect(prompts()).toEqual(["a"]);
    expect(await controller.finished).toMatchObject({ code: 143, ended: "left" });
  });

  it("is final: what is entered later is not acted on", async () => {
    const commands = [command("exit", (host) => host.quit(), true)];
    const { controller, submit, prompts, said } = start({ commands });
    submit("exit");
    submit("a");
    submit("/exit");
    expect(await controller.finished).toMatchObject({ code: 0, ended: "left" });
    expect(prompts()).toEqual([]);
    expect(said()).toEqual([]);
  });

  it("waits for a command that takes time", async () => {
    let done: () => void = () => {};
    const work = new Promise<void>((resolve) => {
      done = resolve;
    });
    const { controller, submit, settled } = start({ commands: [command("slow", () => work)] });
    let over = false;
    controller.finished.then(() => {
      over = true;
    });
    submit("/slow");
    controller.leave(0);
    await settled();
    expect(over).toBe(false);
    done();
    await settled();
    expect(over).toBe(true);
  });

  it("does not depend on turns that settle: one that rejects is a failure that is told", async () => {
    const { controller, submit, turns, events } = start();
    submit("a");
    await turns[0]?.fail(new Error("no tools"));
    controller.handle({ type: "quit" });
    expect(events).toContainEqual({ type: "notice", level: "error", text: "no tools" });
    expect(await controller.finished).toMatchObject({ lastOutcome: { kind: "failed", cause: "internal" } });
  });
});

describe("an interrupt", () => {
  it.each(["cancel", "stop"] as const)("stops the turn, and what waited is held: %s", async (type) => {
    const { controller, submit, turns, prompts, events, idles, queueEvents } = start();
    submit("a");
    submit("b");
    submit("c");
    controller.handle({ type });
    expect(turns[0]?.cancelled).toBe(true);
    await turns[0]?.end({ kind: "cancelled" });
    expect(prompts()).toEqual(["a"]);
    expect(idles()).toBe(2);
    expect(events).not.toContainEqual({ type: "interrupted" });
    const latest = [
      { text: "b", held: true },
      { text: "c", held: true },
    ];
    expect(queueEvents().at(-1)).toEqual({ type: "queue-changed", count: 2, held: 2, latest });
    expect(events).toContainEqual({
      type: "notice",
      level: "info",
      text: "The 2 prompts that waited are not sent: /queue send sends them, /queue drop forgets them.",
    });
  });

  it("holds only what was entered before it", async () => {
    const { controller, submit, turns, prompts } = start();
    submit("a");
    submit("before");
    controller.interrupt();
    await turns[0]?.end({ kind: "cancelled" });
    submit("b");
    submit("after");
    await turns[1]?.end();
    expect(prompts()).toEqual(["a", "b", "after"]);
    expect(controller.queue.list()).toEqual([{ text: "before", held: true }]);
  });

  it("lets what is held be taken back, sent or dropped", async () => {
    const { controller, submit, turns, prompts, queueEvents } = start();
    for (const text of ["a", "b", "c", "d"]) submit(text);
    controller.interrupt();
    await turns[0]?.end({ kind: "cancelled" });
    controller.handle({ type: "take-back" });
    expect(queueEvents().at(-1)).toMatchObject({ count: 2, takenBack: { text: "d" } });
    submit("e");
    expect(controller.queue.send()).toBe(2);
    expect(controller.queue.send()).toBe(0);
    await turns[1]?.end();
    expect(prompts()).toEqual(["a", "e", "b"]);
    expect(controller.queue.drop()).toBe(1);
    await turns[2]?.end();
    expect(prompts()).toEqual(["a", "e", "b"]);
  });

  it("does not keep a script from going on", async () => {
    const { controller, submit, turns, prompts } = start({ sequential: true });
    submit("a");
    submit("b");
    controller.interrupt();
    await turns[0]?.end({ kind: "cancelled" });
    expect(prompts()).toEqual(["a", "b"]);
  });

  it("says so when nothing runs, and asks anew", () => {
    const { controller, events, idles } = start();
    controller.interrupt();
    expect(events).toContainEqual({ type: "interrupted" });
    expect(idles()).toBe(2);
  });

  it("leaves when it is the second within two seconds", async () => {
    const { controller, wait } = start();
    controller.interrupt();
    wait(1999);
    controller.interrupt();
    expect(await controller.finished).toMatchObject({ code: 130, ended: "left" });
  });

  it("does not leave when it comes later", () => {
    const { controller, wait, events } = start();
    controller.interrupt();
    wait(2000);
    controller.interrupt();
    expect(events.filter(({ type }) => type === "interrupted")).toHaveLength(2);
  });

  it("stop says whether there was anything to stop", () => {
    const { controller, submit } = start();
    expect(controller.stop()).toBe(false);
    submit("a");
    expect(controller.stop()).toBe(true);
  });
});

describe("trying a turn again", () => {
  const retry = command("retry", (host) => {
    host.retry();
  });
  const retryAfter = async (...outcomes: readonly TurnOutcome[]) => {
    const chat = start({ commands: [retry] });
    for (const [index, outcome] of outcomes.entries()) {
      chat.controller.handle({ type: "submit", text: "hi" });
      await chat.turns[index]?.end(outcome);
    }
    chat.controller.handle({ type: "submit", text: "/retry" });
    return chat;
  };

  it.each<TurnOutcome>([
    { kind: "cancelled" },
    { kind: "failed", cause: "network", message: "No." },
    { kind: "iteration-limit", iterations: 3, reason: "long" },
  ])("takes it up when it ended with $kind, as a turn like any other", async (outcome) => {
    const chat = await retryAfter(answered, outcome);
    expect(chat.prompts()).toEqual(["hi", "hi", "again"]);
    expect(chat.controller.stop()).toBe(true);
  });

  it("does nothing when the last turn was answered, or there was none", async () => {
    expect((await retryAfter({ kind: "cancelled" }, answered)).prompts()).toEqual(["hi", "hi"]);
    expect((await retryAfter()).prompts()).toEqual([]);
  });
});

describe("what is written shorter", () => {
  it("a template becomes the prompt that it stands for", async () => {
    const { submit, prompts } = start();
    submit('@summarize length=3 text="a b c"');
    await vi.waitFor(() => expect(prompts()).toHaveLength(1));
    expect(prompts()).toEqual(["Summarize this in at most 3 sentences:\n\na b c"]);
  });

  it("a template that lacks a value is not sent", async () => {
    const { submit, prompts, said, idles } = start();
    submit("@explain");
    await vi.waitFor(() => expect(idles()).toBe(2));
    expect(prompts()).toEqual([]);
    expect(said().join()).toContain("@explain lacks code: @explain code=…");
    expect(idles()).toBe(2);
  });

  it("what only looks like one is sent as it is, and so is what was pasted", async () => {
    const { controller, submit, prompts, turns } = start();
    submit("@someone said hi");
    await vi.waitFor(() => expect(prompts()).toHaveLength(1));
    void turns[0]?.end();
    controller.handle({ type: "submit", text: "@explain this", pasted: true });
    expect(controller.queue.list()).toMatchObject([{ text: "@explain this" }]);
    expect(prompts()).toEqual(["@someone said hi"]);
  });

  it("an alias stands for a command and its words", async () => {
    const ran: string[] = [];
    const entry = (name: string): CommandEntry => ({
      ...{ name, aliases: [], usage: "", summary: "", whileBusy: true },
      run: (_, args) => void ran.push(`${name} ${args}`),
    });
    const { submit, said, settled } = start({ commands: [entry("iterations"), entry("local")] });
    submit("/i5");
    submit("/local x");
    submit("/constructor");
    await settled();
    expect(ran).toEqual(["iterations 5", "local x"]);
    expect(said().join()).toContain("Unknown local command: /constructor");
  });

  it("a command for the shell is run for the user", () => {
    const { submit, prompts } = start();
    submit("!ls -l");
    expect(prompts()).toEqual(["!ls -l"]);
  });
});

describe("leaving with tasks in the background", () => {
  const quitting = [command("quit", (host) => host.quit(), true)];

  it("is told once what would be stopped, and leaves when that has ended", async () => {
    const background = ["#1"];
    const { controller, said, stopped, submit } = start({ commands: quitting, background });
    submit("/quit");
    expect(said()).toEqual(["#1 running; leave again to stop that, /tasks shows more."]);
    expect(stopped).toEqual([]);
    controller.handle({ type: "quit", mayStay: true });
    expect(stopped).toEqual(["#1"]);
    background.pop();
    controller.goOn();
    expect(await controller.finished).toMatchObject({ code: 0 });
  });

  it("is told again when others run", () => {
    const background = ["#1"];
    const { said, stopped, submit } = start({ commands: quitting, background });
    submit("/quit");
    background.push("#2");
    submit("/quit");
    expect(said()).toHaveLength(2);
    expect(stopped).toEqual([]);
  });

  it("is not told by the second Ctrl-C, nor where the terminal is gone", () => {
    const impatient = start({ background: ["#1"] });
    impatient.controller.interrupt();
    impatient.controller.interrupt();
    expect([impatient.said(), impatient.stopped]).toEqual([[], ["#1"]]);
    const gone = start({ background: ["#1"] });
    gone.controller.handle({ type: "quit" });
    expect([gone.said(), gone.stopped]).toEqual([[], ["#1"]]);
  });

  it("waits for them at the end of a script", async () => {
    const background = ["#1"];
    const { controller, stopped } = start({ sequential: true, background });
    controller.handle({ type: "quit" });
    background.pop();
    controller.goOn();
    expect(await controller.finished).toMatchObject({ ended: "input" });
    expect(stopped).toEqual([]);
  });
});
