/** /compact at a terminal, on both displays: seen, stopped, taken back. */
import { expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { textReply } from "../support/mock-anthropic.ts";
import { hangReply } from "../support/mock-server.ts";
import { ctrlC } from "../support/pty.ts";
import { until } from "../support/until.ts";
import { inChat } from "./pty-chat.ts";

const answers = Array.from({ length: 5 }, (_, at) =>
  textReply(`Answer ${at + 1} ${"warp and weft ".repeat(20)}`),
);

it.each([
  [80, 24],
  [40, 15],
])("is seen on the full screen of %i columns, stopped and taken back", (columns, rows) =>
  onScreen({ columns, rows, replies: [...answers, hangReply()] }, async (screen) => {
    for (const at of [1, 2, 3, 4, 5]) {
      await screen.enter(`prompt ${at}`);
      await screen.shows(`Answer ${at}`);
      await screen.shows(/^>/m);
    }
    await screen.enter("/compact the answers");
    await screen.shows("Compacting");
    screen.press("ctrl-c");
    await screen.shows("Compaction was stopped");
    await screen.hides("Compacting");
    await screen.enter("/compact");
    await screen.shows("Compacted 4 messages");
    await screen.enter("/compact undo");
    await screen.shows(/has 10\s+messages again/);
    await screen.enter("last");
    await until(
      () => screen.mock.requests.length === 7,
      () => `7 requests, not ${screen.mock.requests.length}`,
    );
    expect(JSON.stringify(screen.mock.requests.at(-1)?.body)).toContain("prompt 1");
  }),
);

it("is seen on paper, stopped and taken back", () =>
  inChat({ replies: [...answers, hangReply()] }, async ({ pty, mock }) => {
    for (const at of [1, 2, 3, 4, 5]) {
      pty.enter(`prompt ${at}`);
      await pty.expect(`Answer ${at}`);
      await pty.expect("You: ");
    }
    pty.enter("/compact the answers");
    await pty.expect("[Compacting 3 messages...]");
    await until(
      () => mock.requests.length === 6,
      () => `6 requests, not ${mock.requests.length}`,
    );
    pty.type(ctrlC);
    await pty.expect("[Compaction was stopped; the conversation is as it was.]");
    pty.enter("/compact");
    await pty.expect("[Compacted 4 messages");
    pty.enter("/compact undo");
    await pty.expect("has 10 messages again");
  }));
