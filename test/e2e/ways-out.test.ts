/**
 * However the program ends, and in the midst of whatever: the terminal is as it was, in modes and settings, what its tools
 * have started is gone, and the journal is whole. `SLOW_TESTS` tries every way out of every state, in both displays.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readJournal } from "../../src/sessions/read-journal.ts";
import { type FullScreen, onScreen } from "../support/full-screen.ts";
import { textReply } from "../support/mock-anthropic.ts";
import { type MockReply, statusReply } from "../support/mock-server.ts";
import { mainFile, root, runProgram, scratch } from "../support/program.ts";
import { until } from "../support/until.ts";
import { bashReply, unfinishedReply } from "./pty-chat.ts";

interface Place {
  readonly directory: string;
  readonly screen: FullScreen;
  readonly pid: number;
}

interface Way {
  readonly name: string;
  readonly go: (place: Place) => void | Promise<void>;
  /** Exit code of the program; several where it depends on what it was doing. */
  readonly codes: readonly number[];
  /** The terminal is not there any more. */
  readonly gone?: true;
}

function sabotage(act: string) {
  return ({ directory, pid }: Place) => {
    writeFileSync(join(directory, "act"), act);
    process.kill(pid, "SIGUSR2");
  };
}

const signal = (name: NodeJS.Signals) => (place: Place) => void process.kill(place.pid, name);

const ways: readonly Way[] = [
  {
    name: "Ctrl-C twice",
    async go({ screen, pid }) {
      // Where they are signals, two at a time are one.
      for (let sent = 0; sent < 2 && isRunning(pid); sent += 1) {
        screen.press("ctrl-c");
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
    codes: [130],
  },
  { name: "SIGTERM", go: signal("SIGTERM"), codes: [143] },
  { name: "SIGHUP", go: signal("SIGHUP"), codes: [129] },
  { name: "an error in a timer", go: sabotage("throw"), codes: [1] },
  { name: "a promise that nobody waits for", go: sabotage("reject"), codes: [1] },
  { name: "an exit from within", go: sabotage("exit"), codes: [9] },
  {
    name: "SIGTERM twice",
    go: (place) => {
      signal("SIGTERM")(place);
      signal("SIGTERM")(place);
    },
    codes: [143],
  },
  { name: "a terminal that is closed", go: ({ screen }) => screen.close(), codes: [129], gone: true },
];

interface State {
  readonly name: string;
  readonly replies: (directory: string) => readonly MockReply[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** It is seen by then, or there is such a file. */
  readonly reached: string | RegExp | { readonly file: string };
}

const tool = (directory: string) =>
  `echo $$ > ${directory}/child; sleep 1000 & echo $! >> ${directory}/child; echo started; trap '' TERM; wait`;

const states: readonly State[] = [
  {
    name: "a tool that does not want to end",
    replies: (directory) => [bashReply(tool(directory))],
    args: ["--auto-tools"],
    reached: { file: "child" },
  },
  { name: "a question", replies: () => [bashReply("echo no")], reached: /aiting for your answer|Allow\?/ },
  { name: "an answer that streams", replies: () => [unfinishedReply("Half an ")], reached: "Half an" },
  {
    name: "a wait before a retry",
    replies: () => [statusReply(529, { type: "error", error: { type: "overloaded_error", message: "x" } })],
    env: { TREADLE_RETRY_BASE_MS: "60000" },
    reached: /retry|again/i,
  },
  { name: "the prompt", replies: () => [textReply("All of it.")], reached: "All of it." },
];

const displays = ["full", "append"] as const;
type Display = (typeof displays)[number];

/** Between two looks at the settings of the terminal. */
const script =
  'stty -g > "$SABOTAGE/before"; trap : HUP TERM INT; "$@"; echo $? > "$SABOTAGE/code"; stty -g > "$SABOTAGE/after"';

async function goOut(display: Display, state: State, way: Way): Promise<void> {
  const directory = scratch();
  const home = scratch();
  const saboteur = join(root, "test", "fixtures", "spy", "saboteur.cjs");
  const env = { HOME: home, SABOTAGE: directory, NODE_OPTIONS: `--require=${saboteur}`, ...state.env };
  const args = ["--display", display, ...(state.args ?? [])];
  const file = (name: string) => join(directory, name);
  const read = (name: string) => (existsSync(file(name)) ? readFileSync(file(name), "utf8").trim() : "");
  const has = (name: string) =>
    until(
      () => read(name) !== "",
      () => `${name} of ${way.name}`,
    );
  await onScreen(
    {
      replies: state.replies(directory),
      args,
      env,
      left: true,
      wrap: (command) => ["sh", "-c", script, "sh", process.execPath, mainFile, ...command],
      ...(display === "append" && { prompt: /^You:$/m }),
    },
    async (screen) => {
      await screen.enter("go");
      const { reached } = state;
      await (typeof reached === "object" && "file" in reached ? has(reached.file) : screen.shows(reached));
      const pid = Number(read("pid").split("\n")[0]);
      await way.go({ directory, screen, pid });
      await until(
        () => !isRunning(pid),
        () => `the end after ${way.name}`,
      );
      if (!way.gone) {
        await has("after");
        expect(read("after")).toBe(read("before"));
        expect(way.codes).toContain(Number(read("code")));
        const left = () => screen.audit().modesLeftOn.join(" ");
        await until(
          () => left() === "",
          () => `the end of ${left()}`,
        );
      }
      const children = read("child").split("\n").filter(Boolean).map(Number);
      await until(
        () => !children.some(isRunning),
        () => "the end of the tool's processes",
      );
    },
  );
  await expectWhole(home);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0] !== "Z";
  } catch {
    return false;
  }
}

async function expectWhole(home: string): Promise<void> {
  const sessions = join(home, ".local", "state", "treadle", "sessions");
  const names = readdirSync(sessions).filter((name) => name.endsWith(".jsonl"));
  const entries = names.flatMap((name) => [...readJournal(join(sessions, name))]);
  expect(entries.filter(({ kind }) => kind !== "record")).toEqual([]);
  expect(JSON.stringify(entries)).toContain('"text":"go"');
  const { code, stderr } = await runProgram({
    args: ["-b", "offline", "--resume", "last", "hello"],
    env: { HOME: home },
  });
  expect(stderr).not.toMatch(/copy|locked|left out/);
  expect(code).toBe(0);
}

const all = displays.flatMap((display) =>
  states.flatMap((state) => ways.map((way) => ({ display, state, way }))),
);
/** Every way, every state and both displays come up. */
const some = ways.map((way, index) => ({
  way,
  state: states[index % states.length] as State,
  display: displays[index % 3 === 2 ? 1 : 0] as Display,
}));

describe.concurrent("the way out by", () => {
  it.each(
    (process.env.SLOW_TESTS ? all : some).map(
      (each) => [each.way.name, each.state.name, each.display, each] as const,
    ),
  )("%s, from %s, %s display", { timeout: 40_000 }, (_way, _state, _display, each) =>
    goOut(each.display, each.state, each.way),
  );
});
