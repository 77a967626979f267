/** Reads an open file piece by piece, as much of it as somebody wants. */
import type { FileHandle } from "node:fs/promises";
import type { Capture } from "./capture.ts";
import type { LineWindow } from "./line-window.ts";

const chunkBytes = 256 * 1024;

/** Whether the end of the file was reached. */
export async function readInto(
  capture: Capture,
  handle: FileHandle,
  window: LineWindow,
  stop: () => boolean,
): Promise<boolean> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  while (!stop()) {
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes);
    if (bytesRead === 0) return true;
    capture.push(window.take(buffer.subarray(0, bytesRead)));
  }
  return false;
}
