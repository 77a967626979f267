/** How a text may stand in a session file: within JSON, escaped or not, in capitals or not. May find too much. */

export interface RawPatterns {
  /** For strings with one character for each byte of UTF-8, which are searched without being decoded. */
  readonly bytes: RegExp;
  /** For lines that are decoded, but not parsed. */
  readonly line: RegExp;
  /** In bytes, at most. */
  readonly length: number;
}

/** Undefined for half a character, of which nothing can be said: it may be part of a whole one. */
export function rawPatterns(text: string, caseSensitive: boolean): RawPatterns | undefined {
  if (/\p{Surrogate}/u.test(text)) return undefined;
  const forms = [...text].map((character) => {
    const variants = caseSensitive ? [character] : variantsOf(character);
    return [...new Set(variants.flatMap(formsOf))];
  });
  const encoded = forms.map((some) => some.map(bytesOf));
  return {
    bytes: new RegExp(encoded.map(alternatives).join("")),
    line: new RegExp(forms.map(alternatives).join("")),
    length: encoded.reduce((sum, some) => sum + Math.max(...some.map((form) => form.length)), 0),
  };
}

function bytesOf(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** In JSON: as it is, or as an escape. */
function formsOf(character: string): readonly string[] {
  const written = JSON.stringify(character).slice(1, -1);
  if (character < "\u0080") return [written];
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16));
  const escapes = [units, units.map((unit) => unit.toUpperCase())].map((some) =>
    some.map((unit) => `\\u${unit.padStart(4, "0")}`).join(""),
  );
  return [written, ...escapes];
}

function alternatives(forms: readonly string[]): string {
  const [only = "", another] = forms;
  if (forms.every((form) => form.length === 1)) return another ? `[${forms.join("")}]` : literal(only);
  return another ? `(?:${forms.map(literal).join("|")})` : literal(only);
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Everything that a regular expression takes for the same letter when it ignores case. */
function variantsOf(character: string): readonly string[] {
  if (/^[a-z]$/i.test(character)) return [character.toLowerCase(), character.toUpperCase()];
  if (character < "\u0080" || character.length > 1) return [character];
  families ??= findFamilies();
  return families.get(canonical(character)) ?? [character];
}

let families: ReadonlyMap<string, readonly string[]> | undefined;

function findFamilies(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (let code = 0x80; code <= 0xffff; code += 1) {
    const character = String.fromCharCode(code);
    const same = canonical(character);
    const family = found.get(same);
    if (family) family.push(character);
    else found.set(same, [character]);
  }
  return found;
}

/** As the language defines it: one unit to one unit, and nothing becomes ASCII that was not. */
function canonical(character: string): string {
  const upper = character.toUpperCase();
  return upper.length !== 1 || upper < "\u0080" ? character : upper;
}
