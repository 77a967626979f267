/** Reads the user's own table of models. Knows no file: the text is passed in. */
import * as z from "zod/mini";
import type { ListedModels } from "./catalogue.ts";

export type OwnModels =
  | { readonly kind: "ok"; readonly models: ListedModels }
  | { readonly kind: "wrong"; readonly problem: string };

const tokens = z.int().check(z.positive());
const price = z.number().check(z.nonnegative());
const cache = { cache_read: z.optional(price), cache_write: z.optional(price) };
const rates = { input: price, output: price, ...cache };
const long = z.strictObject({ over: tokens, input: z.optional(price), output: z.optional(price), ...cache });

const file = z.strictObject({
  models: z.record(
    z.string(),
    z.strictObject({
      window: z.optional(tokens),
      max_output: z.optional(tokens),
      prices: z.optional(z.strictObject({ ...rates, long: z.optional(long) })),
    }),
  ),
});

export function readOwnModels(text: string): OwnModels {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return { kind: "wrong", problem: error instanceof Error ? error.message : String(error) };
  }
  const read = z.safeParse(file, data);
  if (read.success) return { kind: "ok", models: read.data.models };
  const [issue] = read.error.issues;
  return {
    kind: "wrong",
    problem: `${issue?.path.join(".") || "the file"}: ${issue?.message ?? "unreadable"}`,
  };
}
