/** The same chat in both displays, for what has to work alike: type, enter, see, answer. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onScreen } from "../support/full-screen.ts";
import { scratch } from "../support/program.ts";
import { ctrlC, ctrlU, type PtyExit, startPty } from "../support/pty.ts";
import { until } from "../support/until.ts";
import { expectPlain } from "./pty-chat.ts";

export type DisplayName = "append" | "full";

export interface Person {
  readonly pid: number;
  type(text: string): void;
  enter(text: string): Promise<void>;
  /** Waits until it has been written, or stands on the screen. */
  sees(text: string | RegExp): Promise<void>;
  /** Answers the question of this task, once it is asked. */
  answer(task: string, key: string): Promise<void>;
  /** Takes back what is typed. */
  clearLine(): void;
  interrupt(): void;
  kill(signal: string): void;
  /** What is seen now; in the append display everything so far. */
  text(): string;
  readonly exited: Promise<PtyExit>;
}

interface Place {
  readonly url: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export async function chatting(
  display: DisplayName,
  place: Place,
  use: (person: Person) => Promise<void>,
): Promise<void> {
  if (display === "append") return onPaper(place, use);
  const options = { ...place, rows: 40, env: place.env };
  return onScreen(options, (screen) =>
    use({
      pid: screen.pid,
      type: screen.type,
      enter: screen.enter,
      sees: screen.shows,
      async answer(task, key) {
        await screen.shows(`Task ${task}: `);
        await screen.answer(key);
      },
      clearLine: () => screen.press("ctrl-u"),
      interrupt: () => screen.press("ctrl-c"),
      kill: screen.kill,
      text: () =>
        screen
          .rows()
          .map((row) => row.trimEnd())
          .join("\n"),
      exited: screen.exited,
    }),
  );
}

async function onPaper(place: Place, use: (person: Person) => Promise<void>): Promise<void> {
  const { url, cwd, env, args = [] } = place;
  // Whatever is entered quickly is not one prompt.
  const config = join(scratch(), "config.yaml");
  writeFileSync(config, "paste_mode: off\n");
  const pty = startPty({
    cwd,
    cols: 200,
    args: ["-b", "anthropic", "--base-url", url, ...args],
    env: { ANTHROPIC_API_KEY: "test", TREADLE_DISPLAY: "append", TREADLE_CONFIG: config, ...env },
  });
  const text = () => pty.output().replaceAll("\r\n", "\n");
  const sees = (wanted: string | RegExp) =>
    until(
      () => (typeof wanted === "string" ? text().includes(wanted) : wanted.test(text())),
      () => `${String(wanted)} in ${text()}`,
    );
  try {
    await pty.expect("You: ");
    await use({
      pid: pty.pid,
      type: pty.type,
      enter: async (line) => pty.enter(line),
      sees,
      async answer(task, key) {
        await pty.expect(new RegExp(`Task ${task}: (?:Allow|Go on|Do it)\\?[^:]*: $`));
        pty.enter(key);
      },
      clearLine: () => pty.type(ctrlU),
      interrupt: () => pty.type(ctrlC),
      kill: pty.kill,
      text,
      exited: pty.exited,
    });
    expectPlain(pty.output());
  } finally {
    await pty.dispose();
  }
}
