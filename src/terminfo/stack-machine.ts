/**
 * The stack machine behind a parameterised capability: its state, and the operators that need nothing but it.
 * Integers are C's: 32 bits, wrapping, division towards zero. It must not know how a format is spelt.
 */

/** A number counts as a 32-bit integer. A string is bytes (latin1) and ends at its first NUL, as in C. */
export type Param = number | string;

export interface Machine {
  readonly stack: Param[];
  readonly params: Param[];
  /** `%PA` to `%PZ`: kept from one call to the next. */
  readonly statics: Int32Array;
  /** `%Pa` to `%Pz`: zero at the start of each call. */
  readonly dynamics: Int32Array;
  /** The parameters were put on the stack at the start, because the format names none. */
  preloaded: boolean;
  incremented: boolean;
  /** The index of the step to do next. */
  next: number;
  out: string;
}

export type Step = (machine: Machine) => void;

const maxParams = 9;
const maxStack = 20;
const variables = 26;

export function createMachine(): Machine {
  return {
    stack: [],
    params: new Array<Param>(maxParams).fill(0),
    statics: new Int32Array(variables),
    dynamics: new Int32Array(variables),
    preloaded: false,
    incremented: false,
    next: 0,
    out: "",
  };
}

/**
 * Keeps the static variables only. With a number for `preload`, that many parameters count and are stacked,
 * the first one on top; with undefined, the format fetches what it wants.
 */
export function resetMachine(machine: Machine, params: readonly Param[], preload: number | undefined): void {
  machine.stack.length = 0;
  machine.dynamics.fill(0);
  machine.preloaded = preload !== undefined;
  machine.incremented = false;
  machine.next = 0;
  machine.out = "";
  const count = preload ?? maxParams;
  for (let index = 0; index < maxParams; index++) {
    machine.params[index] = index < count ? (params[index] ?? 0) : 0;
  }
  for (let index = (preload ?? 0) - 1; index >= 0; index--) {
    pushParam(machine, index);
  }
}

/** A full stack drops what is pushed. */
export function push(machine: Machine, value: Param): void {
  if (machine.stack.length < maxStack) {
    machine.stack.push(value);
  }
}

export function pushParam(machine: Machine, index: number): void {
  const param = machine.params[index] ?? 0;
  push(machine, typeof param === "string" ? param : param | 0);
}

/** 0 from an empty stack or instead of a string. */
export function popNumber(machine: Machine): number {
  const value = machine.stack.pop();
  return typeof value === "number" ? value : 0;
}

/** Empty from an empty stack or instead of a number. */
export function popText(machine: Machine): string {
  const value = machine.stack.pop();
  return typeof value === "string" ? upToNul(value) : "";
}

export function upToNul(text: string): string {
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}

export const operations: ReadonlyMap<string, Step> = new Map<string, Step>([
  ["%", printPercent],
  ["c", printCharacter],
  ["l", pushLength],
  ["i", increment],
  ["+", binary((x, y) => x + y)],
  ["-", binary((x, y) => x - y)],
  ["*", binary(Math.imul)],
  ["/", binary((x, y) => (y === 0 ? 0 : x / y))],
  ["m", binary((x, y) => (y === 0 ? 0 : x % y))],
  ["&", binary((x, y) => x & y)],
  ["|", binary((x, y) => x | y)],
  ["^", binary((x, y) => x ^ y)],
  ["=", binary((x, y) => Number(x === y))],
  ["<", binary((x, y) => Number(x < y))],
  [">", binary((x, y) => Number(x > y))],
  ["A", binary((x, y) => Number(x !== 0 && y !== 0))],
  ["O", binary((x, y) => Number(x !== 0 || y !== 0))],
  ["!", unary((x) => Number(x === 0))],
  ["~", unary((x) => ~x)],
]);

/** `compute` may leave the range or be fractional: the result is cut to an int. */
function binary(compute: (x: number, y: number) => number): Step {
  return (machine) => {
    const y = popNumber(machine);
    const x = popNumber(machine);
    push(machine, compute(x, y) | 0);
  };
}

function unary(compute: (x: number) => number): Step {
  return (machine) => push(machine, compute(popNumber(machine)));
}

function printPercent(machine: Machine): void {
  machine.out += "%";
}

/** A C string cannot hold a NUL, so 0 is sent with the top bit set, which terminals that want a 0 ignore. */
const insteadOfNul = 0o200;

function printCharacter(machine: Machine): void {
  const value = popNumber(machine);
  machine.out += String.fromCharCode(value === 0 ? insteadOfNul : value & 0xff);
}

function pushLength(machine: Machine): void {
  push(machine, popText(machine).length);
}

/** Once a call at most. Strings among the first two parameters are left alone. */
function increment(machine: Machine): void {
  if (machine.incremented) {
    return;
  }
  machine.incremented = true;
  incrementParam(machine, 0);
  incrementParam(machine, 1);
}

/**
 * ncurses counts the stack from its bottom here but has filled it from the last parameter, so two preloaded
 * parameters change places. Only answers like `u6` are written that way, and nobody expands those.
 */
function incrementParam(machine: Machine, index: number): void {
  const param = machine.params[index];
  if (typeof param !== "number") {
    return;
  }
  machine.params[index] = param + 1;
  if (machine.preloaded && index < machine.stack.length) {
    machine.stack[index] = (param + 1) | 0;
  }
}
