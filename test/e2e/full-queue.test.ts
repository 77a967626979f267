/** What is typed ahead on the full screen: seen, taken back, delivered once each, in order, and never an answer. */
import { expect, it } from "vitest";
import { type FullScreen, onScreen, type ScreenOptions } from "../support/full-screen.ts";
import { type StepServer, startStepServer } from "./pty-chat.ts";

async function busy(
  options: ScreenOptions,
  use: (screen: FullScreen, provider: StepServer) => Promise<void>,
): Promise<void> {
  const provider = await startStepServer();
  try {
    await onScreen({ ...options, url: provider.url }, async (screen) => {
      await screen.enter("one");
      await provider.request(1);
      await screen.enter("two");
      await screen.shows(/^1 queued(?:; Up takes it back)?: two/m);
      await screen.enter("y");
      await use(screen, provider);
    });
  } finally {
    provider.close();
  }
}

it("is changed, delivered once each and in order, and answers no question", () =>
  busy({ rows: 40 }, async (screen, provider) => {
    await screen.shows(/^2 queued; Up takes the last one back\n +1\. two\n +2\. y$/m);
    screen.press("up");
    await screen.cursorBehind("> y");
    await screen.shows(/^1 queued; Up takes it back: two/m);
    await screen.enter("es?");
    await screen.shows(/^ +2\. yes\?$/m);

    provider.send("Let me look.");
    provider.end("true");
    await screen.shows("Approval needed: bash: true");
    await screen.shows("2 queued");
    await screen.answer("n");
    await screen.shows("Denied: bash: true");
    for (const [number, prompt] of [[2], [3, "two"], [4, "yes?"]] as const) {
      await provider.request(number);
      if (prompt !== undefined) await screen.shows(`You: ${prompt}`);
      provider.send(`Answer ${number}.`);
      provider.end();
      await screen.shows(`Answer ${number}.`);
    }
    await screen.hides("queued");
    const prompts = screen.rows().flatMap((row) => /^You: (.*\S)/.exec(row)?.[1] ?? []);
    expect(prompts).toEqual(["one", "two", "yes?"]);
  }));

it("is the same in /queue", () =>
  busy({}, async (screen) => {
    await screen.enter("/queue");
    await screen.shows(/^Queued:\n {2}1\. two\n {2}2\. y$/m);
  }));

it.each([
  [40, 15, /^2 queued; Up takes the last one back\n +2\. y\n>/m],
  [20, 5, /^2 queued: y\n>/m],
])("has its place at %ix%i", (columns, rows, seen) =>
  busy({ columns, rows }, async (screen) => {
    await screen.shows(seen);
    screen.press("up");
    await screen.shows(/^1 queued(?:; Up takes it back)?: two\n> y/m);
  }),
);

it("is held after Ctrl-C, and sent only when the user says so", () =>
  busy({}, async (screen, provider) => {
    await screen.shows("2 queued");
    screen.press("ctrl-c");
    await screen.shows("operation cancelled by user");
    await screen.shows(/^2 held; \/queue send sends them\n +1\. two\n +2\. y$/m);
    screen.press("up");
    await screen.cursorBehind("> y");
    await screen.shows(/^1 held; \/queue send sends it: two/m);
    await screen.enter("es");
    await provider.request(2);
    await screen.shows("You: yes");
    provider.send("Well.");
    provider.end();
    await screen.shows("Well.");
    await screen.shows(/^1 held; .*two/m);
    await screen.enter("/queue send");
    await provider.request(3);
    await screen.shows("You: two");
    await screen.hides("held;");
  }));
