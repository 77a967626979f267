/** Reads JSON that others wrote. Knows no wire format. */
import { isShallow, mostDepth } from "../model/depth.ts";

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
    if (!isRecord(value)) return { kind: "error", problem: "the arguments are not a JSON object" };
    // Each level takes two brackets, so most texts need not be looked at.
    const isDeep = text.length > 2 * mostDepth && !isShallow(value);
    return isDeep ? { kind: "error", problem: "the arguments are nested too deeply" } : { kind: "ok", value };
  } catch (error) {
    return { kind: "error", problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Longer than the arguments of any call. */
const maxGrownChars = 16_000_000;

/** For what arrives in pieces. Throws a SyntaxError when it has grown too long. */
export function grown(text: string, piece: string): string {
  if (text.length + piece.length > maxGrownChars) throw new SyntaxError("a part of the answer is too long");
  return text + piece;
}
