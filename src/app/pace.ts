/** Long work in small pieces, so that no key and no signal waits for it. It must not know what the work is. */
import type { Clock } from "../terminal/clock.ts";

/** Undefined while there is time left; else resolves when everything else has had its turn. */
export type Pace = () => Promise<void> | undefined;

/** In milliseconds: nobody notices that a key is so late. */
const stretch = 2;

export function createPace({ now, after }: Clock): Pace {
  let since = now();
  async function rest(): Promise<void> {
    await new Promise<void>((resolve) => void after(0, resolve));
    since = now();
  }
  return () => (now() - since < stretch ? undefined : rest());
}

/** To its end, or until a step is enough: then it comes to nothing. */
export async function inPieces<Step, Result>(
  steps: Generator<Step, Result>,
  pace: Pace,
  isEnough: (step: Step) => boolean = () => false,
): Promise<Result | undefined> {
  try {
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      if (isEnough(value)) return undefined;
      const pause = pace();
      if (pause) await pause;
    }
  } finally {
    steps.return(undefined as Result);
  }
}
