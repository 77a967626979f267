/** What the value of a setting may be, for those that several settings share. Reads nothing. */
import type { ListRule, NumberRule, TextRule } from "./rules.ts";

export const name: TextRule = {
  kind: "text",
  what: "a name without spaces",
  accepts: (text) => /^[^\s\p{C}]+$/u.test(text),
};
export const themeName: TextRule = {
  kind: "text",
  what: "the name of a theme (letters, digits, dots, dashes and underscores)",
  accepts: isThemeName,
};
export const fileName: TextRule = {
  kind: "text",
  what: "the name of a file",
  accepts: (text) => /^[^\0]+$/.test(text),
};
export const anyText: TextRule = { kind: "text", what: "a text", accepts: () => true };
export const programArguments: ListRule = { kind: "list", what: "arguments", item: anyText, repeats: true };
/** May hold blanks, unlike a key; but nothing that would end a line. */
export const secretText: TextRule = {
  kind: "text",
  what: "a text in one line (also env:NAME)",
  accepts: (text) => /^(?!env:)\P{Cc}*$/u.test(text),
  secret: true,
};
export const key: TextRule = {
  kind: "text",
  what: "a key without spaces (in a file also env:NAME)",
  accepts: (text) => /^(?!env:)[!-~]+$/.test(text),
  secret: true,
};
export const address: TextRule = {
  kind: "text",
  what: "an http:// or https:// address without a user name",
  accepts: isAddress,
};
export const safeAddress: TextRule = {
  kind: "text",
  what: "an https:// address, or an http:// one of this machine, without a user name",
  accepts: isSafeAddress,
};
export const variableName: TextRule = {
  kind: "text",
  what: "the name of an environment variable",
  accepts: (text) => /^[A-Za-z_]\w*$/.test(text),
};

export const pattern: TextRule = {
  kind: "text",
  what: "a regular expression",
  accepts: isPattern,
};

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

function isAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

function isSafeAddress(text: string): boolean {
  if (!isAddress(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** It becomes the name of a file, so it holds nothing that leads elsewhere. */
export function isThemeName(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,63}$/.test(text);
}

export const whole = (min: number, max?: number): NumberRule => ({ kind: "number", whole: true, min, max });
export const between = (min: number, max: number): NumberRule => ({ kind: "number", whole: false, min, max });
export const onOff = { kind: "boolean" } as const;

/** A day: longer timeouts do not fit a timer. */
export const maxBashTimeout = 86_400;
