/** What Tab makes of the words behind /backend, /model, /agent and /load, in the built program. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { startMockOllama } from "../support/mock-ollama.ts";
import { scratch } from "../support/program.ts";

it("completes backends, also behind another name of the command, and agents", async () => {
  await onScreen({}, async (screen) => {
    screen.type("/sw off");
    await screen.shows(/^ +offline$/m);
    screen.press("tab");
    await screen.cursorBehind("/sw offline ");
    screen.press("enter");
    await screen.shows("Backend: offline demo, model offline-demo, from now on.");
    screen.type("/agent yo");
    await screen.shows(/^ +yolo$/m);
    screen.press("tab");
    await screen.cursorBehind("/agent yolo ");
  });
});

it("completes the models that the service lists, and asks it for them only then", async () => {
  const ollama = await startMockOllama();
  ollama.tags({ models: [{ model: "qwen3:8b" }, { model: "phi4" }] });
  const asked = () => ollama.others.filter(({ path }) => path === "/api/tags").length;
  try {
    await onScreen({ url: ollama.url, args: ["-b", "ollama"] }, async (screen) => {
      expect(asked()).toBe(0);
      screen.type("/model ");
      await screen.cursorBehind("/model ");
      await expect.poll(asked).toBe(1);
      // The answer is there with one of the next keys.
      await expect
        .poll(async () => {
          screen.type("q");
          await screen.cursorBehind("/model q");
          const isListed = screen.rows().some((row) => row.trim() === "qwen3:8b");
          if (!isListed) screen.press("backspace");
          return isListed;
        })
        .toBe(true);
      screen.press("tab");
      await screen.cursorBehind("/model qwen3:8b ");
      screen.press("enter");
      await screen.shows("Backend: Ollama, model qwen3:8b, from now on.");
    });
  } finally {
    await ollama.close();
  }
});

it("completes the names and ids of sessions", async () => {
  const state = scratch();
  const directory = join(state, "treadle", "sessions");
  mkdirSync(directory, { recursive: true });
  const records = [
    { type: "session", version: 1, id: "20260101-000000-abc", created: "2026-01-01T00:00:00.000Z", cwd: "/" },
    { type: "message", at: 1, message: { role: "user", text: "Weave a twill." } },
    { type: "named", at: 1, name: "Red cloth" },
  ];
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  writeFileSync(join(directory, "20260101-000000-abc.jsonl"), lines.join(""));
  await onScreen({ env: { XDG_STATE_HOME: state } }, async (screen) => {
    screen.type("/load ");
    // They are there with one of the next keys.
    await expect
      .poll(async () => {
        screen.type("r");
        await screen.cursorBehind("/load r");
        const isListed = screen.rows().some((row) => row.trim().startsWith("Red cloth"));
        if (!isListed) screen.press("backspace");
        return isListed;
      })
      .toBe(true);
    screen.press("tab");
    await screen.cursorBehind("/load Red cloth ");
    screen.press("enter");
    await screen.shows("Weave a twill.");
  });
});
