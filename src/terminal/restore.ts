/** Every way in which a process can end and still run code, and how it ends then. It must not know terminals. */
import { type Host, listen } from "./host.ts";

export const deadlySignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
export type DeadlySignal = (typeof deadlySignals)[number];

/** What would have ended the process; a plain exit is on its way and needs no more help. */
export type Ending =
  | { readonly kind: "exit" }
  | { readonly kind: "signal"; readonly signal: DeadlySignal }
  | { readonly kind: "crash"; readonly error: unknown };

const crashEvents = ["uncaughtException", "unhandledRejection"] as const;
const crashCode = 1;

/** `ending` replaces what would have happened, so it must see to it that the process ends; the result stops this. */
export function watchEndings(host: Host, ending: (how: Ending) => void): () => void {
  const stops = [
    listen(host, "exit", () => ending({ kind: "exit" })),
    ...deadlySignals.map((signal) => listen(host, signal, () => ending({ kind: "signal", signal }))),
    ...crashEvents.map((event) => listen(host, event, (error: unknown) => ending({ kind: "crash", error }))),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Ends as the process would have without us: by that signal, or with the error on `report` and a code. */
export function endProcess(host: Host, report: (text: string) => void, how: Ending): void {
  if (how.kind === "signal") {
    // Any listener, also one of a library, would keep the signal from doing its work.
    host.removeAllListeners(how.signal);
    host.kill(host.pid, how.signal);
  }
  if (how.kind === "crash") {
    report(`${crashText(how.error)}\n`);
    host.exit(crashCode);
  }
}

/** The stack as plain text: messages may quote anything, and Node itself would add colours that nobody asked for. */
export function crashText(error: unknown): string {
  return textOf(error).replace(/[^\P{Cc}\n\t]/gu, "?");
}

function textOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack ?? error) : `Thrown: ${String(error)}`;
  } catch {
    return "Thrown: something that cannot be shown.";
  }
}
