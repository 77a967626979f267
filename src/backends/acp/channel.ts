/** A queue between whoever tells things and one reader who waits for them. */

export interface Channel<T> {
  /** What comes after the end is dropped. */
  push(item: T): void;
  end(): void;
  readonly items: AsyncIterable<T>;
}

export function createChannel<T>(): Channel<T> {
  let waiting: T[] = [];
  let ended = false;
  let wake: () => void = () => {};

  async function* read(): AsyncGenerator<T> {
    for (;;) {
      const batch = waiting;
      waiting = [];
      yield* batch;
      if (waiting.length > 0) continue;
      if (ended) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    push(item) {
      if (ended) return;
      waiting.push(item);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    items: read(),
  };
}
