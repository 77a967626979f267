/** Runs a program as the leader of its own process group and leaves nothing of that group behind. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

export interface ProcessGroups {
  /** Settles soon after the leader has ended, the time is up or `signal` aborts, whoever still holds the pipe. */
  run(command: GroupCommand): Promise<GroupEnd>;
  /**
   * Starts a program to talk to, for as long as it likes. What is left of its group when it ends is ended too. A program
   * that cannot be started may throw, or say so by an event.
   */
  open(command: TalkCommand): Talk;
  /** Kills every group that is still there, at once and synchronously: for the end of the program. */
  killAll(): void;
}

export interface GroupCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** 0 or less: no limit. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Standard output as it arrives; a command that wants standard error in its order redirects it. */
  readonly onChunk: (chunk: Uint8Array) => void;
  /** Standard error, through a pipe of its own; without this it is not read. */
  readonly onError?: (chunk: Uint8Array) => void;
  /** For standard input; without it there is none. */
  readonly input?: string;
}

export type TalkCommand = Pick<GroupCommand, "file" | "args" | "cwd" | "env">;

export interface Talk {
  readonly child: ChildProcessWithoutNullStreams;
  /** SIGTERM now, SIGKILL to what does not heed it. */
  end(): void;
}

export type GroupEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "timed-out" }
  | { readonly kind: "aborted" }
  | { readonly kind: "not-started"; readonly code: string };

export interface GroupTiming {
  /** From SIGTERM to SIGKILL. */
  readonly killMs: number;
  /** How often to look whether a group that got SIGTERM is gone. */
  readonly pollMs: number;
  /** How long a stopped leader may take to end before `run` settles without it. */
  readonly settleMs: number;
  /** How long what the leader wrote may take to arrive while others hold the pipe open. */
  readonly drainMs: number;
  readonly setTimer: (callback: () => void, ms: number) => NodeJS.Timeout;
}

const defaultTiming: GroupTiming = {
  killMs: 2000,
  pollMs: 20,
  settleMs: 100,
  drainMs: 100,
  setTimer: setTimeout,
};
const longestTimer = 2 ** 31 - 1;

export function createProcessGroups(timing: GroupTiming = defaultTiming): ProcessGroups {
  const live = new Set<number>();
  return {
    // Some failures to start are thrown (E2BIG), the others are events.
    run: (command) => runGroup(command, live, timing).catch(notStarted),
    open: (command) => openGroup(command, live, timing),
    killAll() {
      for (const group of live) signalGroup(group, "SIGKILL");
      live.clear();
    },
  };
}

function runGroup(command: GroupCommand, live: Set<number>, timing: GroupTiming): Promise<GroupEnd> {
  if (command.signal.aborted) return Promise.resolve({ kind: "aborted" });
  return new Promise((resolve) => {
    const child = start(command);
    const group = child.pid;
    let end: GroupEnd | undefined;
    let settled = false;
    let grace: NodeJS.Timeout | undefined;
    if (group !== undefined) live.add(group);

    const settle = (): void => {
      if (settled || end === undefined) return;
      settled = true;
      clearTimeout(timeout);
      clearTimeout(grace);
      command.signal.removeEventListener("abort", onAbort);
      letGo(child);
      resolve(end);
    };
    const finish = (how: GroupEnd, graceMs: number): void => {
      if (end !== undefined) return;
      end = how;
      if (group !== undefined) endGroup(group, live, timing);
      // Timers come before input in node's event loop: the extra step reads what is already in the pipe.
      grace = timing.setTimer(() => setImmediate(settle), graceMs);
    };
    const onAbort = (): void => finish({ kind: "aborted" }, timing.settleMs);
    const onTimeout = (): void => finish({ kind: "timed-out" }, timing.settleMs);
    const limitMs = Math.min(command.timeoutMs, longestTimer);
    const timeout = limitMs > 0 ? timing.setTimer(onTimeout, limitMs) : undefined;

    command.signal.addEventListener("abort", onAbort, { once: true });
    child.stdout?.on("data", command.onChunk);
    if (command.onError) child.stderr?.on("data", command.onError);
    // Whoever does not read its input is free not to.
    child.stdin?.on("error", () => undefined).end(command.input);
    child.once("error", (error) => {
      end ??= notStarted(error);
      settle();
    });
    child.once("exit", (code, signal) => finish(endOf(code, signal), timing.drainMs));
    child.once("close", settle);
  });
}

function openGroup({ file, args, cwd, env }: TalkCommand, live: Set<number>, timing: GroupTiming): Talk {
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  const group = child.pid;
  if (group !== undefined) live.add(group);
  const end = (): void => {
    if (group !== undefined && live.has(group)) endGroup(group, live, timing);
  };
  child.once("exit", end);
  return { child, end };
}

function start(command: GroupCommand): ChildProcess {
  return spawn(command.file, command.args, {
    cwd: command.cwd,
    env: command.env,
    detached: true,
    stdio: [command.input === undefined ? "ignore" : "pipe", "pipe", command.onError ? "pipe" : "ignore"],
  });
}

/** Without this, a child that does not die or a pipe that does not close would keep our own process alive. */
function letGo(child: ChildProcess): void {
  for (const stream of [child.stdout, child.stderr]) stream?.removeAllListeners("data").destroy();
  child.stdin?.destroy();
  child.unref();
}

/** SIGTERM now and SIGKILL later, in the background; the timers do not keep our own process alive. */
function endGroup(group: number, live: Set<number>, timing: GroupTiming): void {
  if (!signalGroup(group, "SIGTERM")) {
    live.delete(group);
    return;
  }
  const check = (waitedMs: number): void => {
    const expired = waitedMs >= timing.killMs;
    const isThere = live.has(group) && signalGroup(group, expired ? "SIGKILL" : 0);
    if (isThere && !expired) wait(waitedMs + timing.pollMs);
    else live.delete(group);
  };
  const wait = (waitedMs: number): void => {
    timing.setTimer(() => check(waitedMs), timing.pollMs).unref();
  };
  wait(timing.pollMs);
}

/** Whether there was anything to signal. EPERM means that nothing in the group is ours to end. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

function endOf(code: number | null, signal: string | null): GroupEnd {
  return code === null ? { kind: "signalled", signal: signal ?? "unknown" } : { kind: "exited", code };
}

function notStarted(error: unknown): GroupEnd {
  const code = error instanceof Error && "code" in error ? error.code : error;
  return { kind: "not-started", code: String(code) };
}
