/** One server on the Model Context Protocol: connected, watched, called. Whatever it does, it only costs itself. */
import { type Client, type RequestOptions, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import type { McpServerSettings } from "../../model/settings.ts";
import type { ToolRunContext } from "../../model/tool.ts";
import { fail, type Tool, type ToolAnswer } from "../tool.ts";
import { createClient } from "./client.ts";
import type { DescribedPrompt } from "./described-prompts.ts";
import type { DescribedResource } from "./described-resources.ts";
import type { DescribedTool } from "./described-tools.ts";
import { openTransport, type Surroundings } from "./open-transport.ts";
import { createPromptList } from "./prompt-list.ts";
import { type ListedMessage, type PromptPiece, promptPieces } from "./prompt-message.ts";
import { createResourceList } from "./resource-list.ts";
import { answerOf, type CallResult } from "./result-text.ts";
import { messageOf } from "./server-words.ts";
import { createToolList } from "./tool-list.ts";
import { createWatch } from "./watch.ts";

export interface ServerOptions {
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly version: string;
  readonly around: Surroundings;
  /** Stands for where the server comes from; absent: from the user. */
  readonly origin?: string | undefined;
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
  /** What it told of them last. */
  described(): readonly DescribedTool[];
  /** A call that nobody but the user makes: the model is allowed nothing by it. Never rejects. */
  callTool(
    ownName: string,
    input: Readonly<Record<string, unknown>>,
    live: ToolRunContext,
  ): Promise<Got<CallResult>>;
  prompts(): readonly DescribedPrompt[];
  /** What it makes of a prompt. Never rejects. */
  fill(
    prompt: DescribedPrompt,
    values: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Got<readonly PromptPiece[]>>;
  resources(): readonly DescribedResource[];
  /** Whatever is at that address. Never rejects. */
  read(uri: string, signal: AbortSignal): Promise<Got<readonly ResourceContent[]>>;
  /** Never rejects. Settles when its tools are there, or never will be. What was connected before is ended. */
  connect(): Promise<void>;
  /** As `connect` does, without connecting again. */
  connected(): Promise<void>;
  /** Settles when all is known that it offers. */
  listed(): Promise<void>;
  close(): void;
}

/** As the protocol has it, as far as we look at it. */
export interface ResourceContent {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string;
  /** In base64. */
  readonly blob?: string;
}

/** `problem` is a sentence. */
export type Got<T> =
  | { readonly kind: "got"; readonly value: T }
  | { readonly kind: "problem"; readonly message: string };

const connectMs = 30_000;
const callMs = 120_000;
const mostProgress = 1000;

export function createServer(options: ServerOptions): Server {
  const { name, settings, around, tell, origin } = options;
  const callLimit = (settings.timeoutSeconds ?? callMs / 1000) * 1000;
  let state: ServerState = "connecting";
  let problem: string | undefined;
  let client: Client | undefined;
  let connecting: Promise<void> = Promise.resolve();
  let listed: Promise<void> = Promise.resolve();
  const toolList = createToolList({ server: name, origin, tell, call });
  const promptList = createPromptList(name, tell);
  const resourceList = createResourceList();

  /** Asks the server something; what goes wrong comes back as a sentence. */
  async function ask<T>(
    signal: AbortSignal,
    request: (client: Client, options: RequestOptions) => Promise<T>,
  ): Promise<Got<T>> {
    if (!client || state !== "ready") return { kind: "problem", message: absentText() };
    try {
      const options = { signal, timeout: callLimit, resetTimeoutOnProgress: true };
      return { kind: "got", value: await request(client, options) };
    } catch (error) {
      return { kind: "problem", message: signal.aborted ? "Cancelled by the user" : callProblem(error) };
    }
  }

  async function call(
    { ownName }: DescribedTool,
    input: Readonly<Record<string, unknown>>,
    { signal, onOutput }: ToolRunContext,
  ): Promise<ToolAnswer> {
    const got = await callTool(ownName, input, { signal, onOutput });
    return got.kind === "got" ? answerOf(got.value) : fail(got.message);
  }

  async function callTool(
    ownName: string,
    input: Readonly<Record<string, unknown>>,
    { signal, onOutput }: ToolRunContext,
  ): Promise<Got<CallResult>> {
    const params = { name: ownName, arguments: { ...input } };
    const onprogress = progressTo(onOutput);
    return ask(
      signal,
      async (asked, given) => (await asked.callTool(params, { ...given, onprogress })) as CallResult,
    );
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
    const watch = createWatch(options, (text) => {
      problem = text;
    });
    const mine: Client = createClient(options.version, {
      tools: relist(toolList.take),
      prompts: relist(promptList.take),
      resources: relist(resourceList.take),
    });
    client = mine;
    const isMine = () => client === mine;

    function relist<T>(take: (listed: readonly T[]) => void) {
      return (error: Error | null, list: readonly T[] | null): void => {
        if (!isMine()) return;
        if (error) problem = messageOf(error);
        else if (state === "ready") take(list ?? []);
      };
    }
    mine.onerror = (error) => {
      if (isMine() && state === "ready") problem = messageOf(error);
    };
    mine.onclose = () => {
      if (!isMine() || state !== "ready") return;
      state = "gone";
      problem = watch.reason("the connection was closed");
      tell(`The MCP server ${name} is gone: ${problem}. Start it again with /mcp restart ${name}.`);
    };

    try {
      const transport = openTransport(settings, around, watch.listeners);
      await mine.connect(transport, { timeout: connectMs });
      const offers = mine.getServerCapabilities()?.tools;
      const listing = offers && (await mine.listTools(undefined, { timeout: connectMs }));
      if (!isMine()) return;
      toolList.take(listing?.tools ?? []);
      state = "ready";
    } catch (error) {
      if (!isMine()) return;
      state = "failed";
      problem = watch.reason(messageOf(error));
      tell(`The MCP server ${name} cannot be used: ${problem}. Try again with /mcp restart ${name}.`);
      mine.close().catch(() => {});
    }
  }

  /** What no request needs; a server that cannot tell of it is as good without. */
  async function listMore(mine = client): Promise<void> {
    const offers = mine?.getServerCapabilities();
    if (!mine || !offers || state !== "ready") return;
    const isMine = () => client === mine && state === "ready";
    const timeout = { timeout: connectMs };
    const list = async (what: string, look: () => Promise<void>) => {
      await look().catch((error) => {
        if (isMine()) tell(`The MCP server ${name} does not tell which ${what} it has: ${messageOf(error)}.`);
      });
    };
    if (offers.prompts)
      await list("prompts", async () => {
        const { prompts } = await mine.listPrompts(undefined, timeout);
        if (isMine()) promptList.take(prompts);
      });
    if (!offers.resources) return;
    await list("resources", async () => {
      const { resources } = await mine.listResources(undefined, timeout);
      if (isMine()) resourceList.take(resources);
    });
    // Hardly any server has them, and not all of the others say so.
    const templates = await mine.listResourceTemplates(undefined, timeout).catch(() => undefined);
    if (isMine()) resourceList.takeTemplates(templates?.resourceTemplates ?? []);
  }

  return {
    state: () => state,
    problem: () => problem,
    tools: toolList.tools,
    described: toolList.described,
    callTool,
    prompts: promptList.prompts,
    async fill({ ownName }, values, signal) {
      const params = { name: ownName, arguments: { ...values } };
      const got = await ask(signal, (asked, given) => asked.getPrompt(params, given));
      if (got.kind === "problem") return got;
      return { kind: "got", value: promptPieces(got.value.messages as readonly ListedMessage[]) };
    },
    resources: resourceList.resources,
    async read(uri, signal) {
      const got = await ask(signal, (asked, given) =>
        asked.readResource({ uri }, { ...given, cacheMode: "bypass" }),
      );
      return got.kind === "problem" ? got : { kind: "got", value: got.value.contents };
    },
    connect() {
      connecting = connect();
      listed = connecting.then(() => listMore());
      return connecting;
    },
    connected: () => connecting,
    listed: () => listed,
    close,
  };
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
