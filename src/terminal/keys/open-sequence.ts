/** Sequences that have begun: what may still come of them, and what introduces them. It must not read further bytes. */
import { bytes, sevenBitForm } from "./bytes.ts";

export type OpenSequence =
  | { readonly kind: "escape" }
  | { readonly kind: "csi" | "ss3"; parameters: string }
  | { readonly kind: "string"; readonly opener: string; isEmpty: boolean; escaped: boolean }
  /** The last bytes of a sequence, whatever they are. */
  | { readonly kind: "rest"; left: number }
  | { readonly kind: "character" };

const stringOpeners: ReadonlySet<number> = new Set([
  bytes.deviceControl,
  bytes.startOfString,
  bytes.systemCommand,
  bytes.privacyMessage,
  bytes.applicationCommand,
]);

/** The sequence that an 8-bit control introduces. */
export function openedBy(c1: number): OpenSequence | undefined {
  if (c1 === bytes.controlSequence) {
    return { kind: "csi", parameters: "" };
  }
  if (c1 === bytes.singleShift3) {
    return { kind: "ss3", parameters: "" };
  }
  return stringOpeners.has(c1)
    ? { kind: "string", opener: sevenBitForm(c1), isEmpty: true, escaped: false }
    : undefined;
}

/** Whether it may well be a key that was pressed alone. */
export function isKeyPress(open: OpenSequence | undefined): boolean {
  if (open?.kind === "string") {
    return open.isEmpty;
  }
  return open?.kind === "escape" || (open?.kind === "ss3" && open.parameters === "");
}

/** Alt with the letter that could have introduced a sequence, of which nothing came. */
export function letterOf(open: OpenSequence | undefined): string | undefined {
  if (open?.kind === "string") {
    return open.isEmpty ? open.opener : undefined;
  }
  if (open?.kind === "csi" || open?.kind === "ss3") {
    return open.parameters === "" ? (open.kind === "csi" ? "[" : "O") : undefined;
  }
  return undefined;
}
