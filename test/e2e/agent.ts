/** The built program in front of a mock provider. Whatever it writes is checked for control bytes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { type AnthropicRequest, type MockAnthropic, startMockAnthropic } from "../support/mock-anthropic.ts";
import { type Ended, type ProgramOptions, type Running, startProgram } from "../support/program.ts";
import { until } from "../support/until.ts";

export interface Agent {
  readonly mock: MockAnthropic;
  /** Without `input`, standard input is empty. */
  run(args?: readonly string[], options?: Omit<ProgramOptions, "args">): Promise<Ended>;
  /** Standard input stays open until `end`. */
  start(args?: readonly string[], options?: Omit<ProgramOptions, "args" | "input">): Dialogue;
}

export interface Dialogue extends Running {
  type(text: string): void;
  end(): Promise<Ended>;
  signal(name: NodeJS.Signals): Promise<Ended>;
  /** Waits until either output holds the text. */
  sees(text: string): Promise<void>;
}

/** A fresh mock for every test of the file; programs that a failing test left behind are killed. */
export function useAgent(): Agent {
  let mock: MockAnthropic | undefined;
  let running: Running[] = [];
  beforeEach(async () => {
    mock = await startMockAnthropic();
  });
  afterEach(async () => {
    for (const { child } of running) child.kill("SIGKILL");
    running = [];
    await mock?.close();
  });

  function current(): MockAnthropic {
    if (!mock) throw new Error("there is a mock only inside a test");
    return mock;
  }

  function launch(args: readonly string[], options: ProgramOptions): Running {
    const backend = ["-b", "anthropic", "--base-url", current().url];
    const env = { ANTHROPIC_API_KEY: "test", ...options.env };
    const program = startProgram({ ...options, args: [...backend, ...args], env });
    running.push(program);
    return { ...program, ended: program.ended.then(checked) };
  }

  return {
    get mock() {
      return current();
    },
    run: (args = [], options = {}) => launch(args, { input: "", ...options }).ended,
    start: (args = [], options = {}) => dialogue(launch(args, options)),
  };
}

function dialogue(program: Running): Dialogue {
  const { child, stdout, stderr, ended } = program;
  return {
    ...program,
    type: (text) => child.stdin?.write(text),
    end() {
      child.stdin?.end();
      return ended;
    },
    signal(name) {
      child.kill(name);
      return ended;
    },
    sees: (text) =>
      until(
        () => stdout().includes(text) || stderr().includes(text),
        () => `${text} in ${stdout()}${stderr()}`,
      ),
  };
}

/** Everything but newline and tab that a terminal could act on, in both outputs. */
const controls = /[\p{Cc}\p{Bidi_Control}](?<![\n\t])/u;

export function checked(ended: Ended): Ended {
  expect(ended.stdout).not.toMatch(controls);
  expect(ended.stderr).not.toMatch(controls);
  return ended;
}

/** Who said what in a request, tool calls and results by their ids. */
export function messagesOf(request: AnthropicRequest | undefined): string[] {
  return (request?.body?.messages ?? []).flatMap(({ role, content }) => {
    if (typeof content === "string") return [`${role}: ${content}`];
    return (content ?? []).map((block) => `${role}: ${block.text ?? block.id ?? block.tool_use_id}`);
  });
}

export interface SentResult {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
}

/** The tool results of the last request. */
export function resultsOf(requests: readonly AnthropicRequest[]): SentResult[] {
  const last = requests.at(-1)?.body?.messages ?? [];
  return last.flatMap(({ content }) =>
    (Array.isArray(content) ? content : [])
      .filter((block) => block.type === "tool_result")
      .map((block) => ({
        id: String(block.tool_use_id),
        text: textOf(block.content),
        isError: block.is_error === true,
      })),
  );
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return String(content ?? "");
  return content.map((block) => block.text).join("");
}

export function lines(text: string): unknown[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The journals of the sessions that were recorded in a home directory. */
export function journals(home: string): { readonly type: string; readonly message?: unknown }[][] {
  const directory = join(home, ".local", "state", "treadle", "sessions");
  const names = readdirSync(directory).filter((name) => name.endsWith(".jsonl"));
  return names.map((name) => lines(readFileSync(join(directory, name), "utf8")) as { type: string }[]);
}
