/** The full screen and hostile text, by every route there is. */
import { describe, expect, it } from "vitest";
import { pasteBytes } from "../support/screen-keys.ts";
import { fixtureEntry } from "../support/terminfo/fixture.ts";
import { corpus } from "./corpus.ts";
import { hostileShows } from "./hostile-shows.ts";
import { randomText } from "./random-text.ts";
import { createScreenProbe, type ScreenProbe } from "./screen-probe.ts";
import { amount, chanceFrom, repeat, seed } from "./seed.ts";
import { unseen } from "./unseen.ts";

/** A screen takes ten times as long as paper. */
const strings = amount("HOSTILE_STRINGS", 3000) / 2;
/** So many texts are on the screen at once, and are judged together. */
const perFrame = 4;
/** It takes its time for each write. */
const perXterm = 25;
const minutes = 60_000;

async function bombard(probe: ScreenProbe, count: number, stream: number): Promise<void> {
  let last: readonly string[] = [];
  let frames = 0;
  try {
    for (const shows of hostileShows(count, perFrame, stream)) {
      last = shows.map(({ route, text }) => `${route}: ${JSON.stringify(text)}`);
      for (const together of inFrames(shows)) probe.show(together);
      probe.judge();
      frames += 1;
      if (frames % perXterm === 0) await probe.judgeXterm();
    }
    await probe.judgeXterm();
  } catch (error) {
    throw new Error(
      `${repeat}, after\n${last.join("\n")}\n${error instanceof Error ? error.message : error}`,
    );
  } finally {
    probe.close();
  }
}

type Shows = Parameters<typeof inFrames>[0];

/** Questions stand in the place of one another, so each gets a frame. */
function inFrames(shows: readonly { readonly events: Parameters<ScreenProbe["show"]>[0] }[]) {
  const isQuestion = ({ events }: Shows[number]) => events.some(({ type }) => type === "approval-requested");
  const asked = shows.filter(isQuestion).map(({ events }) => events);
  return [shows.filter((show) => !isQuestion(show)).flatMap(({ events }) => events), ...asked];
}

describe(`the full screen explains every byte it sends (${repeat})`, () => {
  it("on xterm-256color", () => bombard(createScreenProbe({}), strings, 0), 10 * minutes);

  it.each([
    { term: "vt100", isXterm: true, env: { LANG: "C.UTF-8" } },
    { term: "linux", isXterm: true, env: { LANG: "C" } },
    { term: "wy50", isXterm: false, env: { LANG: "C" } },
  ])(
    "on $term with $env.LANG",
    (options) => bombard(createScreenProbe({ ...options, columns: 60, rows: 24 }), strings / 20, 1),
    10 * minutes,
  );
});

it("shows what it does not send", () => {
  const probe = createScreenProbe({ columns: 200 });
  const short = corpus.filter(({ text }) => text.length < 60 && !/[\n\t]/.test(text) && unseen.test(text));
  for (const { text } of short) {
    probe.show([{ type: "notice", level: "warning", text }]);
    expect(probe.rows().join("\n")).toContain(escaped(text).trimEnd());
  }
  expect(short.length).toBeGreaterThan(500);
  probe.close();
});

/** By a rule of its own: a caret for a control of ASCII, a code point for the rest. */
function escaped(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
    if (code === 0x7f) return "^?";
    return unseen.test(character) ? `\\u{${code.toString(16)}}` : character;
  }).join("");
}

describe("what is around the conversation", () => {
  it("shows hostile names of models, sessions, files and commands", async () => {
    const chance = chanceFrom(seed, 2);
    let text = "";
    const probe = createScreenProbe({
      options: {
        inUse: () => ({
          backend: text,
          model: text,
          agent: text,
          approval: "ask",
          maxTokens: 8192,
          window: 1000,
          cost: 1,
        }),
        session: () => text,
        commands: () => [{ name: "odd", aliases: [], usage: text, summary: text }],
        sessionNames: { commands: ["load"], names: () => [{ name: text, detail: text }] },
        listFiles: () => [{ name: text, isDirectory: false }],
        header: Array.from({ length: 30 }, () => randomText(chance)),
        entries: Array.from({ length: 50 }, () => randomText(chance)),
        directory: randomText(chance),
      },
    });
    for (let count = 0; count < 60; count += 1) {
      text = randomText(chance);
      probe.show([{ type: "view", action: { kind: "theme", name: text } }]);
      probe.judge();
      for (const typed of ["@", "/o", "/load "]) {
        probe.type(typed);
        probe.press("tab");
        probe.judge(40);
        probe.press("ctrl-u");
        clearInput(probe);
      }
      probe.press("ctrl-u", "up", "up");
      probe.judge(40);
      probe.press("ctrl-u", "ctrl-u");
      clearInput(probe);
    }
    await probe.judgeXterm();
    probe.close();
  });

  it("takes hostile pastes as text", async () => {
    const entry = fixtureEntry("xterm-256color");
    const chance = chanceFrom(seed, 3);
    const probe = createScreenProbe({});
    for (let count = 0; count < 200; count += 1) {
      const text = Buffer.from(randomText(chance)).toString("latin1").replaceAll("\u001b[201~", "");
      probe.type(pasteBytes(entry, text));
      probe.judge(40);
      clearInput(probe);
    }
    await probe.judgeXterm();
    probe.close();
  });
});

function clearInput(probe: ScreenProbe): void {
  probe.press("ctrl-c");
  probe.judge(40);
}
