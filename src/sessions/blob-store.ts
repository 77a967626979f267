/** Contents of files under their own hashes, readable by the owner alone. What is damaged is as good as gone. */
import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

export interface BlobStore {
  /** Throws what the file system throws. It is on the disk when its hash comes back. */
  put(content: Uint8Array): string;
  /** Undefined where it is missing or is not what was put. */
  get(hash: string): Uint8Array | undefined;
}

const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export function createBlobStore(directory: string): BlobStore {
  const pathOf = (hash: string) => join(directory, hash);

  function get(hash: string): Uint8Array | undefined {
    if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
    try {
      const content = readWhole(pathOf(hash));
      return hashOf(content) === hash ? content : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    get,
    put(content) {
      const hash = hashOf(content);
      if (get(hash)) return hash;
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const temporary = `${pathOf(hash)}.tmp`;
      rmSync(temporary, { force: true });
      writeWhole(temporary, content);
      renameSync(temporary, pathOf(hash));
      return hash;
    },
  };
}

export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function readWhole(path: string): Uint8Array {
  const file = openSync(path, readFlags);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function writeWhole(path: string, content: Uint8Array): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
