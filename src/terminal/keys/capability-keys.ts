/** Which key each key capability names. It must not know the strings that they hold. */
import { type Key, modifiersOf, namedKey, textKey } from "./key.ts";

/** A capability's key and how it fares when several have the same string: the lowest rank gets it. */
export interface CapabilityKey {
  readonly key: Key;
  readonly rank: number;
}

/** The other form is that of an arrow: `ESC [ A` for `ESC O A`, see table.ts. */
export const ranks = { main: 0, functions: 1, modified: 2, otherForm: 3, keypad: 4, rest: 5 } as const;

const main: Readonly<Record<string, string>> = {
  ...{
    kbs: "backspace",
    kcuu1: "up",
    kcud1: "down",
    kcub1: "left",
    kcuf1: "right",
    khome: "home",
    kend: "end",
  },
  ...{ kpp: "page-up", knp: "page-down", kich1: "insert", kdch1: "delete", kent: "enter" },
  ...{ kcbt: "back-tab", kcbt2: "back-tab" },
};

/** Without "k" and the number of their modifiers; no number means shift. */
const modified: Readonly<Record<string, string>> = {
  ...{
    UP: "up",
    DN: "down",
    LFT: "left",
    RIT: "right",
    HOM: "home",
    END: "end",
    NXT: "page-down",
    PRV: "page-up",
  },
  ...{ DC: "delete", IC: "insert", BEG: "begin", CAN: "cancel", CMD: "command", CPY: "copy", CRT: "create" },
  ...{
    DL: "delete-line",
    EOL: "clear-to-end-of-line",
    EXT: "exit",
    FND: "find",
    HLP: "help",
    MSG: "message",
  },
  ...{ MOV: "move", OPT: "options", PRT: "print", RDO: "redo", RPL: "replace", RES: "resume", SAV: "save" },
  ...{ SPD: "suspend", UND: "undo" },
};

/** By their places: a1 is the upper left, c3 the lower right. */
const keypadPlaces: Readonly<Record<string, string>> = {
  ...{ ka1: "home", ka2: "up", ka3: "page-up", kb1: "left", kb2: "begin", kb3: "right" },
  ...{ kc1: "end", kc2: "down", kc3: "page-down" },
};

const keypadTexts: Readonly<Record<string, string>> = {
  ...{ kpZRO: "0", kp1: "1", kp2: "2", kp3: "3", kp4: "4", kp6: "6", kp7: "7", kp8: "8", kp9: "9" },
  ...{ kpADD: "+", kpSUB: "-", kpMUL: "*", kpDIV: "/", kpCMA: ",", kpDOT: "." },
};

const rest: Readonly<Record<string, string>> = {
  ...{ kind: "scroll-down", kri: "scroll-up", kclr: "clear", kel: "clear-to-end-of-line" },
  ...{ ked: "clear-to-end-of-screen", kil1: "insert-line", kdl1: "delete-line", krmir: "leave-insert-mode" },
  ...{
    khts: "set-tab",
    ktbc: "clear-all-tabs",
    kctab: "clear-tab",
    kll: "lower-left",
    kfnd: "find",
    kslt: "select",
  },
  ...{
    kbeg: "begin",
    kcan: "cancel",
    kclo: "close",
    kcmd: "command",
    kcpy: "copy",
    kcrt: "create",
    kext: "exit",
  },
  ...{
    khlp: "help",
    kmrk: "mark",
    kmsg: "message",
    kmov: "move",
    knxt: "next",
    kopn: "open",
    kopt: "options",
  },
  ...{ kprv: "previous", kprt: "print", krdo: "redo", kref: "reference", krfr: "refresh", krpl: "replace" },
  ...{ krst: "restart", kres: "resume", ksav: "save", kspd: "suspend", kund: "undo", kp5: "begin" },
  kpNUM: "num-lock",
};

/** The first key does the second one's work where the entry has none of the third: it sits in the same place. */
const standIns: readonly (readonly [capability: string, name: string, missing: string])[] = [
  ["kfnd", "home", "khome"],
  ["kslt", "end", "kend"],
  ["kll", "end", "kend"],
];

/** Mouse and focus reports are no keys. */
const noKeys: ReadonlySet<string> = new Set(["kmous", "kxIN", "kxOUT"]);

/** Undefined: not the capability of a key. An unknown one is called by its own name, so that it is never text. */
export function capabilityKey(
  capability: string,
  has: (capability: string) => boolean,
): CapabilityKey | undefined {
  if (!/^k[A-Za-z]/.test(capability) || noKeys.has(capability)) {
    return undefined;
  }
  return (
    functionKey(capability) ??
    keyNamed(main[capability], ranks.main) ??
    modifiedKey(capability) ??
    keypadKey(capability) ??
    keyNamed(standIn(capability, has) ?? rest[capability] ?? capability, ranks.rest)
  );
}

function functionKey(capability: string): CapabilityKey | undefined {
  const [, letter, number] = /^k([fF])([0-9]+)$/.exec(capability) ?? [];
  if (number === undefined) {
    return undefined;
  }
  return { key: namedKey(`f${number}`, { shift: letter === "F" }), rank: ranks.functions };
}

function modifiedKey(capability: string): CapabilityKey | undefined {
  const [, base = "", number] = /^k([A-Z]+)([3-8]?)$/.exec(capability) ?? [];
  const name = modified[base];
  if (name === undefined) {
    return undefined;
  }
  return { key: namedKey(name, modifiersOf(Number(number || 2))), rank: ranks.modified };
}

/** Digits before places: a keypad that sends digits is there to type them. */
function keypadKey(capability: string): CapabilityKey | undefined {
  const text = keypadTexts[capability];
  if (text !== undefined) {
    return { key: textKey(text), rank: ranks.keypad };
  }
  return keyNamed(keypadPlaces[capability], ranks.keypad + 0.5);
}

function standIn(capability: string, has: (capability: string) => boolean): string | undefined {
  return standIns.find(([stands, , missing]) => stands === capability && !has(missing))?.[1];
}

function keyNamed(name: string | undefined, rank: number): CapabilityKey | undefined {
  return name === undefined ? undefined : { key: namedKey(name), rank };
}
