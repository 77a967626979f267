/** Which characters the locale's encoding has, as bytes. It must not know terminals. */

/** Of the environment only these are read; the first that is not empty counts. */
export interface Locale {
  readonly LC_ALL?: string | undefined;
  readonly LC_CTYPE?: string | undefined;
  readonly LANG?: string | undefined;
}

export type Encoding =
  | { readonly kind: "utf-8" }
  | { readonly kind: "ascii" }
  /** Characters beyond ASCII, and the byte for each. */
  | { readonly kind: "8-bit"; readonly bytes: ReadonlyMap<string, string> };

const singleByte = /^(?:iso[-_]?8859[-_]?\d+|koi8[-_]?[ru]|(?:cp|windows[-_]?)125\d)$/;
const firstByte = 0xa0;
const lastByte = 0xff;
const unknownCharacter = "\ufffd";

export function encodingOf(locale: Locale): Encoding {
  const name = locale.LC_ALL || locale.LC_CTYPE || locale.LANG || "";
  const codeset = (/\.([^@]*)/.exec(name)?.[1] ?? name).toLowerCase();
  if (/^utf-?8$/.test(codeset)) {
    return { kind: "utf-8" };
  }
  const bytes = singleByte.test(codeset) ? byteTable(codeset) : undefined;
  return bytes === undefined ? { kind: "ascii" } : { kind: "8-bit", bytes };
}

/** Bytes 0x80 to 0x9f are left out: to most terminals they are control characters, whatever the locale says. */
function byteTable(codeset: string): ReadonlyMap<string, string> | undefined {
  try {
    const decoder = new TextDecoder(codeset);
    const table = new Map<string, string>();
    for (let byte = firstByte; byte <= lastByte; byte++) {
      const character = decoder.decode(Uint8Array.of(byte));
      if (character.length === 1 && character !== unknownCharacter) {
        table.set(character, String.fromCharCode(byte));
      }
    }
    return table;
  } catch {
    // This Node was built without that encoding.
    return undefined;
  }
}
