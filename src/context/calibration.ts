/** How far our guesses at tokens are off, learned from what providers count. One ratio for each model of a backend. */

export interface Calibration {
  /** By what to multiply a guess. */
  ratio(model: string): number;
  /** The provider counted `counted` tokens where the guess, before any correction, was `estimated`. */
  learn(model: string, estimated: number, counted: number): void;
}

/** What is counted may be about something else than what was sent, so nothing beyond this is believed. */
const [lowest, highest] = [0.5, 2.5];
/** How far a sample moves the ratio: the first few further, as there is little to go by. */
const first = { samples: 4, share: 0.35 } as const;
const later = { share: 0.15 } as const;

export function createCalibration(): Calibration {
  const learned = new Map<string, { readonly ratio: number; readonly samples: number }>();
  const known = (model: string) => learned.get(model) ?? { ratio: 1, samples: 0 };
  return {
    ratio: (model) => known(model).ratio,
    learn(model, estimated, counted) {
      if (estimated <= 0 || counted <= 0) return;
      const { ratio, samples } = known(model);
      const observed = Math.min(highest, Math.max(lowest, counted / estimated));
      const { share } = samples < first.samples ? first : later;
      learned.set(model, { ratio: ratio + share * (observed - ratio), samples: samples + 1 });
    },
  };
}
