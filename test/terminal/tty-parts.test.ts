import { describe, expect, test } from "vitest";
import { coalesce } from "../../src/terminal/coalesce.ts";
import { describeLine } from "../../src/terminal/line-speed.ts";
import { createOutputQueue } from "../../src/terminal/output-queue.ts";
import { crashText } from "../../src/terminal/restore.ts";
import { chooseSize } from "../../src/terminal/size.ts";
import { createSend } from "../../src/terminal/tty-system.ts";
import { fakeClock, fakeEntry, type Log } from "./tty-fakes.ts";

describe("size", () => {
  const entry = fakeEntry([], { cols: 132, lines: 44 });
  const env = { COLUMNS: "100", LINES: "30" };

  test.each([
    ["the system knows best", { reported: { columns: 90, rows: 20 }, env, entry }, 90, 20],
    ["0 x 0 means unknown", { reported: { columns: 0, rows: 0 }, env, entry }, 100, 30],
    ["each direction by itself", { reported: { columns: 90, rows: 0 }, env: {}, entry }, 90, 44],
    ["no answer at all", { reported: {}, env: {}, entry }, 132, 44],
    ["nobody knows", { reported: {}, env: {}, entry: fakeEntry() }, 80, 24],
    ["no number", { reported: {}, env: { COLUMNS: "wide", LINES: "-3" }, entry }, 132, 44],
    ["fractions, zero, space", { reported: {}, env: { COLUMNS: "80.5", LINES: "0" }, entry }, 132, 44],
    ["absurd figures", { reported: {}, env: { COLUMNS: "99999999", LINES: "1e9" }, entry }, 1000, 44],
    [
      "the largest that a terminal can claim",
      { reported: { columns: 65_535, rows: 65_535 }, env: {}, entry },
      1000,
      500,
    ],
  ])("%s", (_, sources, columns, rows) => {
    expect(chooseSize(sources)).toEqual({ columns, rows });
  });
});

describe("line", () => {
  const gnu = (speed: string, ixon: string) =>
    `speed ${speed} baud; rows 24; columns 80; line = 0;\nintr = ^C; start = ^Q; stop = ^S;\n-ignbrk icrnl ${ixon} -ixoff\n`;
  const bsd = "speed 9600 baud; 24 rows; 80 columns;\niflags: -istrip icrnl ixon -ixoff ixany\n";
  const split = "ispeed 300 baud; ospeed 1200 baud; rows 0; columns 0;\n-ixon";

  test.each([
    [gnu("9600", "ixon"), 9600, true],
    [gnu("9600", "-ixon"), 9600, false],
    [gnu("0", "ixon"), 38_400, true],
    [bsd, 9600, true],
    [split, 1200, false],
    ["", 38_400, false],
    [undefined, 38_400, false],
  ])("%j", (sttyAll, baud, flowControl) => {
    expect(describeLine(sttyAll, fakeEntry(["xon"]))).toEqual({ baud, flowControl });
  });

  test("an entry without xon has no flow control", () => {
    expect(describeLine(bsd, fakeEntry())).toEqual({ baud: 9600, flowControl: false });
  });
});

describe("output queue", () => {
  function setUp() {
    const log: Log = [];
    const clock = fakeClock();
    const queue = createOutputQueue({
      send: (bytes) => void log.push(Buffer.from(bytes).toString("latin1")),
      clock,
      sleep: (ms) => {
        log.push(`sleep ${ms}`);
      },
    });
    return { log, clock, queue };
  }

  test("neighbouring bytes go out together, each character as one byte", () => {
    const sent: Uint8Array[] = [];
    const queue = createOutputQueue({
      send: (bytes) => sent.push(bytes),
      clock: fakeClock(),
      sleep: () => {},
    });
    queue.write(["a", "", "\xff", "b"]);
    expect(sent.map((bytes) => [...bytes])).toEqual([[0x61, 0xff, 0x62]]);
  });

  test("a wait holds back all that follows, of later writes too", () => {
    const { log, clock, queue } = setUp();
    queue.write(["a", { waitMs: 20 }, "b"], (ms) => log.push(`done ${ms}`));
    queue.write(["c", { waitMs: 5 }, "d"], (ms) => log.push(`done ${ms}`));
    clock.pass(19);
    expect(log).toEqual(["a"]);
    clock.pass(1);
    expect(log).toEqual(["a", "b", "done 20", "c"]);
    clock.pass(5);
    expect(log).toEqual(["a", "b", "done 20", "c", "d", "done 25"]);
    expect(clock.pending()).toBe(0);
  });

  test("a write that the news of another causes keeps the order", () => {
    const { log, clock, queue } = setUp();
    queue.write(["a"], () => queue.write(["b", { waitMs: 1 }, "c"], () => queue.write(["e"])));
    queue.write(["d"]);
    clock.pass(1);
    expect(log).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("a flush sleeps for what is left of the waits", () => {
    const { log, clock, queue } = setUp();
    queue.write(["a", { waitMs: 20 }, "b", { waitMs: 7 }, "c"], () => log.push("done"));
    clock.pass(5);
    queue.flush();
    expect(log).toEqual(["a", "sleep 15", "b", "sleep 7", "c", "done"]);
    expect(clock.pending()).toBe(0);
  });

  test("a flush sends everything but does not sleep for ever", () => {
    const { log, queue } = setUp();
    queue.write(["a", { waitMs: 1500 }, "b", { waitMs: 1500 }, "c", { waitMs: 1500 }, "d"]);
    queue.flush();
    expect(log).toEqual(["a", "sleep 1500", "b", "sleep 500", "c", "sleep 0", "d"]);
  });
});

describe("coalesce", () => {
  test("one run at the end of each span with calls, however many they are", () => {
    const clock = fakeClock();
    const at: number[] = [];
    const resizes = coalesce(clock, 50, () => at.push(clock.now()));
    for (let call = 0; call < 100; call++) {
      resizes.call();
      clock.pass(1);
    }
    clock.pass(1000);
    expect(at).toEqual([50, 100]);
    resizes.call();
    resizes.cancel();
    clock.pass(1000);
    expect(at).toEqual([50, 100]);
  });
});

describe("send", () => {
  const failing = (code: string) => Object.assign(new Error(code), { code });

  test("sends the rest of what was taken in part, and waits for a full buffer", () => {
    const taken: number[] = [];
    const pauses: number[] = [];
    const full = [false, true, true, false, false];
    const send = createSend(
      (bytes) => {
        if (full.shift()) throw failing("EAGAIN");
        taken.push(...bytes.subarray(0, 2));
        return Math.min(2, bytes.length);
      },
      (ms) => pauses.push(ms),
    );
    send(new Uint8Array([1, 2, 3, 4, 5]));
    expect(taken).toEqual([1, 2, 3, 4, 5]);
    expect(pauses).toHaveLength(2);
  });

  test.each(["EIO", "EPIPE", "ENXIO", "EBADF"])("%s: the terminal is gone, which is no error", (code) => {
    let tries = 0;
    const send = createSend(
      () => {
        tries++;
        throw failing(code);
      },
      () => {},
    );
    send(new Uint8Array(3));
    send(new Uint8Array(3));
    expect(tries).toBe(1);
  });

  test("other errors are not hidden", () => {
    const send = createSend(
      () => {
        throw failing("EINVAL");
      },
      () => {},
    );
    expect(() => send(new Uint8Array(1))).toThrow("EINVAL");
  });
});

describe("crash text", () => {
  test("has the stack, and no control character but line feed and tab", () => {
    const text = crashText(new Error("red \u001b[31m\u009b\u0007\ttab"));
    expect(text).toMatch(/^Error: red \?\[31m\?\?\ttab\n +at /);
  });

  test.each([
    ["a string", "Thrown: a string"],
    [undefined, "Thrown: undefined"],
    [Object.create(null), "Thrown: something that cannot be shown."],
    [Object.assign(new Error("x"), { stack: undefined }), "Error: x"],
  ])("whatever was thrown: %#", (error, expected) => {
    expect(crashText(error)).toBe(expected);
  });
});
