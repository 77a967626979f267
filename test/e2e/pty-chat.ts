/** A chat with the built program at a terminal, with a mock provider behind it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import {
  blockDelta,
  blockStart,
  blockStop,
  type MockAnthropic,
  messageEnd,
  messageStart,
  startMockAnthropic,
  toolBlock,
  toolReply,
} from "../support/mock-anthropic.ts";
import { hangReply, type MockReply } from "../support/mock-server.ts";
import { type Pty, type PtyOptions, startPty } from "../support/pty.ts";
import { until } from "../support/until.ts";

export interface Chat {
  readonly pty: Pty;
  readonly mock: MockAnthropic;
  /** The texts and the tool results of the last message that was sent. */
  lastSent(): readonly string[];
}

/** Runs a chat up to its first prompt, lets the test use it, and looks at every character it has sent. */
export async function inChat(
  options: PtyOptions & { readonly replies?: readonly MockReply[]; readonly url?: string },
  use: (chat: Chat) => Promise<void>,
): Promise<void> {
  const { replies = [], url, args = [], env } = options;
  const mock = await startMockAnthropic();
  mock.enqueue(...replies);
  const pty = startPty({
    ...options,
    args: ["-b", "anthropic", "--base-url", url ?? mock.url, ...args],
    env: { ANTHROPIC_API_KEY: "test", TREADLE_DISPLAY: "append", ...env },
  });
  try {
    await pty.expect("You: ");
    await use({ pty, mock, lastSent: () => lastSent(mock) });
    expectPlain(pty.output());
    expect(mock.requests.filter(({ rejected }) => rejected)).toEqual([]);
  } finally {
    await pty.dispose();
    await mock.close();
  }
}

function lastSent({ requests }: MockAnthropic): readonly string[] {
  const content = requests.at(-1)?.body?.messages?.at(-1)?.content;
  if (!Array.isArray(content)) return [String(content)];
  return content.map((block) => String(block.text ?? block.content));
}

/** Only newlines and tabs, and nothing that was not UTF-8. The terminal itself adds returns and erases. */
export function expectPlain(output: string): void {
  const text = output
    .replaceAll("\r\n", "\n")
    .replaceAll("\b \b", "")
    .replaceAll(/[\n\t]/g, "");
  expect(text.match(/[\p{Cc}\uFFFD]/u)).toBeNull();
}

/** Leaves with the command, and expects to be let go. */
export async function leave({ pty }: Chat): Promise<void> {
  pty.enter("exit");
  await pty.expect("Goodbye!\r\n");
  expect(await pty.exited).toEqual({ code: 0, signal: 0 });
}

let calls = 0;

export function bashReply(...commands: readonly string[]): MockReply {
  return toolReply(
    commands.map((command) => {
      calls += 1;
      return { id: `call_${calls}`, name: "bash", input: { command } };
    }),
  );
}

/** Says this, and then nothing more. */
export function unfinishedReply(text: string): MockReply {
  return hangReply([opening + delta(text)]);
}

const opening = messageStart() + blockStart(0, { type: "text", text: "" });
const delta = (text: string) => blockDelta(0, { type: "text_delta", text });

function ending(command: string | undefined): string {
  if (command === undefined) return messageEnd("end_turn");
  return toolBlock(1, { id: "c1", name: "bash" }, [JSON.stringify({ command })]) + messageEnd("tool_use");
}

export interface StepServer {
  readonly url: string;
  /** Sends another piece of the answer. */
  send(text: string): void;
  /** Ends the answer, with a call of bash where a command is given. */
  end(command?: string): void;
  /** Waits for the request with this number. */
  request(number: number): Promise<void>;
  close(): void;
}

/** A chat whose answers come in pieces, each when the test says so. */
export async function inSteps(
  use: (chat: Chat, server: StepServer) => Promise<void>,
  options: PtyOptions = {},
): Promise<void> {
  const server = await startStepServer();
  try {
    await inChat({ ...options, url: server.url }, (chat) => use(chat, server));
  } finally {
    server.close();
  }
}

export async function startStepServer(): Promise<StepServer> {
  let requests = 0;
  let write: (text: string) => void = () => {};
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(opening);
      write = (text) => response.write(text);
      requests += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send: (text) => write(delta(text)),
    end: (command) => write(blockStop(0) + ending(command)),
    request: (number) =>
      until(
        () => requests === number,
        () => `request ${number}`,
      ),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
