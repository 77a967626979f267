/** Agents that write anything: their readers by volume, a real process on the Agent Client Protocol, real CLI agents. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createAcp } from "../../src/backends/acp/acp-agent.ts";
import { createAgentEvents } from "../../src/backends/cli/agent-events.ts";
import { createCliAgent } from "../../src/backends/cli/cli-agent.ts";
import { agentProfiles } from "../../src/backends/cli/profiles.ts";
import type { Backend } from "../../src/model/backend.ts";
import { root, scratch } from "../support/program.ts";
import { testHost } from "../support/program-host.ts";
import { acpPlay, agentPlays } from "./agent-plays.ts";
import { createConversation } from "./hostile-turns.ts";
import { spoiledReply } from "./mutations.ts";
import { amount, chanceFrom, repeat, seed } from "./seed.ts";

const answers = amount("HOSTILE_ANSWERS", 400);
/** Starting a process takes its time. */
const processes = Math.max(4, answers / 200);
/** An agent whose answer was lost is waited for until the turn is cancelled. */
const protocolAnswers = Math.min(answers / 5, 100);
const minutes = 60_000;

/** What a spoiled agent writes: how it would be sent over HTTP does not matter here. */
function spoiled(frames: readonly string[], stream: number): () => readonly Uint8Array[] {
  const chance = chanceFrom(seed, stream);
  return () => spoiledReply(frames, "", chance).packets;
}

/** Without a process: the reader of a profile is given what comes next. */
function readerBackend(profile: string, next: () => readonly Uint8Array[]): Backend {
  let runs = 0;
  return {
    name: profile,
    label: profile,
    model: profile,
    ownTools: true,
    async *stream() {
      runs += 1;
      const reader = agentProfiles[profile]?.reader({}, "play");
      if (!reader) throw new Error(`no profile ${profile}`);
      const events = createAgentEvents(`${profile}-${runs}`);
      const decoder = new TextDecoder();
      for (const packet of next()) yield* events.take(reader.read(decoder.decode(packet, { stream: true })));
      yield* events.take(reader.end());
      yield* events.closeTools(false);
      yield { type: "done", stop: "end" };
    },
  };
}

async function play(backend: Backend, count: number, prompt = (number: number) => `turn ${number}`) {
  const turn = createConversation(backend);
  for (let number = 0; number < count; number += 1) {
    try {
      await turn(prompt(number));
    } catch (error) {
      throw new Error(`${repeat}, answer ${number}: ${error instanceof Error ? error.stack : error}`);
    }
  }
}

// The protocol's library complains there; the program keeps that in its log.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

describe(`an agent that writes anything (${repeat})`, () => {
  it.each(Object.entries(agentPlays))(
    "is read by the profile %s",
    (profile, frames) =>
      play(readerBackend(profile, spoiled(frames, frames.length)), answers / Object.keys(agentPlays).length),
    10 * minutes,
  );

  it(
    "may be one on the protocol",
    async () => {
      const plays = scratch();
      const chance = chanceFrom(seed, 50);
      const args = [join(root, "test/fixtures/acp/player.mjs")];
      const host = testHost({ ACP_PLAYS: plays }, root);
      const backend = await createAcp({ name: "desk", label: "desk", command: process.execPath, args }, host);
      await play(backend, protocolAnswers, (number) => {
        const { packets } = spoiledReply(acpPlay, "", chance);
        const body = Buffer.concat(packets).toString("latin1");
        writeFileSync(join(plays, String(number)), JSON.stringify({ body, exits: chance.oneIn(8) }));
        return `play ${number}`;
      });
      backend.close?.();
    },
    10 * minutes,
  );

  it(
    "may be a program",
    async () => {
      const folder = scratch();
      const file = join(folder, "play");
      const host = testHost({ AGENT_PLAY: file }, folder);
      const next = spoiled(agentPlays.claude ?? [], 60);
      const backend = await createCliAgent({ name: "claude-cli", label: "claude", profile: "claude" }, host);
      await play(backend, processes, (number) => {
        const steps = next().map((packet) => ({ base64: Buffer.from(packet).toString("base64") }));
        writeFileSync(file, JSON.stringify([...steps.slice(0, 50), { exit: number % 3 }]));
        return `turn ${number}`;
      });
      expect(processes).toBeGreaterThan(3);
    },
    10 * minutes,
  );
});
