/** Reads JSON that others wrote. Knows no wire format. */

export type Json = Readonly<Record<string, unknown>>;

export type ParsedObject =
  | { readonly kind: "ok"; readonly value: Json }
  | { readonly kind: "error"; readonly problem: string };

export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Strict: nothing is repaired, because what comes out may be run as the arguments of a tool. */
export function parseObject(text: string): ParsedObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { kind: "ok", value };
    return { kind: "error", problem: "the arguments are not a JSON object" };
  } catch (error) {
    return { kind: "error", problem: error instanceof Error ? error.message : String(error) };
  }
}
