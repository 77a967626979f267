/** A session that is too long to be read before it is shown, resumed in the built program. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Message } from "../../src/model/message.ts";
import { onScreen } from "../support/full-screen.ts";
import { textReply } from "../support/mock-anthropic.ts";
import { scratch } from "../support/program.ts";
import { messagesOf, useAgent } from "./agent.ts";

const agent = useAgent();
const turns = 3000;

/** Turns with these answers, the last of which were left after a summary of all others. */
function stateWith(answer: (turn: number) => string, kept: number): string {
  const state = scratch();
  const directory = join(state, "treadle", "sessions");
  mkdirSync(directory, { recursive: true });
  const head = { type: "session", version: 1, id: "long", created: "2026-01-01T00:00:00.000Z", cwd: "/" };
  const usage = { input: 100, output: 1, cacheRead: 0, cacheWrite: 0 };
  const records: unknown[] = [
    head,
    { type: "settings", at: 1, backend: "anthropic", model: "m", agent: "default" },
  ];
  const say = (message: Message) => records.push({ type: "message", at: 1, message });
  for (let turn = 1; turn <= turns; turn += 1) {
    say({ role: "user", text: `ask ${turn}` });
    records.push({ type: "usage", at: 1, usage, model: "m" });
    say({ role: "assistant", parts: [{ type: "text", text: answer(turn) }] });
    if (turn !== turns - kept) continue;
    const summary: Message = {
      role: "user",
      text: "in short: much was said",
      synthetic: true,
      summary: true,
    };
    const change = { from: 0, removed: 2 * turn, inserted: [summary], reason: "compacted" };
    records.push({ type: "changed", at: 1, change });
  }
  records.push({ type: "named", at: 1, name: "Endless" });
  writeFileSync(
    join(directory, "long.jsonl"),
    records.map((record) => `${JSON.stringify(record)}\n`).join(""),
  );
  return state;
}

const long = (turn: number) =>
  Array.from({ length: 40 }, (_, line) => `- row ${line} of answer ${turn}, woven\n`).join("");

describe("a long session on the full screen", () => {
  it("shows its end at once, reaches its first line, finds what was said, and goes on", async () => {
    const env = { XDG_STATE_HOME: stateWith(long, 2) };
    const replies = [textReply("Of course.")];
    await onScreen({ args: ["--resume", "long"], env, replies }, async (screen) => {
      await screen.shows(`row 39 of answer ${turns}, woven`);
      await screen.shows("Resumed Endless (long), 5 messages");
      await screen.enter("/top");
      await screen.shows("You: ask 1");
      await screen.shows("row 0 of answer 1, woven");
      screen.press("page-down");
      await screen.shows("row 20 of answer 1, woven");
      await screen.enter("/bottom");
      await screen.shows("Resumed Endless");
      await screen.enter(`/find row 7 of answer ${turns - 700},`);
      await screen.shows(`row 7 of answer ${turns - 700}, woven`);
      await screen.enter("/bottom");
      await screen.enter("go on");
      await screen.shows("Of course.");
      const sent = messagesOf(screen.mock.requests.at(-1));
      expect(sent[0]).toContain("in short: much was said");
      expect(sent.slice(1).map((said) => said.slice(0, 20).split("\n")[0])).toEqual([
        `user: ask ${turns - 1}`,
        "assistant: - row 0 o",
        `user: ask ${turns}`,
        "assistant: - row 0 o",
        "user: go on",
      ]);
      await screen.enter("/tokens");
      await screen.shows(/300,?\d\d\d|300k/);
    });
  });

  it("sends all of a conversation that was never made shorter, and takes back what was done to it", async () => {
    const env = { XDG_STATE_HOME: stateWith(long, turns) };
    const args = ["--resume", "long", "--context-mode", "sliding", "--max-messages", "4"];
    await onScreen({ args, env, replies: [textReply("Here.")] }, async (screen) => {
      await screen.shows(`Resumed Endless (long), ${2 * turns} messages`);
      await screen.enter(`/delete ${2 * turns - 1}-${2 * turns}`);
      await screen.shows("Deleted");
      await screen.enter("/undo");
      await screen.shows("Undone");
      await screen.enter("really?");
      await screen.shows("Here.");
      expect(messagesOf(screen.mock.requests.at(-1))).toContain(`user: ask ${turns}`);
    });
  });
});

it("is opened by its last turns in plain lines, with all its totals", async () => {
  const env = { XDG_STATE_HOME: stateWith(long, 2) };
  const { stdout } = await agent.run(["--resume", "long"], { env, input: "/tokens\n/undo\n/history\n" });
  expect(stdout).toMatch(
    /Earlier messages are not shown\.[\s\S]*You: ask 2998\n[\s\S]*row 39 of answer 3000/,
  );
  expect(stdout).not.toContain("ask 2997\n");
  expect(stdout).toContain("[Resumed Endless (long), 5 messages]");
  expect(stdout).toMatch(/300,?000/);
  expect(stdout).toMatch(/6,?000/);
});
