/** The terminal's bytes and the end of them, from its streams. It must not know keys. */
import { createListeners, type Subscribe } from "./listeners.ts";

export interface InputNews {
  readonly onInput: Subscribe<Uint8Array>;
  readonly onEnd: Subscribe<void>;
}

type Stream = Pick<NodeJS.EventEmitter, "on">;
type Input = Stream & { pause(): unknown };

/**
 * Reads nothing by itself: the bytes flow when the input is resumed.
 * An error is an end too: a terminal that cannot be read, set or asked for its size (EIO) was closed. The end is
 * told once.
 */
export function followInput(input: Input, output: Stream): InputNews {
  const bytes = createListeners<Uint8Array>();
  const end = createListeners<void>();
  let ended = false;

  function tellEnd(): void {
    if (ended) return;
    ended = true;
    end.tell();
  }

  // A stream that was never paused flows as soon as someone listens.
  input.pause();
  input.on("data", bytes.tell);
  for (const event of ["end", "error", "close"]) input.on(event, tellEnd);
  output.on("error", tellEnd);
  return { onInput: bytes.subscribe, onEnd: end.subscribe };
}
