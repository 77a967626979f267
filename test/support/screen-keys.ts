/** What a keyboard sends for a key, by the terminal's entry. Shares nothing with the decoder that it tests. */
import { extendedName } from "../../src/terminfo/names.ts";
import type { Entry } from "../../src/terminfo/read.ts";

const capabilities: Readonly<Record<string, Parameters<Entry["strings"]["get"]>[0]>> = {
  up: "kcuu1",
  down: "kcud1",
  left: "kcub1",
  right: "kcuf1",
  home: "khome",
  end: "kend",
  "page-up": "kpp",
  "page-down": "knp",
  delete: "kdch1",
};

const esc = "\u001b";
const plain: Readonly<Record<string, string>> = {
  enter: "\r",
  tab: "\t",
  escape: esc,
  backspace: "\u007f",
  "alt-enter": `${esc}\r`,
};

export function keyBytes(entry: Entry, key: string): string {
  const capability = capabilities[key];
  const bytes = capability === undefined ? plain[key] : entry.strings.get(capability);
  if (bytes !== undefined) return bytes;
  const letter = /^ctrl-([a-z])$/.exec(key)?.[1];
  if (letter === undefined) throw new Error(`this terminal has no key ${key}`);
  return String.fromCharCode(letter.charCodeAt(0) - 0x60);
}

/** As the terminal marks what is pasted, where it can; its Enter is a return. */
export function pasteBytes(entry: Entry, text: string): string {
  const [before = "", after = ""] = ["PS", "PE"].map((name) => entry.strings.get(extendedName(name)));
  return `${before}${text.replaceAll("\n", "\r")}${after}`;
}
