/** /usage on the full screen of the built program: charts that every terminal can show. */
import { describe, expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { textReply } from "../support/mock-anthropic.ts";
import { startStepServer } from "./pty-chat.ts";

const cwd = "/usr";
const replies = [100, 3000, 900].map((input_tokens) =>
  textReply("ok", { usage: { input_tokens, output_tokens: 20 } }),
);
const terms = ["xterm-256color", "vt100", "wy50"] as const;

describe.concurrent("the charts", () => {
  it.each(terms)("look as they should on %s", (term) =>
    onScreen({ term, cwd, replies }, async (screen) => {
      await screen.enter("hi");
      await screen.shows("ok");
      await screen.enter("/usage");
      await screen.looksLike("usage");
      screen.press("escape");
      await screen.hides("Tokens per request");
      await screen.shows("Assistant:");
    }),
  );

  it.each(terms)("stand one by one on a small %s", (term) =>
    onScreen({ term, cwd, replies, columns: 40, rows: 15 }, async (screen) => {
      await screen.enter("hi");
      await screen.shows("ok");
      await screen.enter("/usage");
      await screen.looksLike("usage-40x15");
      for (const title of ["Cost in cents", "Context:", "Latency,", "Tokens per request"]) {
        screen.type(" ");
        await screen.shows(title);
      }
      screen.type("q");
      await screen.hides("Tokens per request");
      await screen.cursorBehind("> ");
    }),
  );

  it("are of ASCII where that is asked for", () =>
    onScreen({ args: ["--ascii"], cwd, replies, env: { NO_COLOR: "1" } }, async (screen) => {
      for (const count of [1, 2, 3]) {
        await screen.enter("hi");
        await screen.shows((rows) => rows.filter((row) => row.startsWith("ok")).length === count);
      }
      await screen.enter("/usage");
      await screen.shows("#120#");
      await screen.shows("#3k");
      expect(screen.sent()).toMatch(/^\p{ASCII}*$/u);
    }));

  it("follow a turn that is running, and the size of the screen", async () => {
    const provider = await startStepServer();
    try {
      await onScreen({ cwd, url: provider.url }, async (screen) => {
        await screen.enter("hi");
        await provider.request(1);
        provider.send("one");
        provider.end();
        await screen.shows("one");
        await screen.enter("again");
        await provider.request(2);
        await screen.enter("/usage");
        await screen.shows("Session: 1 request,");
        provider.send("two");
        provider.end();
        await screen.shows("Session: 2 requests,");
        await screen.shows("#2");
        screen.resize(60, 20);
        await screen.shows("1 of 4");
        await screen.cursorBehind("> ");
        screen.resize(28, 10);
        await screen.shows("Average:");
        await screen.hides("Tokens per request");
      });
    } finally {
      provider.close();
    }
  });

  it("give way to lines where nothing was asked yet", () =>
    onScreen({ cwd }, async (screen) => {
      await screen.enter("/usage");
      await screen.shows("No request has been answered yet.");
    }));
});
