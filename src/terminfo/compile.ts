/**
 * Compiles a parameterised capability into steps for the stack machine.
 * It reads malformed formats the way ncurses does: nothing throws, what has no meaning does nothing.
 */
import { type Layout, type NumberConversion, parseLayout, printNumber, printText } from "./printf.ts";
import { type Machine, operations, popNumber, popText, push, pushParam, type Step } from "./stack-machine.ts";

export interface Program {
  readonly steps: readonly Step[];
  /** How many parameters a format without any `%p` (termcap style) finds on the stack; undefined: it has `%p`. */
  readonly preload: number | undefined;
}

/** The format while it is read; `starts` says where in it each step began, for jumps. */
interface Source {
  readonly text: string;
  at: number;
  readonly steps: Step[];
  readonly starts: number[];
  /** Every operator met, in order. */
  operators: string;
  namesParams: boolean;
}

export function compile(text: string): Program {
  const source: Source = { text, at: 0, steps: [], starts: [], operators: "", namesParams: false };
  while (source.at < text.length) {
    const start = source.at;
    const step = text[start] === "%" ? readOperation(source) : readLiteral(source);
    if (step !== undefined) {
      source.steps.push(step);
      source.starts.push(start);
    }
  }
  return { steps: source.steps, preload: source.namesParams ? undefined : countPreload(source.operators) };
}

function readLiteral(source: Source): Step {
  const percent = source.text.indexOf("%", source.at);
  const end = percent < 0 ? source.text.length : percent;
  const literal = source.text.slice(source.at, end);
  source.at = end;
  return (machine) => {
    machine.out += literal;
  };
}

/** `%?` and `%;` do nothing by themselves: `%t` and `%e` know where to jump. */
function readOperation(source: Source): Step | undefined {
  source.at++;
  const layout = readLayout(source);
  const operator = source.text[source.at] ?? "";
  source.at++;
  source.operators += operator;
  return operations.get(operator) ?? readers.get(operator)?.(source, layout);
}

/** `-` is a flag only behind a `:`; otherwise it is the operator. */
function readLayout(source: Source): Layout | undefined {
  let text = "";
  let minusIsFlag = false;
  for (; ; source.at++) {
    const char = source.text[source.at] ?? "";
    const isFlag = char === "-" ? minusIsFlag : /^[ #:.\d]$/.test(char);
    if (!isFlag) {
      return parseLayout(text);
    }
    minusIsFlag ||= char === ":";
    text += char === ":" ? "" : char;
  }
}

type Reader = (source: Source, layout: Layout | undefined) => Step | undefined;

/** The operators that need more than the machine: a layout, or more of the format. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["d", numberReader("d")],
  ["o", numberReader("o")],
  ["x", numberReader("x")],
  ["X", numberReader("X")],
  ["s", readText],
  ["p", readParam],
  ["P", readSet],
  ["g", readGet],
  ["'", readCharacter],
  ["{", readInteger],
  ["t", readThen],
  ["e", readElse],
]);

function numberReader(conversion: NumberConversion): Reader {
  return (_, layout) => (machine) => {
    machine.out += printNumber(conversion, layout, popNumber(machine));
  };
}

function readText(_: Source, layout: Layout | undefined): Step {
  return (machine) => {
    machine.out += printText(layout, popText(machine));
  };
}

function readParam(source: Source): Step | undefined {
  const digit = source.text[source.at++] ?? "";
  if (!/^[1-9]$/.test(digit)) {
    return undefined;
  }
  source.namesParams = true;
  const index = Number(digit) - 1;
  return (machine) => pushParam(machine, index);
}

function readSet(source: Source): Step | undefined {
  const variable = readVariable(source);
  return variable && ((machine) => variable.set(machine, popNumber(machine)));
}

function readGet(source: Source): Step | undefined {
  const variable = readVariable(source);
  return variable && ((machine) => push(machine, variable.get(machine)));
}

interface Variable {
  get(machine: Machine): number;
  set(machine: Machine, value: number): void;
}

function readVariable(source: Source): Variable | undefined {
  const name = source.text[source.at++] ?? "";
  if (!/^[A-Za-z]$/.test(name)) {
    return undefined;
  }
  const bank = name === name.toUpperCase() ? "statics" : "dynamics";
  const index = name.toLowerCase().charCodeAt(0) - "a".charCodeAt(0);
  return {
    get: (machine) => machine[bank][index] ?? 0,
    set: (machine, value) => {
      machine[bank][index] = value;
    },
  };
}

/** Whatever stands in the place of the closing quote is skipped; in that of the closing brace likewise. */
function readCharacter(source: Source): Step {
  const code = source.at < source.text.length ? source.text.charCodeAt(source.at) : 0;
  source.at += 2;
  return (machine) => push(machine, code);
}

function readInteger(source: Source): Step {
  let value = 0;
  for (; /^\d$/.test(source.text[source.at] ?? ""); source.at++) {
    value = (Math.imul(value, 10) + Number(source.text[source.at])) | 0;
  }
  source.at++;
  return (machine) => push(machine, value);
}

function readThen(source: Source): Step {
  const jump = readElsewhere(source, "e;");
  return (machine) => {
    if (popNumber(machine) === 0) {
      jump(machine);
    }
  };
}

function readElse(source: Source): Step {
  return readElsewhere(source, ";");
}

/**
 * A jump to the first step behind the nearest of `ends` that belongs to no inner `%?`. It is looked for when first
 * taken: the whole format is read by then, and a damaged one full of `%t` costs no square of its length.
 */
function readElsewhere(source: Source, ends: string): Step {
  const { text, at, starts } = source;
  let step: number | undefined;
  return (machine) => {
    step ??= firstStepFrom(starts, positionBehind(text, at, ends));
    machine.next = step;
  };
}

function firstStepFrom(starts: readonly number[], position: number): number {
  const found = starts.findIndex((start) => start >= position);
  return found < 0 ? starts.length : found;
}

function positionBehind(text: string, from: number, ends: string): number {
  let depth = 0;
  for (let at = text.indexOf("%", from); at >= 0; at = text.indexOf("%", at + 2)) {
    const operator = text.slice(at + 1, at + 2);
    if (depth === 0 && operator !== "" && ends.includes(operator)) {
      return at + 2;
    }
    if (operator === "?") {
      depth++;
    }
    if (operator === ";") {
      depth--;
    }
  }
  return text.length;
}

/** ncurses' estimate, two at most: an operator that pops where nothing was pushed takes a parameter. */
function countPreload(operators: string): number {
  let depth = -1;
  let count = 0;
  for (const operator of operators) {
    if (depth < 0 && count < 2 && "doxXcls+-*/mAO&|^=<>!~".includes(operator)) {
      count++;
    }
    if ("g'{".includes(operator)) {
      depth++;
    }
    if ("doxXc+-*/mAO&|^=<>".includes(operator)) {
      depth--;
    }
  }
  return count;
}
