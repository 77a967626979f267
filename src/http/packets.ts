/** The body of an answer, packet by packet: as it is pushed, without what an iterated stream costs for each. */
import type { IncomingMessage } from "node:http";

/** More than a reader leaves lying that keeps up. */
const mostWaiting = 16;

/** See `packets` in `HttpAnswer`. What came before it broke off is read first; after an abort nothing is. */
export async function* packetsOf(message: IncomingMessage, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const arrived: Uint8Array[] = [];
  let end: { readonly error?: unknown } | undefined;
  let wake = () => {};
  const finish = (error?: unknown) => {
    end ??= { error };
    wake();
  };
  const cancel = () => {
    arrived.length = 0;
    finish(signal.reason);
  };
  const more = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      message.resume();
    });

  message.on("data", (packet: Uint8Array) => {
    arrived.push(packet);
    if (arrived.length >= mostWaiting) message.pause();
    wake();
  });
  message.on("end", () => finish());
  message.on("error", finish);
  message.on("close", () => finish(new Error("premature close")));
  signal.addEventListener("abort", cancel);
  try {
    if (signal.aborted) cancel();
    if (message.destroyed) finish(new Error("premature close"));
    for (;;) {
      const packet = arrived.shift();
      if (packet) yield packet;
      else if (end) break;
      else await more();
    }
    if (end.error !== undefined) throw new TypeError("terminated", { cause: end.error });
  } finally {
    signal.removeEventListener("abort", cancel);
    // One that is all there leaves its connection to the next request.
    if (message.complete) message.resume();
    else message.destroy();
  }
}
