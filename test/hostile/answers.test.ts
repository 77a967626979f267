/** Providers that answer anything: each request has one outcome, nothing half is run, and the next request is valid. */
import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { createAnthropic } from "../../src/backends/anthropic.ts";
import { createOllama } from "../../src/backends/ollama.ts";
import { createOpenAi } from "../../src/backends/openai.ts";
import type { Backend } from "../../src/model/backend.ts";
import { type MockBody, refuse as refuseMessages } from "../contract/messages-api-rules.ts";
import { type ChatBody, refuse as refuseOpenAi } from "../contract/openai-api-rules.ts";
import { blockDelta } from "../support/mock-anthropic.ts";
import { chatProblem, said } from "../support/mock-ollama.ts";
import { delta, responsesEvent } from "../support/mock-openai.ts";
import { startHostileServer } from "./hostile-server.ts";
import { createConversation } from "./hostile-turns.ts";
import { type SpoiledReply, spoiledReply } from "./mutations.ts";
import { amount, chanceFrom, repeat, seed } from "./seed.ts";
import { goodInputs, type Wire, wires } from "./wires.ts";

const answers = amount("HOSTILE_ANSWERS", 400);
const minutes = 60_000;

interface Provider {
  create(url: string): Promise<Backend>;
  refuse(incoming: IncomingMessage, body: unknown): string | undefined;
}

const providers: Readonly<Record<string, Provider>> = {
  anthropic: {
    create: (baseUrl) => createAnthropic({ apiKey: "k", baseUrl }),
    refuse: (incoming, body) => refuseMessages(incoming, body as MockBody)?.message,
  },
  "openai chat": {
    create: (baseUrl) => createOpenAi({ apiKey: "k", baseUrl, api: "chat" }),
    refuse: (incoming, body) => refuseOpenAi(incoming, body as ChatBody, false)?.message,
  },
  "openai responses": {
    create: (baseUrl) => createOpenAi({ apiKey: "k", baseUrl, api: "responses" }),
    refuse: (incoming, body) => refuseOpenAi(incoming, body as ChatBody, false)?.message,
  },
  ollama: {
    create: (baseUrl) => createOllama({ name: "ollama", label: "Ollama", apiKey: "", baseUrl }),
    refuse: (incoming, body) => chatProblem(incoming.method, body as ChatBody),
  },
};

const facts = {
  capabilities: ["completion", "tools"],
  model_info: { "general.architecture": "llama", "llama.context_length": 131_072 },
};

function start({ name, ok, contentType }: Wire) {
  const provider = providers[name];
  if (!provider) throw new Error(`nobody speaks ${name}`);
  const packets = [Buffer.from(ok.join(""))];
  return startHostileServer({
    refuse: provider.refuse,
    besides: ({ url }) => (url === "/api/show" ? facts : undefined),
    ok: { status: 200, headers: { "content-type": contentType }, packets, finish: "end", onlyCut: true },
  });
}

const shown = ({ packets, ...rest }: SpoiledReply) =>
  JSON.stringify({ ...rest, body: Buffer.concat(packets).toString("latin1").slice(0, 3000) });

describe.concurrent(`a provider that answers anything (${repeat})`, () => {
  it.each(wires)(
    "$name",
    async (wire) => {
      const server = await start(wire);
      const chance = chanceFrom(seed, 30 + wires.indexOf(wire));
      const backend = await providers[wire.name]?.create(server.url);
      const turn = createConversation(backend as Backend);
      for (let number = 0; number < answers / wires.length; number += 1) {
        const reply = spoiledReply(chance.pick(wire.answers), wire.contentType, chance);
        server.enqueue(reply);
        try {
          const { ran } = await turn(`turn ${number}`);
          if (reply.onlyCut) for (const { input } of ran) expect(goodInputs).toContainEqual(input);
          expect(server.refused).toEqual([]);
        } catch (error) {
          throw new Error(
            `${repeat}, answer ${number}: ${shown(reply)}\n${error instanceof Error ? error.stack : error}`,
          );
        }
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      await server.close();
    },
    10 * minutes,
  );
});

/** A piece of the answer that never changes, of each wire. */
const pieces: Readonly<Record<string, (text: string) => string>> = {
  anthropic: (text) => blockDelta(0, { type: "text_delta", text }),
  "openai chat": (content) => delta({ content }),
  "openai responses": (text) =>
    responsesEvent("response.output_text.delta", { output_index: 0, delta: text }),
  ollama: said,
};

/** Of the call with which the second good answer goes on; Ollama sends no pieces. */
const calls: Readonly<Record<string, (json: string) => string>> = {
  anthropic: (partial_json) => blockDelta(3, { type: "input_json_delta", partial_json }),
  "openai chat": (json) => delta({ tool_calls: [{ index: 1, function: { arguments: json } }] }),
  "openai responses": (json) =>
    responsesEvent("response.function_call_arguments.delta", { output_index: 2, delta: json }),
};

function* endlessly(before: string, frame: string): Generator<Uint8Array> {
  yield Buffer.from(before);
  const packet = Buffer.from(frame);
  for (;;) yield packet;
}

describe.each(wires)("an answer of $name without an end", (wire) => {
  async function outcomeOf(packets: Iterable<Uint8Array>): Promise<string> {
    const server = await start(wire);
    const backend = await providers[wire.name]?.create(server.url);
    server.enqueue({
      status: 200,
      headers: { "content-type": wire.contentType },
      packets,
      finish: "end",
      onlyCut: false,
    });
    const { events, ran } = await createConversation(backend as Backend)("go");
    expect(ran).toEqual([]);
    await server.close();
    const end = events.find((event) => event.type === "turn-finished");
    return end?.outcome.kind === "failed" ? end.outcome.message : "";
  }

  const open = (wire.answers[0] ?? []).slice(0, 2).join("");

  it("is cut off when it says too much", async () => {
    const piece = pieces[wire.name]?.("and on ".repeat(10_000)) ?? "";
    expect(await outcomeOf(endlessly(open, piece))).toContain("4,000,000 characters");
  });

  it.runIf(wire.name in calls)("is cut off when a call never comes to its end", async () => {
    const answer = wire.answers[1] ?? [];
    const begun = answer.slice(0, answer.findLastIndex((frame) => /read/.test(frame)) + 1).join("");
    const piece = calls[wire.name]?.("x".repeat(100_000)) ?? "";
    expect(await outcomeOf(endlessly(begun, piece))).toContain("is not in the format");
  });
});
