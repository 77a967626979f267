/** Finds the terminal that TERM names and says what it can do, or why it is not known. */
import { findEntry, type Located, type Searched } from "../terminfo/locate.ts";
import { type Capabilities, createCapabilities } from "./capabilities.ts";

export type Terminal =
  | { readonly kind: "known"; readonly capabilities: Capabilities; readonly path: string }
  | { readonly kind: "unknown"; readonly reason: string; readonly searched: readonly Searched[] };

export function lookUpTerminal(env: Readonly<Record<string, string | undefined>>): Terminal {
  const located: Located = findEntry(env.TERM, { env });
  if (located.kind !== "found") {
    return { kind: "unknown", reason: located.message, searched: located.searched };
  }
  return { kind: "known", capabilities: createCapabilities(located.entry), path: located.path };
}
