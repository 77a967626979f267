/** Takes text for a terminal apart: what is printed, and the few controls that change what a line says. */

export type ScreenPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "newline" | "return" | "erase-line" }
  | { readonly kind: "up"; readonly count: number }
  /** A foreground colour as its number in SGR; undefined is the usual one. */
  | { readonly kind: "colour"; readonly colour: number | undefined };

const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);
const csi = String.fromCharCode(0x9b);

/** A sequence of letters, a string that ends with BEL or ST, anything else of two or three characters; or a control. */
const piecePattern = new RegExp(
  [
    `(?:${esc}\\[|${csi})([0-?]*)[ -/]*([@-~])`,
    `${esc}[\\]PX^_][^${esc}${bell}]*(?:${bell}|${esc}\\\\)`,
    `${esc}[ -/]*[0-OQ-WYZ\\\\\`-~]`,
    "(\\r\\n|\\p{Cc})",
    "([^\\p{Cc}]+)",
  ].join("|"),
  "gu",
);

/** What may still become a sequence or a line break when more comes. */
const unfinished = new RegExp(
  `(?:(?:${esc}\\[|${csi})[0-?]*[ -/]*|${esc}[\\]PX^_][^${esc}${bell}]*${esc}?|${esc}[ -/]*|\\r)$`,
  "u",
);

/** Longer ones are not waited for. */
const maxSequence = 4096;

/** Keeps what is cut off at the end of a piece for the next one. */
export function createScreenReader(): (text: string) => readonly ScreenPiece[] {
  let kept = "";
  return (text) => {
    const all = kept + text;
    const from = all.search(unfinished);
    const isHeld = from >= 0 && all.length - from <= maxSequence;
    kept = isHeld ? all.slice(from) : "";
    const ready = isHeld ? all.slice(0, from) : all;
    return [...ready.matchAll(piecePattern)].flatMap(pieceOf);
  };
}

function pieceOf([, parameters = "", letter, control, text]: RegExpMatchArray): readonly ScreenPiece[] {
  if (text !== undefined) return [{ kind: "text", text }];
  if (control !== undefined) return controls.get(control) ?? [];
  if (letter === "A") return [{ kind: "up", count: Number(parameters) || 1 }];
  if (letter === "K") return [{ kind: "erase-line" }];
  if (letter === "m") return coloursOf(parameters);
  return [];
}

const controls: ReadonlyMap<string, readonly ScreenPiece[]> = new Map([
  ["\n", [{ kind: "newline" }]],
  ["\r\n", [{ kind: "newline" }]],
  ["\r", [{ kind: "return" }]],
  ["\t", [{ kind: "text", text: "\t" }]],
]);

function coloursOf(parameters: string): readonly ScreenPiece[] {
  return parameters.split(";").flatMap((parameter): readonly ScreenPiece[] => {
    const colour = Number(parameter);
    if (colour === 0 || colour === 39) return [{ kind: "colour", colour: undefined }];
    const isColour = (colour >= 30 && colour <= 37) || (colour >= 90 && colour <= 97);
    return isColour ? [{ kind: "colour", colour }] : [];
  });
}
