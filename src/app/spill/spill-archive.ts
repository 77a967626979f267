/**
 * The archive of the history in a private file: memory holds where each block lies, and what is about to be written.
 * A disk that refuses costs the oldest blocks and one warning, never the chat. It must not know how blocks look.
 */
import type { BlockSource } from "../../view/block.ts";
import type { Archive } from "../../view/history/archive.ts";
import { createBoundedCache } from "../../view/history/bounded-cache.ts";
import { createColumn, integers, largeIntegers } from "../../view/history/column.ts";
import { openSpillFile, type SpillFile } from "./spill-file.ts";

export interface SpillArchive extends Archive {
  close(): void;
}

export interface SpillOptions {
  /** Where the file may be; the first that can be written is used, once there is much to keep. */
  readonly directories: readonly string[];
  /** Told once, when the disk refuses. */
  readonly onTrouble: (reason: string) => void;
  readonly open?: (directories: readonly string[]) => SpillFile;
  /** Bytes that are written at once. */
  readonly chunk?: number;
  /** Bytes of blocks in memory when there is no disk. */
  readonly mostInMemory?: number;
}

export function createSpillArchive(options: SpillOptions): SpillArchive {
  const {
    directories,
    onTrouble,
    open = openSpillFile,
    chunk = 256 * 1024,
    mostInMemory = 8_000_000,
  } = options;
  const pending = Buffer.alloc(chunk);
  const offsets = createColumn(largeIntegers);
  /** 0: not in the file. */
  const lengths = createColumn(integers);
  const refused = createBoundedCache<number, Buffer>(mostInMemory);
  /** The blocks whose bytes are pending. */
  const waiting = new Set<number>();
  let used = 0;
  let file: SpillFile | undefined;
  let broken = false;
  let closed = false;

  const written = (): number => file?.size() ?? 0;

  function append(bytes: Uint8Array): void {
    file ??= open(directories);
    file.append(bytes);
  }

  function flush(): void {
    if (used > 0) append(pending.subarray(0, used));
    used = 0;
    waiting.clear();
  }

  function place(index: number, bytes: Buffer): void {
    if (used + bytes.length > chunk) flush();
    offsets.set(index, written() + used);
    if (bytes.length > chunk) append(bytes);
    else {
      bytes.copy(pending, used);
      used += bytes.length;
      waiting.add(index);
    }
    lengths.set(index, bytes.length);
  }

  function keepInMemory(index: number, bytes: Buffer): void {
    lengths.set(index, 0);
    refused.set(index, bytes, bytes.length);
  }

  /** What was on its way to the disk stays in memory. */
  function giveUp(error: unknown): void {
    broken = true;
    for (const index of waiting) keepInMemory(index, Buffer.from(pendingBytes(index)));
    waiting.clear();
    used = 0;
    onTrouble(error instanceof Error ? error.message : String(error));
  }

  function pendingBytes(index: number): Buffer {
    const from = offsets.get(index) - written();
    return pending.subarray(from, from + lengths.get(index));
  }

  function bytesOf(index: number): Buffer | undefined {
    const length = lengths.get(index);
    if (length === 0) return refused.get(index);
    const offset = offsets.get(index);
    return offset >= written() ? pendingBytes(index) : file?.read(offset, length);
  }

  return {
    keep(index, source) {
      if (closed) return;
      const bytes = Buffer.from(JSON.stringify(source));
      try {
        if (!broken) return place(index, bytes);
      } catch (error) {
        giveUp(error);
      }
      keepInMemory(index, bytes);
    },
    read(index) {
      const bytes = closed ? undefined : bytesOf(index);
      return bytes && parsed(bytes);
    },
    close() {
      closed = true;
      file?.close();
    },
  };
}

/** Only we could write it, but a disk may give back something else. */
function parsed(bytes: Buffer): BlockSource | undefined {
  try {
    return JSON.parse(bytes.toString()) as BlockSource;
  } catch {
    return undefined;
  }
}
