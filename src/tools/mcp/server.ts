/** One server on the Model Context Protocol: connected, watched, called. Whatever it does, it only costs itself. */
import { Client, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import type { McpServerSettings } from "../../model/settings.ts";
import type { ToolRunContext } from "../../model/tool.ts";
import { fail, type Tool, type ToolAnswer } from "../tool.ts";
import {
  cleanText,
  compareTools,
  type DescribedTool,
  describeTools,
  type ListedTool,
} from "./described-tools.ts";
import { toTool } from "./mcp-tool.ts";
import { openTransport, type Surroundings } from "./open-transport.ts";
import { answerOf, type CallResult } from "./result-text.ts";

export interface ServerOptions {
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly version: string;
  readonly around: Surroundings;
  /** Sentences for the user. */
  readonly tell: (text: string) => void;
  /** What it writes to its standard error. */
  readonly log: (chunk: Uint8Array) => void;
}

export type ServerState = "connecting" | "ready" | "failed" | "gone";

export interface Server {
  state(): ServerState;
  /** What went wrong last. */
  problem(): string | undefined;
  /** Those of a server that is gone are still there, and say so. */
  tools(): readonly Tool[];
  /** Never rejects. What was connected before is ended. */
  connect(): Promise<void>;
  close(): void;
}

const connectMs = 30_000;
const callMs = 120_000;
const mostProgress = 1000;
const tailBytes = 2000;

export function createServer(options: ServerOptions): Server {
  const { name, settings, around, tell } = options;
  const callLimit = (settings.timeoutSeconds ?? callMs / 1000) * 1000;
  let state: ServerState = "connecting";
  let problem: string | undefined;
  let client: Client | undefined;
  let described: readonly DescribedTool[] = [];
  let tools: readonly Tool[] = [];
  let isListed = false;
  /** By the server's name for a tool: the pin that the user knows. */
  const accepted = new Map<string, string>();

  function takeList(listed: readonly ListedTool[]): void {
    const { tools: next, problems } = describeTools(name, listed);
    const { added, changed, removed } = compareTools(
      new Map(described.map(({ ownName, pin }) => [ownName, pin])),
      next,
    );
    for (const text of problems) tell(text);
    if (isListed) tellChange(name, { added, changed, removed }, tell);
    for (const { ownName, pin } of next) if (!accepted.has(ownName)) accepted.set(ownName, pin);
    isListed = true;
    described = next;
    tools = next.map((tool) =>
      toTool(tool, {
        isChanged: () => accepted.get(tool.ownName) !== tool.pin,
        call: (input, live) => call(tool, input, live),
      }),
    );
  }

  async function call(
    { ownName, pin }: DescribedTool,
    input: Readonly<Record<string, unknown>>,
    live: ToolRunContext,
  ): Promise<ToolAnswer> {
    if (!client || state !== "ready") return fail(absentText());
    // What runs has been allowed as it is.
    accepted.set(ownName, pin);
    try {
      const result = await client.callTool(
        { name: ownName, arguments: { ...input } },
        {
          signal: live.signal,
          timeout: callLimit,
          resetTimeoutOnProgress: true,
          onprogress: progressTo(live.onOutput),
        },
      );
      return answerOf(result as CallResult);
    } catch (error) {
      return fail(live.signal.aborted ? "Cancelled by the user" : callProblem(error));
    }
  }

  function callProblem(error: unknown): string {
    if (state !== "ready") return absentText();
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
      return `The MCP server ${name} gave no answer in ${callLimit / 1000} seconds; the call was cancelled.`;
    problem = messageOf(error);
    return `The MCP server ${name} reports an error: ${problem}`;
  }

  function absentText(): string {
    return state === "connecting"
      ? `The MCP server ${name} is not connected yet; try again later.`
      : `The MCP server ${name} is gone (${problem ?? "no reason known"}). The user can start it again with /mcp restart ${name}.`;
  }

  function close(): void {
    const last = client;
    client = undefined;
    last?.close().catch(() => {});
  }

  async function connect(): Promise<void> {
    close();
    state = "connecting";
    problem = undefined;
    const tail = createTail();
    let noisy = false;
    let exit: string | undefined;
    const mine = new Client(
      { name: "treadle", version: options.version },
      {
        capabilities: {},
        // The server's own affair; and compiling its schemas would be running what it sends.
        jsonSchemaValidator: {
          getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }),
        },
        listChanged: { tools: { onChanged: (error, list) => relist(error, list) } },
      },
    );
    client = mine;
    const isMine = () => client === mine;

    function relist(error: Error | null, list: readonly ListedTool[] | null): void {
      if (!isMine()) return;
      if (error) problem = messageOf(error);
      else if (state === "ready") takeList(list ?? []);
    }
    mine.onerror = (error) => {
      if (isMine() && state === "ready") problem = messageOf(error);
    };
    mine.onclose = () => {
      if (!isMine() || state !== "ready") return;
      state = "gone";
      problem = withTail(exit ?? "the connection was closed", tail.lastLine());
      tell(`The MCP server ${name} is gone: ${problem}. Start it again with /mcp restart ${name}.`);
    };

    try {
      const transport = openTransport(settings, around, {
        onErrorOutput(chunk) {
          tail.push(chunk);
          options.log(chunk);
        },
        onNoise(line) {
          problem = `it wrote a line that is no message: ${cleanText(line, 80)}`;
          if (!noisy) tell(`The MCP server ${name} is noisy: ${problem}. Such lines are ignored.`);
          noisy = true;
        },
        onExit: (reason) => {
          exit = reason;
        },
      });
      await mine.connect(transport, { timeout: connectMs });
      const { tools: listed } = await mine.listTools(undefined, { timeout: connectMs });
      if (!isMine()) return;
      takeList(listed);
      state = "ready";
    } catch (error) {
      if (!isMine()) return;
      state = "failed";
      problem = withTail(exit ?? messageOf(error), tail.lastLine());
      tell(`The MCP server ${name} cannot be used: ${problem}. Try again with /mcp restart ${name}.`);
      mine.close().catch(() => {});
    }
  }

  return {
    state: () => state,
    problem: () => problem,
    tools: () => tools,
    connect,
    close,
  };
}

function tellChange(
  server: string,
  change: Readonly<Record<"added" | "changed" | "removed", readonly string[]>>,
  tell: (text: string) => void,
): void {
  const parts = (["added", "changed", "removed"] as const)
    .filter((kind) => change[kind].length > 0)
    .map((kind) => `${kind} ${listOf(change[kind])}`);
  if (parts.length === 0) return;
  const asks = change.changed.length > 0 ? " What is changed asks again." : "";
  tell(`The MCP server ${server} has other tools now: ${parts.join("; ")}.${asks}`);
}

const mostNamed = 10;

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map((name) => cleanText(name, 64));
  const more = names.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function progressTo(show: (text: string) => void) {
  let count = 0;
  return ({ progress, total, message }: { progress: number; total?: number; message?: string }): void => {
    count += 1;
    if (count > mostProgress) return;
    const share = total === undefined ? `${progress}` : `${progress}/${total}`;
    show(`${message === undefined ? "" : `${message} `}(${share})\n`);
  };
}

function messageOf(error: unknown): string {
  return cleanText(error instanceof Error ? error.message : String(error), 300).replace(/\.$/, "");
}

function withTail(reason: string, line: string): string {
  return line === "" ? reason : `${reason}; it wrote: ${line}`;
}

/** The end of what a program wrote. */
function createTail() {
  let held = Buffer.alloc(0);
  return {
    push(chunk: Uint8Array): void {
      held = Buffer.concat([held, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
    },
    lastLine: () => cleanText(held.toString("utf8").trimEnd().split("\n").at(-1) ?? "", 200),
  };
}
