/** One run of a program in a process group of its own, without our terminal. Knows no agent. */
import type { AgentCall } from "./agent-call.ts";
import type { ProgramHost } from "./program-host.ts";

export interface AgentRun {
  /** Standard output as it comes; ends soon after the program has, or when it is stopped. Never throws. */
  readonly output: AsyncIterable<string>;
  /** Settles when the program has ended, was stopped or could not be started. */
  readonly ended: Promise<AgentEnd>;
  /** The last of standard error. */
  errors(): string;
  /** Ends the program and everything it has started; the reason counts if there is none yet. */
  stop(end: AgentEnd): void;
}

export type AgentEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "not-started"; readonly code: string }
  | { readonly kind: "timed-out" | "aborted" | "flooded" | "lingered" };

export interface RunOptions {
  readonly host: ProgramHost;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The groups that may still have members. */
  readonly groups: Set<number>;
}

/** From SIGTERM to SIGKILL: a cancelled turn is over within 200 ms. */
const killMs = 120;
/** How often to look whether more comes from whoever still holds the pipe of a program that has ended. */
const drainMs = 50;
const maxErrors = 4096;
const maxBytes = 200_000_000;
const longestTimer = 2 ** 31 - 1;

export async function startAgent(call: AgentCall, options: RunOptions): Promise<AgentRun> {
  const { host, env, signal, groups } = options;
  const { execa } = await import("execa");
  const child = execa(call.file, call.args, {
    cwd: host.cwd,
    env,
    extendEnv: false,
    // A session of its own: it has no terminal, not even by name.
    detached: true,
    cleanup: false,
    ...(call.input === undefined ? { stdin: "ignore" } : { input: call.input }),
    buffer: false,
    reject: false,
    encoding: "buffer",
  });
  const { stdout, stderr, pid } = child;
  let isOver = false;
  let settle: (end: AgentEnd) => void = () => {};
  const ended = new Promise<AgentEnd>((resolve) => {
    settle = resolve;
  });
  let bytes = 0;
  let errors = "";
  if (pid !== undefined) groups.add(pid);

  const cut = (): void => {
    stdout.destroy();
    stderr.destroy();
  };
  const finish = (how: AgentEnd): void => {
    if (isOver) return;
    isOver = true;
    timer.cancel();
    signal.removeEventListener("abort", onAbort);
    if (pid !== undefined) endGroup(pid, host, groups);
    settle(how);
  };
  const stop = (how: AgentEnd): void => {
    finish(how);
    cut();
  };
  const onAbort = (): void => stop({ kind: "aborted" });
  const timer = host.after(Math.min(options.timeoutMs, longestTimer), () => stop({ kind: "timed-out" }));
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();

  child.once("exit", (code, name) => {
    finish(code === null ? { kind: "signalled", signal: name ?? "unknown" } : { kind: "exited", code });
    cutWhenIdle(() => bytes, cut, host);
  });
  stderr.on("data", (chunk: Uint8Array) => {
    errors = (errors + new TextDecoder().decode(chunk)).slice(-maxErrors);
  });
  stderr.on("error", () => {});

  async function* read(): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of stdout as AsyncIterable<Uint8Array>) {
        bytes += chunk.length;
        if (bytes > maxBytes) return stop({ kind: "flooded" });
        yield decoder.decode(chunk, { stream: true });
      }
    } catch {
      // Cut off: `ended` tells why.
    }
    yield decoder.decode();
  }

  void child.then(({ code, originalMessage }) => {
    finish({ kind: "not-started", code: code ?? originalMessage ?? "" });
  });
  return { output: read(), ended, errors: () => errors, stop };
}

/** SIGTERM now, SIGKILL soon, for whoever is left of the group. */
function endGroup(group: number, host: ProgramHost, groups: Set<number>): void {
  if (!host.kill(group, "SIGTERM")) {
    groups.delete(group);
    return;
  }
  host.after(killMs, () => {
    host.kill(group, "SIGKILL");
    groups.delete(group);
  });
}

/** Twice without news: once may only mean that we had no time to read. */
function cutWhenIdle(
  progress: () => number,
  cut: () => void,
  host: ProgramHost,
  before = -1,
  idle = 0,
): void {
  host.after(drainMs, () => {
    const now = progress();
    const quiet = now === before ? idle + 1 : 0;
    if (quiet >= 2) cut();
    else cutWhenIdle(progress, cut, host, now, quiet);
  });
}
