/** What a Prolog text is made of, as far as facts need it. Every term remembers where it stood. */

export type Term = AtomTerm | StringTerm | NumberTerm | CompoundTerm | ListTerm;

export interface AtomTerm {
  readonly kind: "atom";
  readonly offset: number;
  readonly name: string;
}

export interface StringTerm {
  readonly kind: "string";
  readonly offset: number;
  readonly value: string;
}

export interface NumberTerm {
  readonly kind: "number";
  readonly offset: number;
  readonly value: number;
}

/** An operator between two terms is one as well: `a - b` is `-(a, b)`. */
export interface CompoundTerm {
  readonly kind: "compound";
  readonly offset: number;
  readonly name: string;
  readonly args: readonly Term[];
}

export interface ListTerm {
  readonly kind: "list";
  readonly offset: number;
  readonly items: readonly Term[];
}

/** As Prolog writes it; what it reads back is the same term. */
export function writeTerm(term: Term): string {
  switch (term.kind) {
    case "number":
      return String(term.value);
    case "string":
      return `"${escaped(term.value, '"')}"`;
    case "atom":
      return writeAtom(term.name);
    case "list":
      return `[${term.items.map(writeTerm).join(", ")}]`;
    case "compound":
      return `${writeAtom(term.name)}(${term.args.map(writeTerm).join(", ")})`;
  }
}

export function writeAtom(name: string): string {
  return /^[a-z][A-Za-z0-9_]*$/.test(name) ? name : `'${escaped(name, "'")}'`;
}

const letters: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\r", "\\r"],
  ["\\", "\\\\"],
]);

function escaped(text: string, quote: string): string {
  return text.replace(/[\p{Cc}\\'"]/gu, (character) => {
    if (character === quote) return `\\${quote}`;
    if (character === "'" || character === '"') return character;
    return letters.get(character) ?? `\\x${character.charCodeAt(0).toString(16)}\\`;
  });
}
