/** What servers write to their standard error, in one file each, for their owner alone and not without end. */
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

export interface ServerLog {
  write(server: string, chunk: Uint8Array): void;
  close(): void;
}

const mostBytes = 1_000_000;

interface LogFile {
  readonly descriptor: number | undefined;
  left: number;
}

/** A disk that refuses costs the log and nothing else. Names of servers hold nothing that leads elsewhere. */
export function createServerLog(directory: string | undefined): ServerLog {
  const files = new Map<string, LogFile>();

  function fileOf(server: string): LogFile {
    const known = files.get(server);
    if (known) return known;
    const made = { descriptor: open(directory, server), left: mostBytes };
    files.set(server, made);
    return made;
  }

  return {
    write(server, chunk) {
      const file = fileOf(server);
      if (file.descriptor === undefined || file.left <= 0) return;
      const part = chunk.subarray(0, file.left);
      file.left -= part.length;
      attempt(() => writeSync(file.descriptor ?? -1, part));
      if (file.left === 0) attempt(() => writeSync(file.descriptor ?? -1, "\n[the rest is not kept]\n"));
    },
    close() {
      for (const { descriptor } of files.values())
        if (descriptor !== undefined) attempt(() => closeSync(descriptor));
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
