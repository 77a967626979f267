/** A small JSON file of ours in the state directory: read with doubts, written whole or not at all. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { reasonOf } from "./source-file.ts";

export type StateReading<T> =
  | { readonly kind: "absent" }
  | { readonly kind: "read"; readonly held: T }
  | { readonly kind: "damaged" | "unreadable"; readonly message: string };

/** `parse` gives undefined for what it cannot have written. */
export function readStateFile<T>(path: string, parse: (value: JsonObject) => T | undefined): StateReading<T> {
  try {
    const value: unknown = parseJson(readFileSync(path, "utf8"));
    const held = isObject(value) ? parse(value) : undefined;
    return held === undefined ? { kind: "damaged", message: `${path} is damaged` } : { kind: "read", held };
  } catch (error) {
    if (isMissing(error)) return { kind: "absent" };
    return { kind: "unreadable", message: `${path} cannot be read (${reasonOf(error)})` };
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** SHA-256 in hexadecimal digits. */
export function isHash(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

/** For its owner alone. Throws where the system refuses. */
export function writeStateFile(path: string, held: JsonObject): void {
  const directory = dirname(path);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  const fresh = `${path}.${randomBytes(6).toString("hex")}`;
  const file = openSync(fresh, "wx", 0o600);
  try {
    try {
      writeFileSync(file, `${JSON.stringify(held, null, 2)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Where the copy of a damaged file is. */
export function keepDamaged(path: string): string {
  const copy = `${path}.damaged-${randomBytes(4).toString("hex")}`;
  copyFileSync(path, copy, constants.COPYFILE_EXCL);
  return copy;
}
