/** Reads what the user attaches to a prompt: text within bounds, the names in a directory, a picture. */
import { lstat, readdir } from "node:fs/promises";
import type { ImageType } from "../model/attachment.ts";
import { createCapture } from "./capture.ts";
import { troubleSentence } from "./file-trouble.ts";
import { createLineWindow } from "./line-window.ts";
import type { PathGuard } from "./path-guard.ts";
import { readInto } from "./read-into.ts";
import { type OpenFile, withOpenFile } from "./regular-file.ts";
import type { ResolvedPath } from "./resolve-path.ts";
import { mayHoldSecrets } from "./secret-names.ts";

export type Looked =
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly reason: string }
  | Present;

export interface Present {
  readonly kind: "file" | "directory";
  readonly file: ResolvedPath;
  readonly maySecret: boolean;
}

const longestName = 255;

/** What there is under this name, and whether it may be read. */
export async function lookAt(path: string, guard: PathGuard): Promise<Looked> {
  const isName = (part: string) => Buffer.byteLength(part) <= longestName;
  if (path.includes("\0") || path.length > 4000 || !path.split("/").every(isName)) return { kind: "absent" };
  const verdict = await guard(path, "read");
  if (!verdict.ok) return { kind: "refused", reason: verdict.refusal };
  const { file } = verdict;
  const stats = await lstat(file.real).catch(() => undefined);
  if (stats === undefined) return { kind: "absent" };
  const maySecret = mayHoldSecrets(file);
  return { kind: stats.isDirectory() ? "directory" : "file", file, maySecret };
}

export interface ReadOptions {
  /** From 1, both included; absent: the whole file. */
  readonly lines?: { readonly first: number; readonly last: number } | undefined;
  readonly maxChars: number;
  readonly signal: AbortSignal;
}

export type FileContent =
  | { readonly kind: "text"; readonly text: string; readonly cut?: string }
  | { readonly kind: "image"; readonly mediaType: ImageType; readonly data: string }
  | { readonly kind: "refused"; readonly reason: string };

export async function readAttached({ kind, file }: Present, options: ReadOptions): Promise<FileContent> {
  try {
    if (kind === "directory") return await readNames(file);
    return await withOpenFile(file, (open) => readOpen(open, file, options));
  } catch (error) {
    const reason = troubleSentence(error, file.given);
    if (reason === undefined) throw error;
    return { kind: "refused", reason };
  }
}

const mostNames = 500;

/** One level of it, directories with a slash. */
async function readNames(file: ResolvedPath): Promise<FileContent> {
  const entries = await readdir(file.real, { withFileTypes: true });
  const names = entries.map((entry) => `${plain(entry.name)}${entry.isDirectory() ? "/" : ""}`).sort();
  const shown = names.slice(0, mostNames);
  const hidden = names.length - shown.length;
  const text = shown.map((name) => `${name}\n`).join("");
  return {
    kind: "text",
    text,
    ...(hidden > 0 && { cut: `only the first ${mostNames} of ${names.length} names` }),
  };
}

/** A name stays on its line. */
function plain(name: string): string {
  return name.replaceAll(/\p{Cc}/gu, "?");
}

/** As base64 no more than the 5 MB that services take. */
export const maxImageBytes = 3_750_000;

async function readOpen(open: OpenFile, { given }: ResolvedPath, options: ReadOptions): Promise<FileContent> {
  const { handle, stats } = open;
  const head = Buffer.alloc(12);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  const mediaType = imageTypeOf(head.subarray(0, bytesRead));
  if (mediaType === undefined) return readText(open, given, options);
  if (stats.size > maxImageBytes)
    return refused(`${given} is an image of ${stats.size} bytes; ${maxImageBytes} is the most.`);
  const bytes = Buffer.alloc(stats.size);
  const { bytesRead: length } = await handle.read(bytes, 0, stats.size, 0);
  return { kind: "image", mediaType, data: bytes.toString("base64", 0, length) };
}

const signatures: readonly (readonly [ImageType, RegExp])[] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638(?:37|39)61/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** By what is in it: a name can say anything. */
export function imageTypeOf(head: Buffer): ImageType | undefined {
  const hex = head.toString("hex");
  return signatures.find(([, pattern]) => pattern.test(hex))?.[0];
}

async function readText(
  { handle, stats }: OpenFile,
  given: string,
  { lines, maxChars, signal }: ReadOptions,
): Promise<FileContent> {
  const capture = createCapture(maxChars);
  const window = lines
    ? createLineWindow(lines.first - 1, lines.last - lines.first + 1)
    : createLineWindow(0, Number.POSITIVE_INFINITY);
  const stop = () => signal.aborted || window.isPast() || capture.isBinary() || capture.isFull();
  // The first read was at a place of its own, so this one begins at the beginning.
  await readInto(capture, handle, window, stop);
  const wasFull = capture.isFull();
  const { text, binary } = capture.finish();
  if (signal.aborted) return refused(`reading ${given} was stopped`);
  if (binary)
    return refused(`${given} is a binary file (${stats.size} bytes); only text and images can be attached.`);
  if (lines && text === "") return refused(`${given} has no line ${lines.first}.`);
  const cut = `only the first ${text.length} characters of ${stats.size} bytes`;
  return { kind: "text", text, ...(wasFull && { cut }) };
}

function refused(reason: string): FileContent {
  return { kind: "refused", reason };
}
