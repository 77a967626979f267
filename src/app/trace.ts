/** `--trace FILE`: every event as one line of JSON, written as it happens so that a crash loses nothing. */
import { appendFileSync, closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import type { Emit, Listener } from "../loop/bus.ts";
import type { Redact } from "../text/redact.ts";
import { jsonLine } from "./json-line.ts";

export interface Trace {
  /** A disk that refuses costs one warning and the rest of the trace, never the chat. */
  writer(emit: Emit): Listener;
  close(): void;
}

export type OpenedTrace =
  | { readonly kind: "ok"; readonly trace: Trace }
  | { readonly kind: "error"; readonly message: string };

/** The file holds prompts and tool output: it is made for its owner alone. */
export function openTrace(file: string, cwd: string, redact: Redact): OpenedTrace {
  try {
    return { kind: "ok", trace: traceTo(openSync(resolve(cwd, file), "w", 0o600), redact) };
  } catch (error) {
    return {
      kind: "error",
      message: `The trace file cannot be written, choose another with --trace: ${reasonOf(error)}`,
    };
  }
}

function traceTo(descriptor: number, redact: Redact): Trace {
  let open = true;
  function close(): void {
    if (open) closeSync(descriptor);
    open = false;
  }
  function append(line: string, emit: Emit): void {
    try {
      // Unlike writeSync, this one goes on after a short write.
      appendFileSync(descriptor, line);
    } catch (error) {
      close();
      emit({ type: "notice", level: "warning", text: `The trace ends here: ${reasonOf(error)}.` });
    }
  }
  return {
    writer: (emit) => (envelope) => {
      if (open) append(redact(jsonLine(envelope)), emit);
    },
    close,
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
