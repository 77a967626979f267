/** What servers write to their standard error, in one file each, for their owner alone and not without end. */
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Redact } from "../text/redact.ts";

export interface ServerLog {
  write(server: string, chunk: Uint8Array): void;
  close(): void;
}

const mostBytes = 1_000_000;

interface LogFile {
  readonly descriptor: number | undefined;
  left: number;
  readonly decoder: InstanceType<typeof TextDecoder>;
  /** The beginning of a line: a secret in it may not be complete. */
  held: string;
}

/** Nobody writes a longer line without an end but to fill the disk. */
const longestHeld = 16_384;

/** A disk that refuses costs the log and nothing else. Names of servers hold nothing that leads elsewhere. */
export function createServerLog(directory: string | undefined, redact: Redact = (text) => text): ServerLog {
  const files = new Map<string, LogFile>();

  function fileOf(server: string): LogFile {
    const known = files.get(server);
    if (known) return known;
    const descriptor = open(directory, server);
    const made = { descriptor, left: mostBytes, decoder: new TextDecoder(), held: "" };
    files.set(server, made);
    return made;
  }

  function keep(file: LogFile, text: string): void {
    if (text === "" || file.left <= 0) return;
    const part = Buffer.from(redact(text)).subarray(0, file.left);
    file.left -= part.length;
    attempt(() => writeSync(file.descriptor ?? -1, part));
    if (file.left === 0) attempt(() => writeSync(file.descriptor ?? -1, "\n[the rest is not kept]\n"));
  }

  return {
    write(server, chunk) {
      const file = fileOf(server);
      if (file.descriptor === undefined || file.left <= 0) return;
      const text = file.held + file.decoder.decode(chunk, { stream: true });
      const end = text.length > longestHeld ? text.length : text.lastIndexOf("\n") + 1;
      file.held = text.slice(end);
      keep(file, text.slice(0, end));
    },
    close() {
      for (const file of files.values()) {
        keep(file, file.held);
        if (file.descriptor !== undefined) attempt(() => closeSync(file.descriptor ?? -1));
      }
      files.clear();
    },
  };
}

/** The file of the last session is written over. */
function open(directory: string | undefined, server: string): number | undefined {
  if (directory === undefined) return undefined;
  return attempt(() => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return openSync(join(directory, `${server}.log`), "w", 0o600);
  });
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
