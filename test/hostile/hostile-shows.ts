/** Which text goes which way: first what is known to hurt, then chance. */
import type { AgentEvent } from "../../src/model/event.ts";
import { corpus } from "./corpus.ts";
import { randomText } from "./random-text.ts";
import { routes } from "./routes.ts";
import { chanceFrom, seed } from "./seed.ts";

export interface HostileShow {
  readonly route: string;
  readonly text: string;
  readonly events: readonly AgentEvent[];
}

const ways = Object.entries(routes);

/** Groups of `together`. Each text of the corpus goes one way, or, where there are so many strings, every way. */
export function* hostileShows(
  count: number,
  together: number,
  stream: number,
): Generator<readonly HostileShow[]> {
  const chance = chanceFrom(seed, stream);
  const every = corpus.length * ways.length;
  const known = count > 2 * every ? every : corpus.length;
  let group: HostileShow[] = [];
  for (let number = 0; number < Math.max(count, 1); number += 1) {
    const isKnown = number < known;
    const text = isKnown ? (corpus[number % corpus.length]?.text ?? "") : randomText(chance);
    const turn = isKnown ? number + Math.floor(number / corpus.length) + seed : chance.below(ways.length);
    const [route, way] = ways[turn % ways.length] ?? ["", () => []];
    group.push({ route, text, events: way(text, `id${number}`) });
    if (group.length === together) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}
