import { describe, expect, it } from "vitest";
import { contextLimit, createCatalogue, type ListedModels } from "../../src/catalog/catalogue.ts";
import { budgetState, costOf, dollars, type Prices } from "../../src/catalog/cost.ts";
import { readOwnModels } from "../../src/catalog/own-models.ts";
import { addUsage, noUsage } from "../../src/model/usage.ts";
import { type Case, readCases } from "../support/cases.ts";

const catalogue = createCatalogue();
const limits = readCases("model_limits");
const costs = readCases("costs");

type Inputs<T> = Case & { readonly input: T };
const having = <T extends object>(cases: readonly Case[], ...keys: readonly (keyof T & string)[]) =>
  cases.filter(
    (each): each is Inputs<T> =>
      typeof each.input === "object" && keys.every((key) => Object.hasOwn(each.input ?? {}, key)),
  );

describe.skipIf(limits.absent)(limits.title, () => {
  const rules = having<{ rules: [string, string, number][]; default: number; model: string }>(
    limits.cases,
    "rules",
  );
  const known = having<{ model: string }>(limits.cases, "model").filter(({ input }) => !("rules" in input));

  it("has cases", () => expect([known.length, rules.length].every((count) => count > 3)).toBe(true));

  it.each(known)("$id: $input.model", ({ input, expected }) => {
    expect(contextLimit(catalogue.facts(input.model))).toBe(
      (expected as { context_window: number }).context_window,
    );
  });

  it.each(rules)("$id: $input.model by rules", ({ input, expected }) => {
    const own = Object.fromEntries(input.rules.map(([, name, window]) => [name, { window }]));
    expect(createCatalogue(own).facts(input.model).window ?? input.default).toBe(expected);
  });

  it("knows the windows of the families", () => {
    const { expected = {} } = limits.cases.find(({ id }) => id === "micro-x-windows") ?? {};
    const table = expected as Record<string, number>;
    for (const name of ["gpt-4o", "deepseek", "mistral", "llama3", "phi3", "gemma2", "gemma3"]) {
      expect([name, catalogue.facts(name).window]).toEqual([name, table[name]]);
    }
  });
});

describe.skipIf(costs.absent)(costs.title, () => {
  const table = costs.cases.find(({ id }) => id === "price-table")?.expected as Record<
    string,
    { input: number; output: number }
  >;
  const runs = having<{ model: string; input_tokens: number; output_tokens: number }>(
    costs.cases,
    "model",
    "input_tokens",
  );
  // The prices of the case, not today's: as a user's own table they go before ours.
  const own = createCatalogue(
    Object.fromEntries(Object.entries(table ?? {}).map(([name, prices]) => [name, { prices }])),
  );

  it("has cases", () => expect(runs.length).toBeGreaterThan(3));

  it.each(runs)("$id: $input.model", ({ input, expected }) => {
    const usage = { ...noUsage, input: input.input_tokens, output: input.output_tokens };
    const { prices } = own.facts(input.model);
    const total = prices && costOf(prices, usage)?.total;
    const { cost, formatted } = expected as { cost: number; formatted: string };
    expect(total).toBeCloseTo(cost, 10);
    expect(dollars(total)).toBe(formatted);
  });

  it.each(having<{ spent: number; budget: number }>(costs.cases, "spent", "budget"))(
    "$id: a budget",
    ({ id, input, expected }) => {
      const state = budgetState(input.spent, input.budget);
      if (id === "budget-warn") return expect(state).toBe("near");
      expect(state === "spent").toBe((expected as { over: boolean }).over);
    },
  );

  it("prices what comes from a cache apart", () => {
    const split = costs.cases.find(({ id }) => id === "cost-cache-split");
    const { prompt, completion, cached } = (split?.input ?? {}) as Record<string, number>;
    const prices: Prices = { input: 2, output: 8, cacheRead: 0.5 };
    const usage = { input: (prompt ?? 0) - (cached ?? 0), output: completion ?? 0, cacheRead: cached ?? 0 };
    const cost = costOf(prices, { ...usage, cacheWrite: 0 });
    const { input, output, cache_read, total } = (split?.expected ?? {}) as Record<string, number>;
    expect(cost?.input).toBeCloseTo(input ?? 0, 10);
    expect(cost?.output).toBeCloseTo(output ?? 0, 10);
    expect(cost?.cacheRead).toBeCloseTo(cache_read ?? 0, 10);
    expect(cost?.total).toBeCloseTo(total ?? 0, 10);
    const { prices: sonnet } = catalogue.facts("claude-sonnet-4-5-20250929");
    const millions = { ...noUsage, cacheRead: 1e6, cacheWrite: 1e6 };
    expect(sonnet && costOf(sonnet, millions)?.total).toBeCloseTo(4.05, 10);
    expect(sonnet && costOf(sonnet, { ...noUsage, input: 1e6, output: 1e6 })?.total).toBeCloseTo(18, 10);
  });

  it("counts every call", () => {
    const calls = [
      [247, 18],
      [377, 25],
      [581, 112],
    ].map(([input = 0, output = 0]) => ({ ...noUsage, input, output }));
    expect(calls.reduce(addUsage)).toMatchObject(
      costs.cases.find(({ id }) => id === "cost-every-call")?.expected as object,
    );
  });
});

describe("names", () => {
  const own: ListedModels = { "myprov/my-model-v2-20260101": { prices: { input: 2, output: 8 } } };

  it.each([
    ["myprov/my-model-v2"],
    ["other/My-Model-V2"],
    ["my-model-v2-2027-01-01"],
    ["my-model-v2-latest"],
  ])("%s is the same model", (name) =>
    expect(createCatalogue(own).facts(name).prices).toEqual({ input: 2, output: 8 }),
  );

  it.each([
    ["us.anthropic.claude-opus-4-6-v1:0", undefined],
    ["anthropic.claude-opus-4-6-v1", 5],
    ["claude-opus-4.6", 5],
    ["claude-opus-4-20250514", 15],
    ["claude-opus-6", undefined],
    ["gpt-4.7", undefined],
    ["gpt-5-mini-2025-08-07", 0.25],
    ["gpt-5.5-pro", undefined],
    ["gpt-4o:extended", undefined],
    ["openai/gpt-4o:free", 0],
    ["totally-unknown-xyz", undefined],
  ])("%s costs what it costs, or nobody knows: %s", (name, input) =>
    expect(catalogue.facts(name).prices?.input).toBe(input),
  );

  it("a version that is not listed has the window of its family", () => {
    expect(catalogue.facts("claude-opus-6").window).toBe(200_000);
    expect(catalogue.facts("llama3.1:8b").window).toBe(128_000);
    expect(catalogue.facts("nobody-knows").window).toBeUndefined();
  });
});

describe("long requests", () => {
  const long = { ...noUsage, input: 300_000 };

  it("cost more where the service says so", () => {
    const { prices } = catalogue.facts("gpt-5.5");
    expect(prices && costOf(prices, long)?.total).toBeCloseTo(3, 10);
    expect(prices && costOf(prices, { ...noUsage, input: 100_000 })?.total).toBeCloseTo(0.5, 10);
  });

  it("cost nobody knows what where that is unknown", () => {
    const { prices } = catalogue.facts("gpt-5.4");
    expect(prices && costOf(prices, long)).toBeUndefined();
    expect(dollars(undefined)).toBe("$?");
  });
});

describe("a table of one's own", () => {
  it("adds to what is known, fact by fact", () => {
    const read = readOwnModels('{"models": {"gpt-4o": {"window": 7}, "mine": {"max_output": 5}}}');
    if (read.kind !== "ok") throw new Error(read.problem);
    const facts = createCatalogue(read.models).facts("gpt-4o");
    expect(facts).toMatchObject({ window: 7, maxOutput: 16_384, prices: { input: 2.5 } });
    expect(createCatalogue(read.models).names().slice(0, 2)).toEqual(["gpt-4o", "mine"]);
  });

  it.each([
    ["{", /JSON/],
    ["[]", /the file/],
    ['{"models": {"a": {"window": -1}}}', /models\.a\.window/],
    ['{"models": {"a": {"prices": {"input": 1}}}}', /models\.a\.prices\.output/],
    ['{"models": {"a": {"windows": 1}}}', /models\.a/],
  ])("with a mistake in it says where: %s", (text, problem) =>
    expect(readOwnModels(text)).toMatchObject({ kind: "wrong", problem: expect.stringMatching(problem) }),
  );
});
