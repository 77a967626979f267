/** What is known of models: their limits and prices, from the table of the program and the user's own. */
import type { Prices, Rates } from "./cost.ts";
import { findName, tagOf } from "./lookup.ts";
import builtIn from "./models.json" with { type: "json" };

/** What nobody knows is absent. */
export interface ModelFacts {
  /** Of the context, in tokens. */
  readonly window?: number;
  /** The longest answer, in tokens. */
  readonly maxOutput?: number;
  readonly prices?: Prices;
}

export interface Catalogue {
  /** When the program's own table was put together. */
  readonly date: string;
  facts(model: string): ModelFacts;
  names(): readonly string[];
}

/** A model as files describe it. */
export interface ListedModel {
  readonly window?: number;
  readonly max_output?: number;
  readonly prices?: ListedRates & { readonly long?: Partial<ListedRates> & { readonly over: number } };
}

interface ListedRates {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number;
  readonly cache_write?: number;
}

export type ListedModels = Readonly<Record<string, ListedModel>>;

/** The context limit of a model of which nobody knows the window. */
export const fallbackWindow = 8192;

export function contextLimit({ window }: ModelFacts): number {
  return window ?? fallbackWindow;
}

/** The user's own models go before the program's, fact by fact. */
export function createCatalogue(own: ListedModels = {}): Catalogue {
  const models: ListedModels = builtIn.models;
  /** Displays ask with every frame. */
  const found = new Map<string, ModelFacts>();

  function find(model: string): ModelFacts {
    const facts = { ...familyFacts(model), ...factsIn(models, model), ...factsIn(own, model) };
    found.set(model, facts);
    return facts;
  }

  return {
    date: builtIn.date,
    facts: (model) => found.get(model) ?? find(model),
    names: () => [...new Set([...Object.keys(own), ...Object.keys(models)])],
  };
}

function factsIn(models: ListedModels, model: string): ModelFacts {
  const match = findName(Object.keys(models), model);
  const listed = match && models[match.id];
  if (!listed) return {};
  const { window, max_output: maxOutput } = listed;
  const prices = match.same ? pricesFor(listed, tagOf(model)) : undefined;
  return {
    ...(window !== undefined && { window }),
    ...(maxOutput !== undefined && { maxOutput }),
    ...(prices && { prices }),
  };
}

/** The window that models of the kind have, for those that are not in the table. */
function familyFacts(model: string): ModelFacts {
  const families: Readonly<Record<string, number>> = builtIn.families;
  // A family holds for all its versions, so a version is cut off before the search.
  const match = findName(Object.keys(families), model) ?? findName(Object.keys(families), unversioned(model));
  const window = match && families[match.id];
  return window === undefined ? {} : { window };
}

function unversioned(model: string): string {
  return model.replace(/[.-]\d{1,2}(?=[.:-]|$)/g, "");
}

const free: Prices = { input: 0, output: 0 };

/** A tag may stand for another price, so only those are trusted that are known not to. */
function pricesFor({ prices }: ListedModel, tag: string): Prices | undefined {
  if (tag === "free") return free;
  if (!prices || !["", "latest", "thinking"].includes(tag)) return undefined;
  const { long, ...rates } = prices;
  return long ? { ...ratesOf(rates), long: longPrices(long) } : ratesOf(rates);
}

type LongPrices = NonNullable<NonNullable<ListedModel["prices"]>["long"]>;

function longPrices({ over, input, output, ...cache }: LongPrices): NonNullable<Prices["long"]> {
  if (input === undefined || output === undefined) return { over };
  return { over, rates: ratesOf({ input, output, ...cache }) };
}

function ratesOf({ input, output, cache_read: cacheRead, cache_write: cacheWrite }: ListedRates): Rates {
  return {
    input,
    output,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  };
}
