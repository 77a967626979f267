/**
 * The dialogue with the ncurses oracle (oracle.c) as data. A transcript is what the oracle wrote: live, or kept
 * in test/fixtures/terminfo/expected.txt. It must not use the code that it is there to judge.
 *
 *   names b am xsb ...            the standard names: b n s short, B N S long
 *   entry xterm PATH              then name, b, n, s (extended: B, N, S; "@" for cancelled), and "end"
 *   reset                         the static variables are zero from here on
 *   format =TEXT                  what the calls below expand
 *   call 3 =TEXT -> =RESULT       one tparm
 *   pad TERM CAP BAUD LINES 6 9 -> =TEXT 100 =TEXT  one tputs (of a tparm): bytes, and waits in milliseconds
 */

export type Param = number | string;

export interface ExpectedEntry {
  readonly term: string;
  /** Empty where ncurses finds no such entry. */
  readonly path: string;
  /** Lines such as "b am", "s cup =..." or "cancelled kf1", sorted. */
  readonly lines: readonly string[];
}

export type Expected =
  | { readonly kind: "names"; readonly group: string; readonly names: readonly string[] }
  | { readonly kind: "entry"; readonly entry: ExpectedEntry }
  | { readonly kind: "reset" }
  | {
      readonly kind: "call";
      readonly format: string;
      readonly params: readonly Param[];
      readonly result: string;
    }
  | {
      readonly kind: "pad";
      readonly term: string;
      readonly capability: string;
      readonly baud: number;
      readonly lines: number;
      readonly params: readonly Param[];
      readonly pieces: readonly Param[];
    };

/** Bytes as "=" and text, everything but visible ASCII as \hh. */
export function encodeBytes(bytes: string): string {
  return `=${bytes.replaceAll(/[^!-[\]-~]/g, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, "0")}`)}`;
}

export function decodeBytes(token: string): string {
  return token
    .slice(1)
    .replaceAll(/\\([\da-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

export function encodeParam(param: Param): string {
  return typeof param === "number" ? String(param) : encodeBytes(param);
}

function decodeParam(token: string): Param {
  return token.startsWith("=") ? decodeBytes(token) : Number(token);
}

export function parseTranscript(text: string): readonly Expected[] {
  const found: Expected[] = [];
  let format = "";
  let open: { term: string; path: string; lines: string[] } | undefined;
  for (const line of text.split("\n")) {
    const [word = "", ...rest] = line.split(" ");
    if (word === "entry") {
      open = { term: rest[0] ?? "", path: rest[1] ?? "", lines: [] };
    } else if (word === "end" && open !== undefined) {
      found.push({ kind: "entry", entry: { ...open, lines: open.lines.sort() } });
      open = undefined;
    } else if (open !== undefined) {
      open.lines.push(rest[1] === "@" ? `cancelled ${rest[0]}` : line);
    } else if (word === "format") {
      format = decodeBytes(rest[0] ?? "");
    } else {
      found.push(...parseLine(word, rest, format));
    }
  }
  return found;
}

function parseLine(word: string, rest: readonly string[], format: string): readonly Expected[] {
  const arrow = rest.indexOf("->");
  const answer = rest.slice(arrow + 1);
  if (word === "reset") {
    return [{ kind: "reset" }];
  }
  if (word === "names") {
    return [{ kind: "names", group: rest[0] ?? "", names: rest.slice(1) }];
  }
  if (word === "call") {
    const params = rest.slice(0, arrow).map(decodeParam);
    return [{ kind: "call", format, params, result: refused(answer) ?? decodeBytes(answer[0] ?? "") }];
  }
  if (word === "pad" && refused(answer) === undefined) {
    const [term = "", capability = "", baud, lines, ...params] = rest.slice(0, arrow);
    return [
      {
        kind: "pad",
        term,
        capability,
        baud: Number(baud),
        lines: Number(lines),
        params: params.map(decodeParam),
        pieces: answer.map(decodeParam),
      },
    ];
  }
  return [];
}

/** The oracle's words where it could not answer ("no screen", "type mismatch"). */
function refused(answer: readonly string[]): string | undefined {
  return answer.every((token) => /^(=.*|\d+)$/.test(token)) ? undefined : answer.join(" ");
}
