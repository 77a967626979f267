/**
 * What `infocmp -1 -x` prints, as data: live, or kept in test/fixtures/terminfo/infocmp.txt. It must not use the
 * code that it is there to judge.
 */
import { spawn, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { encodeBytes } from "./transcript.ts";

/** From a terminal's name to its lines: "name =...", "b am", "n cols 80", "s cup =...", "cancelled kf1". */
export type Dumps = ReadonlyMap<string, readonly string[]>;

export function hasInfocmp(): boolean {
  return spawnSync("infocmp", ["-V"], { encoding: "latin1" }).stdout?.startsWith("ncurses 6.") ?? false;
}

const separator = "=== ";

/** One shell for each processor, each of which runs infocmp for its share of the terminals. */
export async function runInfocmp(
  terms: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const shells = availableParallelism();
  const shares = Array.from({ length: shells }, (_, shell) =>
    terms.filter((_, index) => index % shells === shell),
  );
  const texts = await Promise.all(shares.map((share) => runShare(share, env)));
  return texts.join("");
}

function runShare(terms: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const loop = `for term do printf '${separator}%s\\n' "$term"; infocmp -1 -x "$term" || exit 1; done`;
  const child = spawn("sh", ["-c", loop, "sh", ...terms], {
    env: { PATH: process.env.PATH, HOME: "/nonexistent", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(text) : reject(new Error(`infocmp failed: ${text.slice(-200)}`)),
    );
  });
}

export function parseDumps(text: string): Dumps {
  const dumps = text.split(new RegExp(`^${separator}`, "m")).slice(1);
  return new Map(
    dumps.map((dump) => {
      const [term = "", ...lines] = dump.split("\n");
      return [term, lines.flatMap(parseLine).sort()];
    }),
  );
}

function parseLine(line: string): readonly string[] {
  if (line === "" || line.startsWith("#")) {
    return [];
  }
  const text = line.replace(/,$/, "");
  if (!text.startsWith("\t")) {
    return [`name ${encodeBytes(text)}`];
  }
  const [, name = "", sign = "", value = ""] = /^\t([^=#@]+)([=#@]?)(.*)$/s.exec(text) ?? [];
  return [lineMakers[sign]?.(name, value) ?? `not understood: ${line}`];
}

const lineMakers: Readonly<Record<string, (name: string, value: string) => string>> = {
  "": (name) => `b ${name}`,
  "#": (name, value) => `n ${name} ${Number(value)}`,
  "=": (name, value) => `s ${name} ${encodeBytes(unescapeValue(value))}`,
  "@": (name) => `cancelled ${name}`,
};

const letters: Readonly<Record<string, string>> = {
  E: "\x1b",
  n: "\n",
  l: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  s: " ",
  "0": "\x80",
};

/** As terminfo(5) defines it. Behind a `%` a `^` is an operator. */
function unescapeValue(value: string): string {
  return value.replaceAll(
    /%\^|\\([0-7]{3})|\\(.)|\^(.)/gs,
    (all, octal: string | undefined, letter: string | undefined, control: string | undefined) => {
      if (octal !== undefined) {
        return String.fromCharCode(Number.parseInt(octal, 8));
      }
      if (letter !== undefined) {
        return letters[letter] ?? letter;
      }
      return control === undefined ? all : controlCharacter(control);
    },
  );
}

function controlCharacter(char: string): string {
  return char === "?" ? "\x7f" : String.fromCharCode(char.charCodeAt(0) & 0x1f);
}

/** infocmp prints the pairs of `acsc` sorted, and of those for one character the last. */
export function sortAcsc(acsc: string): string {
  const pairs = new Map((acsc.match(/../gs) ?? []).map((pair) => [pair.slice(0, 1), pair]));
  return [...pairs.values()].sort().join("");
}
