/** Decodes an entry that `$TERMINFO` holds itself, as `infocmp -0 -Q3` prints it. It must not know what is in it. */
import type { FileRead } from "./file.ts";
import { maxEntryBytes } from "./read.ts";

type Decode = (text: string) => Buffer | undefined;

const decoders: ReadonlyMap<string, Decode> = new Map([
  ["hex:", decodeHex],
  ["b64:", decodeBase64],
]);
const prefixLength = 4;

export function isDump(value: string): boolean {
  return decoders.has(value.slice(0, prefixLength));
}

export function decodeDump(value: string): FileRead {
  const decode = decoders.get(value.slice(0, prefixLength));
  const bytes = value.length > maxEntryBytes * 3 ? undefined : decode?.(unfold(value.slice(prefixLength)));
  return bytes === undefined
    ? { kind: "unreadable", reason: "it is not a whole hexadecimal or base64 text" }
    : { kind: "bytes", bytes };
}

/** Line breaks, which the shell may have escaped, and tabs only lay the text out. */
function unfold(text: string): string {
  return text.replaceAll(/\\?\n|\t/g, "");
}

function decodeHex(text: string): Buffer | undefined {
  return /^(?:[\da-f]{2})+$/i.test(text) ? Buffer.from(text, "hex") : undefined;
}

/** Both alphabets, padded or not. */
function decodeBase64(text: string): Buffer | undefined {
  return /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}
