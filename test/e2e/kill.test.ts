/**
 * Whatever moment the program is killed at: every message that it had told of is in the journal, the session can be
 * resumed, and a strict provider accepts what is sent next. A few sessions are resumed and killed again and again:
 * most runs are killed after the provider has answered, which proves the kill before them; some at any moment.
 * `KILL_TESTS` says how many times; a failure names its seed, which goes into `KILL_SEED`.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Envelope } from "../../src/model/event.ts";
import type { Message } from "../../src/model/message.ts";
import { readJournal } from "../../src/sessions/read-journal.ts";
import { startMockAnthropic, textReply, toolReply } from "../support/mock-anthropic.ts";
import { runProgram, scratch, startProgram } from "../support/program.ts";
import { randomFrom } from "../support/random.ts";

const kills = Number(process.env.KILL_TESTS ?? 30);
const atOnce = 3;
const killsOfOne = 10;
const firstSeed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);

test(`${kills} kills lose nothing that was shown`, { timeout: 60_000 + kills * 2_000 }, async () => {
  const seeds = Array.from({ length: Math.ceil(kills / killsOfOne) }, (_, index) => firstSeed + index);
  const runs: Run[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        await killAgainAndAgain(seed, runs).catch((error: Error) => {
          throw new Error(`KILL_SEED=${seed} KILL_TESTS=${killsOfOne}: ${error.message}`, { cause: error });
        });
      }
    }),
  );
  expect(runs.length).toBeGreaterThanOrEqual(kills);
  // Kills that all come too early or too late would prove nothing.
  const midway = runs.filter(({ killed, seen }) => killed && seen.length > 0 && seen.length < wholeRun);
  expect(midway.length).toBeGreaterThan(runs.length / 3);
});

interface Place {
  readonly cwd: string;
  readonly env: { readonly HOME: string; readonly ANTHROPIC_API_KEY: string };
}

async function killAgainAndAgain(seed: number, runs: Run[]): Promise<void> {
  const random = randomFrom(seed);
  const place: Place = { cwd: scratch(), env: { HOME: scratch(), ANTHROPIC_API_KEY: "test" } };
  for (let count = 0; count < killsOfOne; count += 1) {
    const before = journalMessages(place);
    const run = await withProvider((backend) => runUntilKilled(backend, place, before.length > 0, random));
    runs.push(run);
    expect(journalMessages(place).slice(0, before.length + run.seen.length)).toEqual([
      ...before,
      ...run.seen,
    ]);
  }
  await withProvider((backend) => resume(backend, place));
}

/** With the flags that lead to a provider which has refused nothing in the end. */
async function withProvider<T>(use: (flags: readonly string[]) => Promise<T>): Promise<T> {
  const mock = await startMockAnthropic();
  try {
    for (let turn = 1; turn <= turns; turn += 1) mock.enqueue(...turnReplies(turn));
    const result = await use(["-b", "anthropic", "--base-url", mock.url, "--auto-tools"]);
    expect(mock.requests.flatMap(({ rejected }) => rejected ?? [])).toEqual([]);
    return result;
  } finally {
    await mock.close();
  }
}

const turns = 4;
/** Prompt, call, result and answer. */
const wholeRun = turns * 4;

function turnReplies(turn: number) {
  const id = `toolu_${turn}_${Math.random().toString(36).slice(2)}`;
  const call = { id, name: "bash", input: { command: `echo ${"shed ".repeat(turn * 50)}` } };
  const answer = Array.from({ length: 6 }, (_, index) => `word ${index} `);
  return [toolReply([call], { text: "Running." }), textReply("", { deltas: answer, delayMs: 1 })];
}

interface Run {
  /** What it told of as done. */
  readonly seen: readonly Message[];
  readonly killed: boolean;
}

async function runUntilKilled(
  flags: readonly string[],
  place: Place,
  again: boolean,
  random: () => number,
): Promise<Run> {
  const input = Array.from({ length: turns }, (_, index) => `prompt ${index}\n`).join("");
  const args = [...flags, "--output", "jsonl", ...(again ? ["--continue"] : [])];
  const running = startProgram({ ...place, args, input });
  const { child, stdout } = running;
  const anywhere = random() < 0.25;
  const chunks = Math.floor(random() * 25);
  const patience = random() * 4;
  let count = 0;
  child.stdout?.on("data", () => {
    if (!anywhere && !stdout().includes('"response-finished"')) return;
    count += 1;
    if (count >= chunks) setTimeout(() => child.kill("SIGKILL"), patience);
  });
  const ended = await running.ended;
  if (!anywhere) expect(ended.stdout + ended.stderr).toContain('"response-finished"');
  return { seen: messagesIn(ended.stdout), killed: ended.signal === "SIGKILL" };
}

function messagesIn(stdout: string): readonly Message[] {
  const whole = stdout.split("\n").slice(0, -1);
  return whole.flatMap((line) => {
    const { event } = JSON.parse(line) as Envelope;
    return event.type === "message-added" ? [event.message] : [];
  });
}

function journalMessages({ env }: Place): readonly Message[] {
  const directory = join(env.HOME, ".local", "state", "treadle", "sessions");
  const files = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".jsonl")) : [];
  expect(files.length).toBeLessThan(2);
  return files.flatMap((file) =>
    [...readJournal(join(directory, file))].flatMap((entry) =>
      entry.kind === "record" && entry.record.type === "message" ? [entry.record.message] : [],
    ),
  );
}

async function resume(flags: readonly string[], place: Place): Promise<void> {
  const { code, stderr } = await runProgram({ ...place, args: [...flags, "-c", "go on"] });
  expect(stderr).not.toMatch(/Error|copy|cannot/);
  expect(code).toBe(0);
}
