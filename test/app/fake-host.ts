/** The outside world as a test sees it: typed input, kept output, signals that the test sends. */
import { PassThrough } from "node:stream";
import type { Host, LeavingSignal } from "../../src/app/host.ts";
import { createManualClock, type ManualClock } from "../display/append/manual-clock.ts";
import { scratch } from "../support/program.ts";

export interface FakeHost extends Host {
  readonly stdin: PassThrough & { isTTY?: boolean };
  readonly clock: ManualClock;
  readonly exits: number[];
  out(): string;
  err(): string;
  send(signal: LeavingSignal): void;
  closeOutput(): void;
}

export function fakeHost(
  changes: Partial<Pick<Host, "argv" | "env" | "cwd" | "home" | "terminalSize" | "sendRequest">> = {},
): FakeHost {
  const written = { out: "", err: "" };
  const listeners = new Map<LeavingSignal, () => void>();
  const closed: (() => void)[] = [];
  const exits: number[] = [];
  return {
    argv: [],
    env: {},
    cwd: scratch(),
    home: scratch(),
    version: "1.2.3",
    machine: "loom",
    platform: { node: "v0", system: "test" },
    terminalSize: () => ({}),
    stdin: new PassThrough(),
    stdout: {
      write(text) {
        written.out += text;
      },
    },
    stderr: {
      write(text) {
        written.err += text;
      },
    },
    node: process,
    temporaryDirectory: scratch(),
    themesDirectory: scratch(),
    now: () => 0,
    clock: createManualClock(),
    sendRequest: async () => {
      throw new TypeError("nobody listens");
    },
    onSignal: (signal, act) => listeners.set(signal, act),
    onOutputClosed: (act) => closed.push(act),
    inputIsGone: () => false,
    onExit() {},
    onStray() {},
    exit: (code) => exits.push(code),
    exits,
    out: () => written.out,
    err: () => written.err,
    send: (signal) => listeners.get(signal)?.(),
    closeOutput: () => {
      for (const tell of closed) tell();
    },
    ...changes,
  };
}
