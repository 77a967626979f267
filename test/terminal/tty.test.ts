import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { deadlySignals, type Ending } from "../../src/terminal/restore.ts";
import { fakeEntry, giving, setUp, taking } from "./tty-fakes.ts";

describe("enter and leave", () => {
  test("raw mode before the first byte, cooked after the last, each once", () => {
    const { tty, modes, news } = setUp();
    tty.enter(modes);
    tty.enter(modes);
    expect(news()).toEqual(taking);
    tty.leave();
    tty.leave();
    expect(news()).toEqual(giving);
  });

  test("the process is watched before the first byte and no more after the last", () => {
    const { tty, host } = setUp();
    let watched: readonly unknown[] = [];
    const look = () => {
      watched = host.eventNames().toSorted();
    };
    const all = [...deadlySignals, "SIGCONT", "SIGTSTP", "exit", "uncaughtException", "unhandledRejection"];
    tty.enter({ enter: look, leave: look });
    expect(watched).toEqual(all.toSorted());
    watched = [];
    tty.leave();
    expect(watched).toEqual(all.toSorted());
    expect(host.eventNames()).toEqual(["exit"]);
  });

  test("it can be entered again", () => {
    const { tty, modes, news } = setUp();
    tty.enter(modes);
    tty.leave();
    tty.enter(modes);
    expect(news()).toEqual([...taking, ...giving, ...taking]);
  });

  test("writes reach the terminal only while it is ours", () => {
    const { tty, modes, news } = setUp();
    const took: number[] = [];
    tty.write(["early"], (ms) => took.push(ms));
    tty.enter(modes);
    tty.write(["text"]);
    tty.leave();
    tty.write(["late"], (ms) => took.push(ms));
    expect(news()).toEqual([...taking, "text", ...giving]);
    expect(took).toEqual([0, 0]);
  });

  test("leaving sends what was still waiting, in order", () => {
    const { tty, modes, news } = setUp();
    tty.enter(modes);
    tty.write(["a", { waitMs: 10 }, "b"], () => tty.write(["more"]));
    tty.leave();
    expect(news()).toEqual([...taking, "a", "sleep 10", "b", ...giving]);
  });

  test("the line is cooked again even if the modes cannot be left", () => {
    const { tty, news, host } = setUp();
    const leave = () => {
      throw new Error("no way back");
    };
    tty.enter({ enter: () => {}, leave });
    news();
    expect(() => tty.leave()).toThrow("no way back");
    expect(news()).toEqual(["cooked"]);
    expect(host.eventNames()).toEqual(["exit"]);
  });
});

describe("endings", () => {
  test.each(deadlySignals)("%s: leaves, then dies of it although a library listens too", (signal) => {
    const { tty, modes, host, news } = setUp();
    host.on(signal, () => {});
    tty.enter(modes);
    host.emit(signal, signal, 15);
    expect(news()).toEqual([...taking, ...giving, `kill 4711 ${signal}, 0 listeners`]);
  });

  test.each(["uncaughtException", "unhandledRejection"])("%s: leaves, then shows the stack", (event) => {
    const { tty, modes, host, news } = setUp();
    tty.enter(modes);
    host.emit(event, new Error("broken"));
    expect(news()).toEqual([
      ...taking,
      ...giving,
      expect.stringMatching(/^report Error: broken\n +at .*\n$/s),
      "exit 1",
    ]);
  });

  test("an exit needs no more than leaving", () => {
    const { tty, modes, host, news } = setUp();
    tty.enter(modes);
    host.emit("exit", 0);
    expect(news()).toEqual([...taking, ...giving, "abandon"]);
  });

  test("a crash is shown even if the modes cannot be left", () => {
    const { tty, host, news } = setUp();
    const leave = () => {
      throw new Error("no way back");
    };
    tty.enter({ enter: () => {}, leave });
    host.emit("uncaughtException", new Error("broken"));
    expect(news().slice(2)).toEqual(["cooked", expect.stringContaining("Error: broken"), "exit 1"]);
  });

  test("the program may end in its own way", () => {
    const endings: Ending[] = [];
    const { tty, modes, host, news } = setUp({ end: (how) => endings.push(how) });
    tty.enter(modes);
    host.emit("SIGTERM", "SIGTERM", 15);
    expect(news()).toEqual([...taking, ...giving]);
    expect(endings).toEqual([{ kind: "signal", signal: "SIGTERM" }]);
  });
});

describe("news", () => {
  test("a storm of sizes is told seldom, with the last one right", () => {
    const { tty, output, clock } = setUp();
    const sizes: unknown[] = [];
    const stop = tty.onResize((size) => sizes.push(size));
    for (let columns = 1; columns <= 100; columns++) {
      output.columns = columns;
      output.emit("resize");
    }
    expect(sizes).toEqual([]);
    clock.pass(50);
    expect(sizes).toEqual([{ columns: 100, rows: 30 }]);
    stop();
    output.emit("resize");
    clock.pass(50);
    expect(sizes).toHaveLength(1);
  });

  test("bytes arrive as they are; the end is told once, of whatever kind it was", () => {
    const { tty, input } = setUp();
    const heard: unknown[] = [];
    tty.onInput((bytes) => heard.push([...bytes]));
    tty.onEnd(() => heard.push("end"));
    input.emit("data", Buffer.from([3, 26, 255]));
    input.emit("error", Object.assign(new Error("read EIO"), { code: "EIO" }));
    input.emit("end");
    input.emit("close");
    expect(heard).toEqual([[3, 26, 255], "end"]);
  });

  test("what is typed before the terminal is taken waits, and so does what follows leaving", async () => {
    const input = Object.assign(new PassThrough(), { setRawMode: () => {} });
    const { tty, modes } = setUp({ input });
    const heard: string[] = [];
    tty.onInput((bytes) => heard.push(Buffer.from(bytes).toString()));
    input.write("early");
    await setImmediate();
    expect(heard).toEqual([]);
    tty.enter(modes);
    await setImmediate();
    expect(heard).toEqual(["early"]);
    tty.leave();
    input.write("late");
    await setImmediate();
    expect(heard).toEqual(["early"]);
  });

  test("a closed terminal may show by its size first", () => {
    const { tty, output } = setUp();
    const heard: unknown[] = [];
    tty.onEnd(() => heard.push("end"));
    output.emit("error", Object.assign(new Error("getWindowSize EIO"), { code: "EIO" }));
    expect(heard).toEqual(["end"]);
  });
});

describe("line", () => {
  const stty = { "-a": "speed 9600 baud; rows 24;\nicrnl ixon -ixoff", ixon: "" };

  test("is asked for once, and only when someone wants to know", () => {
    const { tty, modes, news } = setUp({ stty });
    tty.enter(modes);
    expect(news()).toEqual(taking);
    expect([tty.line(), tty.line()]).toEqual(Array(2).fill({ baud: 9600, flowControl: false }));
    expect(news()).toEqual(["stty -a"]);
  });

  test("flow control is kept in raw mode for an entry that relies on it", () => {
    const { tty, modes, host, news, clock } = setUp({ stty, entry: fakeEntry(["xon"]) });
    tty.enter(modes);
    expect(news()).toEqual(["stty -a", "cooked", "raw", "stty ixon", "<on>"]);
    expect(tty.line().flowControl).toBe(true);
    host.emit("SIGCONT");
    clock.pass(50);
    expect(news()).toEqual(["cooked", "raw", "stty ixon", "<on>"]);
  });

  test("but not against the user's will or without stty", () => {
    for (const sttyAll of ["speed 9600 baud;\n-ixon", undefined]) {
      const { tty, modes, news } = setUp({ stty: { "-a": sttyAll }, entry: fakeEntry(["xon"]) });
      tty.enter(modes);
      expect(news()).toEqual(["stty -a", ...taking]);
      expect(tty.line().flowControl).toBe(false);
    }
  });
});
