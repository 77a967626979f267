/**
 * Reads a Prolog text of facts. Directives are passed over; rules, variables and operators beyond the usual ones are
 * refused with their place. Nothing is ever carried out.
 */
import { maxDepth, maxValues, type Problem, tooDeep, tooMany } from "../tree.ts";
import type { AtomTerm, CompoundTerm, Term } from "./term.ts";
import { type Token, tokenize } from "./tokens.ts";

export type Fact = AtomTerm | CompoundTerm;

export type Facts =
  | { readonly kind: "ok"; readonly facts: readonly Fact[] }
  | { readonly kind: "failed"; readonly problem: Problem };

export function readFacts(text: string): Facts {
  const cut = tokenize(text);
  if (cut.kind === "failed") return cut;
  const reader: Reader = { tokens: cut.tokens, at: 0, count: 0, length: text.length };
  try {
    const facts: Fact[] = [];
    while (reader.at < reader.tokens.length) {
      const clause = readClause(reader);
      if (clause !== undefined) facts.push(clause);
    }
    return { kind: "ok", facts };
  } catch (error) {
    if (error instanceof Misreading) return { kind: "failed", problem: error.problem };
    throw error;
  }
}

/** Thrown and caught within this file: the first problem ends the reading. */
class Misreading extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.text);
    this.problem = problem;
  }
}

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  count: number;
  readonly length: number;
}

function stop(offset: number, text: string): never {
  throw new Misreading({ offset, text });
}

/** Undefined for a directive. */
function readClause(reader: Reader): Fact | undefined {
  const first = peek(reader);
  const isDirective = first?.kind === "symbol" && first.text === ":-";
  if (isDirective) reader.at += 1;
  const term = readTerm(reader, 1200, 0);
  const last = peek(reader);
  if (last?.kind === "symbol" && last.text === ":-" && !isDirective) {
    stop(last.offset, "only facts are understood here, no rules.");
  }
  expectEnd(reader);
  if (isDirective) return undefined;
  if (term.kind === "atom" || term.kind === "compound") return term;
  return stop(term.offset, "a fact begins with a name.");
}

function expectEnd(reader: Reader): void {
  const token = peek(reader);
  if (token === undefined) stop(reader.length, "the full stop at the end of this fact is missing.");
  if (token.kind !== "end")
    stop(token.offset, `a full stop or a comma is missing before ${JSON.stringify(token.text)}.`);
  reader.at += 1;
}

function peek(reader: Reader): Token | undefined {
  return reader.tokens[reader.at];
}

function isNext(reader: Reader, text: string): boolean {
  const token = peek(reader);
  return token?.kind === "punctuation" && token.text === text;
}

/** Binding strength of what may stand between two terms; weaker ones have higher numbers. */
const operators: ReadonlyMap<string, number> = new Map([
  ["=", 700],
  [":", 200],
  ["-", 500],
  ["+", 500],
  ["/", 400],
  ["*", 400],
]);

function readTerm(reader: Reader, strength: number, depth: number): Term {
  if (depth > maxDepth) stop(peek(reader)?.offset ?? reader.length, tooDeep);
  let left = readPrimary(reader, depth);
  for (;;) {
    const token = peek(reader);
    const level = token?.kind === "symbol" ? operators.get(token.text) : undefined;
    if (token === undefined || level === undefined || level > strength) return left;
    reader.at += 1;
    const right = readTerm(reader, level - 1, depth + 1);
    left = { kind: "compound", offset: left.offset, name: token.text, args: [left, right] };
  }
}

function readPrimary(reader: Reader, depth: number): Term {
  const token = peek(reader);
  if (token === undefined) return stop(reader.length, "the text ends in the middle of a fact.");
  reader.at += 1;
  reader.count += 1;
  if (reader.count > maxValues) stop(token.offset, tooMany);
  const { offset, text } = token;
  if (token.kind === "string") return { kind: "string", offset, value: text };
  if (token.kind === "number") return numberTerm(token, 1);
  if (token.kind === "name" || (token.kind === "symbol" && token.opens))
    return readNamed(reader, token, depth);
  if (token.kind === "variable")
    return stop(offset, `variables such as ${text} are not understood here: quote it.`);
  if (text === "-" && peek(reader)?.kind === "number") {
    const digits = reader.tokens[reader.at];
    reader.at += 1;
    return numberTerm(digits ?? token, -1);
  }
  if (text === "[") return { kind: "list", offset, items: readSeries(reader, "]", offset, depth) };
  if (text === "(" || text === "{") return readBracketed(reader, text, depth);
  return stop(
    offset,
    token.kind === "end" ? "this fact ends too early." : `${JSON.stringify(text)} cannot stand here.`,
  );
}

function numberTerm({ offset, text }: Token, sign: 1 | -1): Term {
  return { kind: "number", offset, value: sign * Number(text.replaceAll("_", "")) };
}

function readNamed(reader: Reader, { offset, text, opens }: Token, depth: number): Term {
  if (!opens) return { kind: "atom", offset, name: text };
  reader.at += 1;
  return { kind: "compound", offset, name: text, args: readSeries(reader, ")", offset, depth) };
}

function readBracketed(reader: Reader, open: string, depth: number): Term {
  const term = readTerm(reader, 1200, depth + 1);
  const close = open === "(" ? ")" : "}";
  if (!isNext(reader, close))
    stop(peek(reader)?.offset ?? reader.length, `${JSON.stringify(close)} is missing here.`);
  reader.at += 1;
  return term;
}

function readSeries(reader: Reader, close: string, start: number, depth: number): readonly Term[] {
  const items: Term[] = [];
  if (isNext(reader, close)) {
    reader.at += 1;
    return items;
  }
  for (;;) {
    items.push(readTerm(reader, 999, depth + 1));
    if (isNext(reader, close)) break;
    const token = peek(reader);
    if (!isNext(reader, ",")) {
      const where = token?.offset ?? start;
      stop(where, `${JSON.stringify(close)} or a comma is missing here.`);
    }
    reader.at += 1;
  }
  reader.at += 1;
  return items;
}
