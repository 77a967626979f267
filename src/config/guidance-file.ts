/** Reads files that are meant for the model, as clean text within bounds, and anew only when they have changed. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { reasonOf } from "./source-file.ts";

export type GuidanceReading =
  | { readonly kind: "read"; readonly text: string; readonly cut: boolean }
  /** Why not, in words. */
  | { readonly kind: "failed"; readonly reason: string };

export type ReadGuidance = (path: string) => GuidanceReading;

/** Where the user is and where their own files are. */
export interface Place {
  readonly cwd: string;
  readonly home: string;
  readonly config?: string;
}

/** The user's own, or brought along by the project. */
export type Owner = "user" | "project";

/** Of one file, in characters; no more of it is ever in memory. */
export const maxGuidanceChars = 32_000;
const maxBytes = maxGuidanceChars * 4;

export function createGuidanceReader(): ReadGuidance {
  const known = new Map<string, { readonly version: string; readonly reading: GuidanceReading }>();
  return (path) => {
    try {
      const version = versionOf(path);
      const last = known.get(path);
      if (last?.version === version) return last.reading;
      const reading = readBeginning(path);
      known.set(path, { version, reading });
      return reading;
    } catch (error) {
      return { kind: "failed", reason: reasonOf(error) };
    }
  };
}

function versionOf(path: string): string {
  const { dev, ino, size, mtimeMs, ctimeMs } = statSync(path);
  return [dev, ino, size, mtimeMs, ctimeMs].join(" ");
}

function readBeginning(path: string): GuidanceReading {
  // Without O_NONBLOCK a named pipe would hang the program.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return { kind: "failed", reason: "it is not a regular file" };
    const bytes = Buffer.alloc(Math.min(stat.size, maxBytes));
    const text = cleanText(bytes.toString("utf8", 0, readSync(file, bytes)));
    const cut = stat.size > maxBytes || text.length > maxGuidanceChars;
    return { kind: "read", text: shortened(text, maxGuidanceChars), cut };
  } finally {
    closeSync(file);
  }
}

/** Half a character is none. */
export function shortened(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/** Without what is no text, and without what a person who reads the file cannot see but a model can. */
function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/(?![\n\t])\p{Cc}/gu, "")
    .replaceAll(hidden, "");
}

/** Byte order marks, marks of direction, and the letters of U+E0000 that nothing displays. */
const hidden = /[\uFEFF\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu;
