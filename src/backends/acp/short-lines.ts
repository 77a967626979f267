/** Passes bytes on as they come, until a line grows longer than any message: nobody would keep so much of it. */

const longestLine = 32 * 1024 * 1024;
const lineFeed = 10;

/** `tooLong` is told once, and nothing comes after it. */
export function shortLines(tooLong: () => void, most = longestLine): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const last = chunk.lastIndexOf(lineFeed);
      length = last < 0 ? length + chunk.length : chunk.length - last - 1;
      if (length <= most) return controller.enqueue(chunk);
      tooLong();
      controller.terminate();
    },
  });
}
