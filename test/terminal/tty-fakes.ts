/** A process, a clock, a stream and a system that a test moves by hand; all they are asked to do goes into one log. */
import { EventEmitter } from "node:events";
import type { PassThrough } from "node:stream";
import type { Clock } from "../../src/terminal/clock.ts";
import type { Host } from "../../src/terminal/host.ts";
import type { Ending } from "../../src/terminal/restore.ts";
import { openTty } from "../../src/terminal/tty.ts";
import type { TtySystem } from "../../src/terminal/tty-system.ts";
import type { FlagName, NumberName } from "../../src/terminfo/names.ts";
import type { Entry } from "../../src/terminfo/read.ts";

export type Log = string[];

export interface FakeClock extends Clock {
  /** Lets time pass and runs what becomes due, in order. */
  pass(ms: number): void;
  pending(): number;
}

export function fakeClock(): FakeClock {
  let time = 0;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => time,
    after: (ms, run) => {
      const timer = { at: time + ms, run };
      timers.push(timer);
      const cancel = () => {
        timers = timers.filter((other) => other !== timer);
      };
      return { cancel };
    },
    pass: (ms) => {
      const until = time + ms;
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        time = next.at;
        next.run();
      }
      time = until;
    },
    pending: () => timers.length,
  };
}

export function fakeHost(log: Log): EventEmitter & Host {
  const host = new EventEmitter();
  return Object.assign(host, {
    pid: 4711,
    kill: (pid: number, signal: string) =>
      log.push(`kill ${pid} ${signal}, ${host.listenerCount(signal)} listeners`),
    exit: (code: number) => void log.push(`exit ${code}`),
  });
}

export function fakeInput(log: Log) {
  return Object.assign(new EventEmitter(), {
    setRawMode: (raw: boolean) => void log.push(raw ? "raw" : "cooked"),
    resume: () => {},
    pause: () => {},
  });
}

export function fakeOutput(columns: number, rows: number) {
  return Object.assign(new EventEmitter(), { columns, rows });
}

/** `answers`: what stty prints for its arguments; it fails for others. */
export function fakeSystem(log: Log, answers: Readonly<Record<string, string | undefined>> = {}): TtySystem {
  return {
    send: (bytes) => void log.push(Buffer.from(bytes).toString("latin1")),
    report: (text) => void log.push(`report ${text}`),
    stty: (args) => {
      log.push(`stty ${args.join(" ")}`);
      return answers[args.join(" ")];
    },
    sleep: (ms) => void log.push(`sleep ${ms}`),
    abandon: () => void log.push("abandon"),
  };
}

export function fakeEntry(
  flags: readonly FlagName[] = [],
  numbers: Readonly<Partial<Record<NumberName, number>>> = {},
): Entry {
  return {
    names: ["fake"],
    description: "",
    flags: new Set(flags),
    numbers: new Map(Object.entries(numbers) as [NumberName, number][]),
    strings: new Map(),
    cancelled: new Set(),
    extended: new Set(),
  };
}

export interface Setting {
  readonly end?: (how: Ending) => void;
  readonly entry?: Entry;
  readonly input?: PassThrough & { setRawMode(raw: boolean): void };
  readonly stty?: Readonly<Record<string, string | undefined>>;
}

/** A tty among fakes, and modes that send `<on>` and `<off>`. */
export function setUp({ end, entry = fakeEntry(), stty = {}, input: given }: Setting = {}) {
  const log: Log = [];
  const clock = fakeClock();
  const host = fakeHost(log);
  const input = given ?? fakeInput(log);
  const output = fakeOutput(90, 30);
  const system = fakeSystem(log, stty);
  const tty = openTty({ input, output, host, system, clock, env: {}, entry, end });
  const modes = { enter: () => tty.write(["<on>"]), leave: () => tty.write(["<off>"]) };
  /** What happened since the last call. */
  const news = () => log.splice(0);
  return { tty, modes, clock, host, input, output, news };
}

/** What taking and giving back the terminal do. */
export const taking = ["cooked", "raw", "<on>"];
export const giving = ["<off>", "cooked"];
