// A program at a pseudo-terminal: what it sends, how soon a key comes back, and what it takes of the machine.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { spawn } from "@lydell/node-pty";

const patienceMs = 60_000;
const keysPerLine = 60;
const lineCount = 4;
export const deleteLine = "\x15";
const size = { cols: 80, rows: 24 };
/** At last our full screen puts the cursor to where the user is to type: above the status bar, after the prompt. */
export const atInput = `\x1b[${size.rows - 1};3H`;

export function openProgram(args, { home, env = {} }) {
  const vars = { PATH: process.env.PATH, HOME: home, TERM: "xterm-256color", LANG: "C.UTF-8", ...env };
  const child = spawn(process.execPath, args, { ...size, cwd: home, env: vars, encoding: null });
  const { pid } = child;
  const ended = new Promise((resolve) => child.onExit(resolve));
  let sent = 0;
  let unread = Buffer.alloc(0);
  let awaited;
  let over = false;
  ended.then(() => {
    over = true;
    awaited?.fail(new Error(`${args[0]} ended`));
  });
  child.onData((bytes) => {
    sent += bytes.length;
    unread = Buffer.concat([unread.subarray(-longestText), bytes]);
    if (awaited && unread.includes(awaited.text)) awaited.found(performance.now());
  });

  /** When the text has come, from now on. */
  function next(text, longestMs = patienceMs) {
    unread = Buffer.alloc(0);
    return new Promise((resolve, reject) => {
      const settle = (act) => (value) => {
        clearTimeout(patience);
        awaited = undefined;
        act(value);
      };
      const fail = settle(reject);
      const patience = setTimeout(
        () => fail(new Error(`${args[0]} did not send ${JSON.stringify(text)}`)),
        longestMs,
      );
      awaited = { text, found: settle(resolve), fail };
      if (over) fail(new Error(`${args[0]} ended`));
    });
  }

  return {
    next,
    type: (text) => child.write(text),
    /** Milliseconds from the key to its echo: the key must be one that is sent for no other reason. */
    async echo(key, longestMs) {
      const back = next(key, longestMs);
      const typedAt = performance.now();
      child.write(key);
      return (await back) - typedAt;
    },
    sent: () => sent,
    /** Until now, in milliseconds. */
    cpu: () => cpuOf(pid),
    /** In megabytes. */
    memory: () => memoryOf(pid),
    /** Until nothing has come for so long. */
    async quiet(ms) {
      for (let before = -1; before !== sent; ) {
        before = sent;
        await sleep(ms);
      }
    },
    async close() {
      if (!over) child.kill("SIGKILL");
      await ended;
    },
  };
}

const longestText = 64;

/** The first number is how long a thread has run, in nanoseconds; what /proc/PID/stat has is in steps of 10 ms. */
function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "latin1"));
  return times.reduce((sum, text) => sum + Number.parseInt(text, 10) / 1e6, 0);
}

function memoryOf(pid) {
  const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"));
  return Number(kilobytes) / 1024;
}

/** Types lines that nobody enters: how long each key took to come back, and the bytes that were sent for all. */
export async function typeLines(program) {
  const echoes = [];
  let bytes = 0;
  for (let line = 0; line < lineCount; line += 1) {
    const before = program.sent();
    for (let key = 0; key < keysPerLine; key += 1) echoes.push(await program.echo("z"));
    bytes += program.sent() - before;
    program.type(deleteLine);
    await program.quiet(50);
  }
  return { echoes, bytes };
}

export function percentile95(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1];
}

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}
