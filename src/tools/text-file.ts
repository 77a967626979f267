/** Loads a whole file as text for tools that change it. */
import { FileTrouble } from "./file-trouble.ts";
import { withOpenFile } from "./regular-file.ts";
import type { ResolvedPath } from "./resolve-path.ts";

const maxBytes = 50 * 1024 * 1024;

/** Rejects with a sentence for whatever would not survive being written back: binary or badly encoded content. */
export function loadText(file: ResolvedPath): Promise<string> {
  return withOpenFile(file, async ({ handle, stats }) => {
    if (stats.size > maxBytes)
      throw new FileTrouble(`${file.given} is too large (${stats.size} bytes) for this tool.`);
    const bytes = await handle.readFile();
    if (bytes.includes(0)) throw new FileTrouble(`${file.given} is a binary file (${bytes.length} bytes).`);
    return decode(bytes, file);
  });
}

function decode(bytes: Uint8Array, file: ResolvedPath): string {
  try {
    // ignoreBOM keeps a byte order mark in the text, so that it is written back.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FileTrouble(`${file.given} is not valid UTF-8 text; changing it here would damage it.`);
  }
}
