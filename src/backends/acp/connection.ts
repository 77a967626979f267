/** A running agent and the connection to it: a process group of its own, its standard streams, nothing of our terminal. */
import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import type {
  ClientConnection,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from "@agentclientprotocol/sdk";
import type { ProgramHost } from "../cli/program-host.ts";
import { shortLines } from "./short-lines.ts";

export interface AcpListener {
  onUpdate(session: string, update: SessionUpdate): void;
  onPermission(request: RequestPermissionRequest): Promise<RequestPermissionResponse>;
}

export interface AcpConnection {
  readonly agent: ClientConnection["agent"];
  /** Settles when the agent is gone, with what is known about it. */
  readonly gone: Promise<string>;
  isGone(): boolean;
  stop(): void;
}

export interface AcpProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const maxErrors = 2000;
const killMs = 150;

export async function connectAgent(
  { command, args, env }: AcpProgram,
  host: ProgramHost,
  listener: AcpListener,
): Promise<AcpConnection> {
  const { client, methods, ndJsonStream } = await import("@agentclientprotocol/sdk");
  // A session of its own: it has no terminal, not even by name.
  const child = spawn(command, [...args], {
    cwd: host.cwd,
    env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let errors = "";
  let over = false;
  let isTooLong = false;
  const gone = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(startTrouble(error, command)));
    child.once("close", (code, signal) =>
      resolve(isTooLong ? `${command} sent a line that is too long.` : endOf(command, code, signal, errors)),
    );
  }).then((reason) => {
    over = true;
    return reason;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-maxErrors);
  });
  child.stdin.on("error", () => {});
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const lines = shortLines(() => {
    isTooLong = true;
    stop();
  });
  const connection = client({ name: "treadle" })
    .onNotification(methods.client.session.update, ({ params }) => {
      listener.onUpdate(params.sessionId, params.update);
    })
    .onRequest(methods.client.session.requestPermission, ({ params }) => listener.onPermission(params))
    .connect(ndJsonStream(Writable.toWeb(child.stdin), output.pipeThrough(lines)));

  function stop(): void {
    connection.close();
    const { pid } = child;
    if (over || pid === undefined || !host.kill(pid, "SIGTERM")) return;
    host.after(killMs, () => host.kill(pid, "SIGKILL"));
  }

  void gone.then(() => connection.close());
  return { agent: connection.agent, gone, isGone: () => over, stop };
}

function startTrouble(error: Error, command: string): string {
  const missing = "code" in error && error.code === "ENOENT";
  return missing
    ? `Command '${command}' not found: install it, or correct the backend's \`command\`.`
    : `Command '${command}' could not be started: ${error.message}`;
}

function endOf(command: string, code: number | null, signal: string | null, errors: string): string {
  const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
  const words = errors.trim().split("\n").at(-1)?.trim() ?? "";
  return words === "" ? `${command} ${how}.` : `${command} ${how}: ${words}`;
}
