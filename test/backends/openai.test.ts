/** Both of OpenAI's interfaces keep the contract of backends. */
import { describe } from "vitest";
import { createOpenAi } from "../../src/backends/openai.ts";
import type { Usage } from "../../src/model/usage.ts";
import { type ContractAnswer, describeBackendContract, packed } from "../contract/backend-contract.ts";
import {
  callItem,
  chatCall,
  chatEnd,
  chatStart,
  delta,
  messageItem,
  responsesEnd,
  responsesStart,
  startMockOpenAi,
  type WireUsage,
} from "../support/mock-openai.ts";
import { type MockReply, rawReply, statusReply } from "../support/mock-server.ts";

const apiKey = "sk-test-0123456789";

interface Wire {
  readonly api: "chat" | "responses";
  text(answer: Extract<ContractAnswer, { kind: "text" }>): readonly string[];
  calls(answer: Extract<ContractAnswer, { kind: "calls" }>): readonly string[];
  readonly empty: readonly string[];
  /** The beginning of an answer. */
  open(pieces: readonly string[]): readonly string[];
}

const chat: Wire = {
  api: "chat",
  text: ({ pieces, usage }) => [
    chatStart,
    ...pieces.map((content) => delta({ content })),
    chatEnd("stop", wireUsage(usage)),
  ],
  calls: ({ calls }) => [chatStart, ...calls.map(chatCall), chatEnd("tool_calls")],
  empty: [chatStart, chatEnd("stop")],
  open: (pieces) => [chatStart, ...pieces.map((content) => delta({ content }))],
};

const responses: Wire = {
  api: "responses",
  text: ({ pieces, usage }) => [responsesStart, ...messageItem(0, pieces), responsesEnd(wireUsage(usage))],
  calls: ({ calls }) => [responsesStart, ...calls.map(callItem), responsesEnd()],
  empty: [responsesStart, responsesEnd()],
  open: (pieces) => [responsesStart, ...messageItem(0, pieces).slice(0, -1)],
};

function wireUsage(usage: Usage | undefined): WireUsage | undefined {
  if (!usage) return undefined;
  const { input, output, cacheRead, cacheWrite } = usage;
  return { all: input + cacheRead + cacheWrite, output, cached: cacheRead, written: cacheWrite };
}

function onWire(wire: Wire, answer: ContractAnswer): MockReply {
  switch (answer.kind) {
    case "text": {
      const { packets, firstDelayMs } = answer;
      return rawReply(packed(wire.text(answer), packets), {
        firstDelayMs,
        ...(packets ? {} : { delayMs: 1 }),
      });
    }
    case "calls":
      return rawReply(packed(wire.calls(answer), answer.packets));
    case "empty":
      return rawReply(wire.empty);
    case "status":
      return statusReply(answer.status, answer.body, answer.headers);
    case "garbage":
      return rawReply([...wire.open(answer.pieces), "data: {oops\n\n"]);
    case "cut":
    case "hang":
      return rawReply(answer.pieces.length > 0 ? wire.open(answer.pieces) : [], { finish: answer.kind });
  }
}

describe.each([chat, responses])("$api", (wire) => {
  describeBackendContract(`openai ${wire.api}`, async () => {
    const mock = await startMockOpenAi(true);
    return {
      backend: await createOpenAi({ apiKey, baseUrl: `${mock.url}/v1`, api: wire.api }),
      secret: apiKey,
      enqueue: (answer) => mock.enqueue(onWire(wire, answer)),
      requests: () => ({
        arrived: mock.requests.length,
        abandoned: mock.requests.filter(({ aborted }) => aborted).length,
      }),
      refusals: () => mock.requests.flatMap(({ rejected }) => rejected ?? []),
      close: mock.close,
    };
  });
});
