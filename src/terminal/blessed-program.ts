/**
 * A program for blessed that reaches no terminal: capabilities that do nothing, an output that only counts, an input
 * that never yields. It must not know screens.
 */
import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";
import { blessed, type Program } from "./blessed-types.ts";

export interface QuietProgram {
  readonly program: Program;
  /** Bytes that blessed tried to send. More than none: a way out that this file has missed. */
  swallowed(): number;
}

/**
 * Made without blessed's constructor, which reads the environment, runs `tmux -V`, listens on the streams and
 * re-registers everyone's handlers for the end of the process.
 */
export function createProgram(columns: number, rows: number): QuietProgram {
  let swallowed = 0;
  const output = new Writable({
    write: (bytes: Uint8Array, _encoding, done) => {
      swallowed += bytes.length;
      done();
    },
  });
  const program = Reflect.construct(EventEmitter, [], blessed.Program) as unknown as Program;
  program.setMaxListeners(0);
  Object.assign(program, startingState(columns, rows), silenced, inertCapabilities());
  Object.assign(program, { output, input: new Readable({ read: doNothing }), _buffer: program.write });
  return { program, swallowed: () => swallowed };
}

function doNothing(): void {}

/** As the constructor leaves it. `isAlt`: blessed takes itself to have entered, so that it does not try. */
function startingState(columns: number, rows: number): object {
  return {
    ...{ options: {}, zero: true, useBuffer: true, _buf: "", _terminal: "" },
    ...{ x: 0, y: 0, savedX: 0, savedY: 0, cols: columns, rows, scrollTop: 0, scrollBottom: rows - 1 },
    ...{ isOSXTerm: false, isiTerm2: false, isXFCE: false, isTerminator: false, isLXDE: false },
    ...{ isVTE: false, isRxvt: false, isXterm: false, tmux: false, tmuxVersion: 2 },
    ...{ cursorHidden: true, isAlt: true },
  };
}

/** The mouse, queries to the terminal and their timers, and what stops the process. */
const silenced = Object.fromEntries(
  [
    ...[
      "setupTput",
      "listen",
      "bindMouse",
      "enableMouse",
      "disableMouse",
      "setMouse",
      "enableGpm",
      "disableGpm",
    ],
    ...["bindResponse", "response", "pause", "resume", "sigtstp"],
  ].map((name) => [name, doNothing]),
);

/** Every capability is there and sends nothing. Without these four, blessed would repeat single steps. */
function inertCapabilities(): object {
  const strings = {
    ...{ parm_up_cursor: "inert", parm_down_cursor: "inert" },
    ...{ parm_left_cursor: "inert", parm_right_cursor: "inert" },
  };
  const tput = { strings, numbers: {}, bools: {}, features: {}, unicode: true, colors: 256, has: () => true };
  return { tput, put: new Proxy(doNothing, { get: () => doNothing }) };
}
