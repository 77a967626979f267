/**
 * Fills parameters into a capability string, byte for byte as ncurses' tparm does.
 * It must not know padding, which to tparm is plain text, or terminals.
 */
import { compile, type Program } from "./compile.ts";
import { createMachine, type Param, resetMachine, upToNul } from "./stack-machine.ts";

export type Tparm = (format: string, ...params: readonly Param[]) => string;

/**
 * One per terminal: the static variables `%PA` to `%PZ` live as long as the function that is returned.
 * It compiles each format once. Missing parameters are 0, surplus ones are ignored.
 */
export function createTparm(): Tparm {
  const programs = new Map<string, Program>();
  const machine = createMachine();
  return (format, ...params) => {
    let program = programs.get(format);
    if (program === undefined) {
      program = compile(format);
      programs.set(format, program);
    }
    const { steps } = program;
    resetMachine(machine, params, program.preload);
    while (machine.next < steps.length) {
      steps[machine.next++]?.(machine);
    }
    // `%c` of 256 is a NUL byte, where a C string ends: ncurses sends nothing of what follows.
    return upToNul(machine.out);
  };
}
