/** A strict provider for several turns at once: what it says to each is known by the prompt, and comes when the test says so. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type MockBody, refuse } from "../contract/messages-api-rules.ts";
import {
  blockDelta,
  blockStart,
  blockStop,
  errorBody,
  messageEnd,
  messageStart,
  toolBlock,
} from "../support/mock-anthropic.ts";
import { until } from "../support/until.ts";

export interface Branches {
  readonly url: string;
  /** The turn with this prompt. */
  on(prompt: string): Branch;
  readonly bodies: readonly MockBody[];
  /** Why requests were refused. */
  readonly refusals: readonly string[];
  close(): Promise<void>;
}

export interface Branch {
  /** Waits for its request with this number. */
  request(number?: number): Promise<MockBody>;
  send(text: string): void;
  /** Ends the answer, with a call of a tool where one is given. */
  end(call?: { readonly name: string; readonly input: unknown }): void;
  /** All at once. */
  answer(text: string, number?: number): Promise<void>;
  call(command: string, number?: number): Promise<void>;
}

interface Line {
  readonly bodies: MockBody[];
  response?: ServerResponse;
}

let calls = 0;

export async function startBranches(): Promise<Branches> {
  const lines = new Map<string, Line>();
  const bodies: MockBody[] = [];
  const refusals: string[] = [];

  function lineOf(prompt: string): Line {
    const line = lines.get(prompt) ?? { bodies: [] };
    lines.set(prompt, line);
    return line;
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece) => pieces.push(piece));
    request.on("end", () => {
      if (request.url !== "/v1/messages") return void response.writeHead(404).end();
      const body = JSON.parse(Buffer.concat(pieces).toString()) as MockBody;
      const refusal = refuse(request, body);
      if (refusal) {
        refusals.push(refusal.message);
        response.writeHead(refusal.status, { "content-type": "application/json" });
        response.end(JSON.stringify(errorBody(refusal.type, refusal.message)));
        return;
      }
      bodies.push(body);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(messageStart() + blockStart(0, { type: "text", text: "" }));
      const line = lineOf(promptOf(body));
      line.response = response;
      line.bodies.push(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  function on(prompt: string): Branch {
    const line = lineOf(prompt);
    const write = (text: string) => line.response?.write(text);
    const branch: Branch = {
      async request(number = 1) {
        await until(
          () => line.bodies.length >= number,
          () => `request ${number} of "${prompt}", among ${[...lines.keys()].join(", ")}`,
        );
        return line.bodies[number - 1] ?? {};
      },
      send: (text) => void write(blockDelta(0, { type: "text_delta", text })),
      end(call) {
        calls += 1;
        const tool =
          call && toolBlock(1, { id: `call_${calls}`, name: call.name }, [JSON.stringify(call.input)]);
        line.response?.end(blockStop(0) + (tool ?? "") + messageEnd(tool ? "tool_use" : "end_turn"));
      },
      async answer(text, number) {
        await branch.request(number);
        branch.send(text);
        branch.end();
      },
      async call(command, number) {
        await branch.request(number);
        branch.send("Let me look.");
        branch.end({ name: "bash", input: { command } });
      },
    };
    return branch;
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    on,
    bodies,
    refusals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The texts of all messages of a request, with who said them. */
export function spoken({ messages = [] }: MockBody): readonly string[] {
  return messages.map(({ role, content }) => `${role}: ${textsOf(content).join(" ")}`);
}

/** The last text of the user's: what comes behind it is results of tools. */
function promptOf({ messages = [] }: MockBody): string {
  const prompts = messages.filter(({ role }) => role === "user").flatMap(({ content }) => textsOf(content));
  return prompts.at(-1) ?? "";
}

function textsOf(content: unknown): readonly string[] {
  if (typeof content === "string") return [content];
  const blocks = Array.isArray(content) ? content : [];
  return blocks.flatMap(({ type, text }) => (type === "text" ? [String(text)] : []));
}
