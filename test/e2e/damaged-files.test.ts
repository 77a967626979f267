/**
 * Whatever becomes of a file that treadle reads, it starts, says what is wrong in sentences, sends nothing that a strict
 * provider refuses, and writes nothing over the file. `DAMAGE_TESTS` says how often each file is damaged; a failure names
 * its seed, which goes into `DAMAGE_SEED`.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { damaged } from "../support/damage.ts";
import { startMockAnthropic, textReply, toolReply } from "../support/mock-anthropic.ts";
import type { MockReply } from "../support/mock-server.ts";
import { type Ended, runProgram, scratch } from "../support/program.ts";
import { randomFrom } from "../support/random.ts";
import { checked } from "./agent.ts";

const times = Number(process.env.DAMAGE_TESTS ?? 2);
const firstSeed = Number(process.env.DAMAGE_SEED ?? 1);

const config = ".config/treadle";
const state = ".local/state/treadle";

/** Of the user's own, in the home directory. */
const written: Readonly<Record<string, string>> = {
  [`${config}/config.yaml`]:
    "theme: mine\nmax_iterations: 7\nagents:\n  quick:\n    model: m\n    tools: [read]\nhooks:\n  - on: turn_end\n    command: 'true'\n",
  [`${config}/agents.pl`]:
    'agent_backend(own, [type(cli), command("true"), args(["{prompt}"])]).\nloop_config([max_iterations(9)]).\n',
  [`${config}/themes/mine.json`]:
    '{"extends": "dark", "roles": {"prompt": {"bold": true, "fg": {"8": "green", "256": 34}}}}',
  [`${config}/models.json`]: '{"models": {"mine": {"window": 9999, "prices": {"input": 1, "output": 2}}}}',
  [`${config}/approvals.jsonl`]: '{"allow":"bash","command":"git status"}\n{"deny":"bash","command":"rm"}\n',
  [`${config}/aliases`]: "zz=/status\nyy=/context\n",
  [`${config}/templates/mine.md`]: "Explain {what} in {words} words.\n",
  [`${config}/skills/brew/SKILL.md`]: "---\nname: brew\ndescription: Makes tea.\n---\nBoil water.\n",
};

const home = scratch();
const kept = join(scratch(), "home");
/** Of the journal. */
let journal = "";

/** A home with settings, and what one chat with a tool call leaves there. */
beforeAll(async () => {
  for (const [name, text] of Object.entries(written)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const cwd = join(home, "project");
  mkdirSync(join(cwd, ".treadle"), { recursive: true });
  writeFileSync(join(cwd, ".treadle/config.yaml"), "max_iterations: 8\n");
  await runProgram({ args: ["trust"], cwd, env: { HOME: home }, input: "y\n" });
  const write = { id: "c1", name: "write", input: { path: "made.txt", content: "cloth\n" } };
  await converse(["--auto-tools"], "weave\n@mine what=x words=3\nmore\n", [
    toolReply([write], { text: "I will." }),
    textReply("Woven."),
  ]);
  const names = readdirSync(join(home, state, "sessions"));
  journal = `${state}/sessions/${names.find((name) => name.endsWith(".jsonl"))}`;
  cpSync(home, kept, { recursive: true });
});

async function converse(
  flags: readonly string[],
  input: string,
  replies: readonly MockReply[],
): Promise<{ readonly ended: Ended; readonly rejected: readonly string[] }> {
  const mock = await startMockAnthropic();
  try {
    mock.enqueue(...replies);
    const ended = await runProgram({
      args: ["-b", "anthropic", "--base-url", mock.url, ...flags],
      cwd: join(home, "project"),
      env: { HOME: home, ANTHROPIC_API_KEY: "test" },
      input,
    });
    return { ended, rejected: mock.requests.flatMap(({ rejected }) => rejected ?? []) };
  } finally {
    await mock.close();
  }
}

const accident =
  /\n {4}at |node:internal|TypeError|RangeError|ReferenceError|Internal error|\[object |undefined/;

/** The chat is taken up again, with every file in use. */
async function goOn(): Promise<Ended> {
  const input = "go on\n@mine what=x words=3\n/skill brew\n/yy\n/cost\n/iterations\n/undo\nlast\n";
  const { ended, rejected } = await converse(["--resume", "last"], input, []);
  expect(rejected).toEqual([]);
  return checked(ended);
}

/** Whether it got as far as to talk to the provider. */
async function tryDamaged(name: string, seed: number): Promise<boolean> {
  rmSync(home, { recursive: true });
  cpSync(kept, home, { recursive: true });
  const path = join(home, name);
  const before = damaged(readFileSync(path), randomFrom(seed));
  writeFileSync(path, before);
  const { code, signal, stdout, stderr } = await goOn();
  expect(signal).toBe(null);
  expect([0, 1, 2]).toContain(code);
  expect(stdout + stderr).not.toMatch(accident);
  if (code !== 0) expect(stderr).toMatch(/^treadle: .*\S\n/);
  const after = readFileSync(path);
  // Only a journal is written to, and only at its end.
  expect(after.subarray(0, before.length).equals(before), "it was written over").toBe(true);
  if (name !== journal) expect(after.length).toBe(before.length);
  const copy = join(home, `${journal}.damaged`);
  if (name === journal && /Line \d+ of .* cannot be read/.test(stdout))
    expect(readFileSync(copy)).toEqual(before);
  else expect(existsSync(copy)).toBe(false);
  return stdout.includes("Assistant:");
}

it("all of them are in use where none is damaged", async () => {
  const { code, stdout, stderr } = await goOn();
  expect(stdout).toContain("Woven.");
  expect(stdout).toContain("Max iterations: 8");
  expect(stdout).not.toMatch(/Unknown local command|no skill/);
  expect(stdout + stderr).not.toMatch(accident);
  expect(code).toBe(0);
});

describe(`damaged ${times} times, from seed ${firstSeed}`, () => {
  const names = [...Object.keys(written), "project/.treadle/config.yaml", `${state}/trust.json`];
  it.each([...names, "the journal"])(
    "%s costs at most a sentence",
    { timeout: 20_000 + times * 2_000 },
    async (name) => {
      let talked = 0;
      for (let seed = firstSeed; seed < firstSeed + times; seed += 1) {
        const file = name === "the journal" ? journal : name;
        const got = await tryDamaged(file, seed).catch((error: Error) => {
          throw new Error(`DAMAGE_SEED=${seed} DAMAGE_TESTS=1: ${error.message}`, { cause: error });
        });
        if (got) talked += 1;
      }
      if (times >= 20) expect(talked).toBeGreaterThan(times / 20);
    },
  );
});
