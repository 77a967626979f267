/** An agent on the Agent Client Protocol behind the built program. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { root, runProgram, scratch } from "../support/program.ts";

function home(): string {
  const place = scratch();
  mkdirSync(join(place, ".config/treadle"), { recursive: true });
  const agent = { type: "acp", command: process.execPath, args: [join(root, "test/fixtures/acp/agent.mjs")] };
  writeFileSync(join(place, ".config/treadle/config.json"), JSON.stringify({ backends: { desk: agent } }));
  return place;
}

it("answers in a one-shot run, and leaves no process", async () => {
  const { stdout, code } = await runProgram({ args: ["-b", "desk", "hello"], env: { HOME: home() } });
  expect(stdout).toBe("Hello there.\n");
  expect(code).toBe(0);
});

it("asks in our box, and shows its tools, on the full screen", () =>
  onScreen({ args: ["-b", "desk"], url: undefined, env: { HOME: home() } }, async (screen) => {
    await screen.enter("ask");
    await screen.shows("rm it");
    await screen.answer("y");
    await screen.shows("outcome yes");
    await screen.enter("tool");
    await screen.shows("List files");
    await screen.shows("One file.");
  }));
