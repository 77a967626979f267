/** Chance that can be repeated: a generator of numbers from a seed, and how much of it the environment asks for. */
import { randomFrom } from "../support/random.ts";

export interface Chance {
  /** From 0 up to, but not including, `below`; whole. */
  below(below: number): number;
  /** Whether what happens once in `times` happens now. */
  oneIn(times: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** The same for everybody, but for those who look for more: `HOSTILE_SEED=random`, or the number that such a run names. */
export const seed =
  process.env.HOSTILE_SEED === "random"
    ? Math.floor(Math.random() * 2 ** 31)
    : (numberIn(process.env.HOSTILE_SEED) ?? 20_260);

/** How many there are to be: as the variable says, or `usually`. */
export function amount(variable: "HOSTILE_STRINGS" | "HOSTILE_ANSWERS", usually: number): number {
  return numberIn(process.env[variable]) ?? usually;
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Says how to repeat what failed. */
export const repeat = `HOSTILE_SEED=${seed}`;

/** `stream` tells several of one seed apart. */
export function chanceFrom(start: number, stream = 0): Chance {
  const next = randomFrom(start ^ Math.imul(stream + 1, 0x9e37_79b9));
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error("nothing to pick from");
      return items[below(items.length)] as T;
    },
  };
}
