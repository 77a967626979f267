/** Everything of the outside world that the program touches, as one value: main.ts passes the real one. */
import type { Readable } from "node:stream";
import type { Send } from "../http/answer.ts";
import type { Clock } from "../terminal/clock.ts";

export interface Host {
  /** Without the interpreter and the script. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly version: string;
  /** What this computer is called. */
  readonly machine: string;
  readonly platform: { readonly node: string; readonly system: string };
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** What the system says now; nothing where the output is no terminal. */
  readonly terminalSize: () => { readonly columns?: number; readonly rows?: number };
  readonly now: () => number;
  readonly clock: Clock;
  /** For what is asked before there is a backend. */
  readonly sendRequest: Send;
  /** For the full screen, which takes the terminal and gives it back however the process ends. */
  readonly node: NodeJS.Process;
  readonly temporaryDirectory: string;
  /** Where the themes of the package are. */
  readonly themesDirectory: string;
  readonly onSignal: (signal: LeavingSignal, run: () => void) => void;
  /** The input was a terminal, and that is not there any more. */
  readonly inputIsGone: () => boolean;
  /** The last thing that is done, however the process ends; it cannot wait for anything. */
  readonly onExit: (run: () => void) => void;
  /** Whoever read our standard output is gone: nothing written from now on arrives. */
  readonly onOutputClosed: (run: () => void) => void;
  /** A library wrote to the console, or the runtime warns of something. */
  readonly onStray: (run: (text: string) => void) => void;
  /** Leaves at once, without waiting for anything. */
  readonly exit: (code: number) => void;
}

export type LeavingSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

export interface OutputStream {
  readonly isTTY?: boolean;
  write(text: string): void;
}
