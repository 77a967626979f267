/** JSON for other programs that is also safe to look at: whatever could act on a terminal is escaped. */

/** Controls, format characters, line separators, and all else that draws nothing; JSON escapes the rest itself. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;

export function jsonLine(value: object): string {
  return `${JSON.stringify(value).replace(unsafe, escaped)}\n`;
}

function escaped(character: string): string {
  const units = character.split("");
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}
