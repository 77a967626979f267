/** UTF-8, one byte at a time, as the Encoding Standard decodes it. It must not know which characters are welcome. */

export interface Utf8Decoder {
  /** Undefined: the character needs more bytes. `again`: it was cut off by this byte, which is still to be read. */
  push(byte: number): DecodedCharacter | undefined;
  /** Gives up the character that has begun. */
  reset(): void;
}

export interface DecodedCharacter {
  readonly text: string;
  readonly again: boolean;
}

/** For a character that is not UTF-8, once for each of its attempts. */
export const replacement = String.fromCharCode(0xfffd);

const invalid: DecodedCharacter = { text: replacement, again: false };
const cutOff: DecodedCharacter = { text: replacement, again: true };

/** How a first byte goes on: the number of further bytes, and the range of the first of them. */
interface Lead {
  readonly more: number;
  readonly low: number;
  readonly high: number;
}

export function createUtf8Decoder(): Utf8Decoder {
  let left = 0;
  let low = 0x80;
  let high = 0xbf;
  let point = 0;

  function begin(byte: number): DecodedCharacter | undefined {
    const lead = leadOf(byte);
    if (lead === undefined) {
      return invalid;
    }
    ({ more: left, low, high } = lead);
    point = byte & (0x3f >> left);
    return undefined;
  }

  return {
    push(byte) {
      if (left === 0) {
        return byte < 0x80 ? { text: String.fromCharCode(byte), again: false } : begin(byte);
      }
      if (byte < low || byte > high) {
        left = 0;
        return cutOff;
      }
      [low, high] = [0x80, 0xbf];
      point = (point << 6) | (byte & 0x3f);
      left -= 1;
      return left === 0 ? { text: String.fromCodePoint(point), again: false } : undefined;
    },
    reset() {
      left = 0;
    },
  };
}

/** No overlong forms, no surrogates, nothing above U+10FFFF. */
function leadOf(byte: number): Lead | undefined {
  if (byte < 0xc2 || byte > 0xf4) {
    return undefined;
  }
  const more = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
  return { more, low: lowest[byte] ?? 0x80, high: highest[byte] ?? 0xbf };
}

const lowest: Readonly<Record<number, number>> = { 224: 0xa0, 240: 0x90 };
const highest: Readonly<Record<number, number>> = { 237: 0x9f, 244: 0x8f };
