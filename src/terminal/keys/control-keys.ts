/**
 * Which key a control character is. On some terminals the arrows send control characters too, so there are rules:
 *
 * | byte   | key                                                                                              |
 * | ------ | ------------------------------------------------------------------------------------------------ |
 * | ^C     | always ctrl-c: there must be a way to interrupt                                                  |
 * | ^I ^M  | always tab and enter, though some entries give them to an arrow                                  |
 * | ^[     | always escape, or what it introduces                                                             |
 * | ^H     | backspace; another key's only where the entry has another kbs (adm3a: kcub1=^H and no kbs)        |
 * | ^?     | backspace; another key's (kdch1) only where it is not the kbs                                    |
 * | ^J     | newline; down where kcud1=^J (wy50, adm3a), and then only ^M is enter                            |
 * | others | ctrl with a letter, unless the entry gives them to one of `claimants`                            |
 *
 * The claimants are keys to move, to delete and to call functions. What is lost to them (^K and ^L on wy50) is lost;
 * but ^L stays ctrl-l where the entry only calls it kclr, and ^Z ctrl-z where it calls it kspd.
 */
import { bytes } from "./bytes.ts";
import { type Key, namedKey } from "./key.ts";

const named: Readonly<Record<number, Key>> = {
  0: namedKey("space", { ctrl: true }),
  [bytes.backspace]: namedKey("backspace"),
  [bytes.tab]: namedKey("tab"),
  [bytes.newline]: namedKey("newline"),
  [bytes.enter]: namedKey("enter"),
  [bytes.escape]: namedKey("escape"),
  [bytes.delete]: namedKey("backspace"),
};

const controlKeys: readonly Key[] = Array.from(
  { length: 32 },
  (_, byte) => named[byte] ?? namedKey(String.fromCharCode(byte + 0x40).toLowerCase(), { ctrl: true }),
);

/** The key of a C0 character or DEL where the entry says nothing else. */
export function controlKey(byte: number): Key {
  return controlKeys[byte] ?? namedKey("backspace");
}

const fixed: ReadonlySet<number> = new Set([bytes.interrupt, bytes.tab, bytes.enter, bytes.escape]);
const claimants = /^(kbs|kcu[udbf]1|khome|kend|knp|kpp|kdch1|kich1|kcbt|kf[0-9]+)$/;

/** Whether the entry may give the control character `byte` to this capability's key. */
export function mayClaim(capability: string, byte: number, kbs: string | undefined): boolean {
  if (fixed.has(byte) || !claimants.test(capability)) {
    return false;
  }
  if (capability === "kbs") {
    return true;
  }
  if (byte === bytes.backspace) {
    return kbs !== undefined && kbs !== String.fromCharCode(byte);
  }
  return kbs !== String.fromCharCode(byte);
}
