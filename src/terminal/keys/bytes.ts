/** The bytes that introduce, end or are keys, by name. It must not know what an entry says of them. */

export const bytes = {
  interrupt: 0x03,
  bell: 0x07,
  backspace: 0x08,
  tab: 0x09,
  newline: 0x0a,
  enter: 0x0d,
  escape: 0x1b,
  space: 0x20,
  delete: 0x7f,
  singleShift3: 0x8f,
  deviceControl: 0x90,
  startOfString: 0x98,
  controlSequence: 0x9b,
  stringTerminator: 0x9c,
  systemCommand: 0x9d,
  privacyMessage: 0x9e,
  applicationCommand: 0x9f,
} as const;

export const escapeText = String.fromCharCode(bytes.escape);

/** C0 or DEL. */
export function isControl(byte: number): boolean {
  return byte < bytes.space || byte === bytes.delete;
}

export function isC1(byte: number): boolean {
  return byte >= 0x80 && byte < 0xa0;
}

/** What the second byte of a 7-bit introducer is to its 8-bit form: `ESC [` is 0x9b. */
export function eightBitForm(byte: number): number {
  return byte + 0x40;
}

/** The reverse of it, as a character. */
export function sevenBitForm(c1: number): string {
  return String.fromCharCode(c1 - 0x40);
}
