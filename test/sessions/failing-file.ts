/** A file that takes so many bytes and then no more, as a full disk does, until it is given room again. */
import type { JournalFile } from "../../src/sessions/journal-file.ts";

export interface FailingFile extends JournalFile {
  /** Bytes that can still be written. */
  room: number;
  /** What each call takes at most. */
  most: number;
  syncs: number;
  failSync: boolean;
  content(): string;
  /** Somebody else writes. */
  intrude(text: string): void;
}

export function createFailingFile(room = Number.POSITIVE_INFINITY): FailingFile {
  let bytes = Buffer.alloc(0);
  const file: FailingFile = {
    room,
    most: Number.POSITIVE_INFINITY,
    syncs: 0,
    failSync: false,
    write(more) {
      if (file.room === 0) throw new Error("ENOSPC: no space left on device, write");
      const count = Math.min(more.length, file.room, file.most);
      bytes = Buffer.concat([bytes, more.subarray(0, count)]);
      file.room -= count;
      return count;
    },
    sync() {
      if (file.failSync) throw new Error("EIO: i/o error, fdatasync");
      file.syncs += 1;
    },
    size: () => bytes.length,
    close() {},
    content: () => bytes.toString(),
    intrude(text) {
      bytes = Buffer.concat([bytes, Buffer.from(text)]);
    },
  };
  return file;
}
