/**
 * What `@types/blessed` lacks or has wrong, in one place: the classes that exist at run time, and the members that an
 * adapter needs. It must not know what is done with them.
 */
import { createRequire } from "node:module";
import type { BlessedProgram, Widgets } from "blessed";

/** `flags << 18 | foreground << 9 | background`, see blessed-attr.ts. */
export type Attr = number;

export type Cell = [attr: Attr, text: string];

export interface Line extends Array<Cell> {
  dirty: boolean;
}

/** The box of an element on the screen: `xl` and `yl` lie just outside. */
export interface Coords {
  readonly xi: number;
  readonly xl: number;
  readonly yi: number;
  readonly yl: number;
  /** How many rows are scrolled away above. */
  readonly base: number;
}

export interface Program extends BlessedProgram {
  cursorHidden: boolean;
  isAlt: boolean;
}

export interface Screen extends Widgets.Screen {
  readonly program: Program;
  readonly destroyed?: boolean;
  lines: Line[];
  alloc(): void;
  draw(start: number, end: number): void;
  readEditor(...options: readonly unknown[]): void;
  spawn(): never;
}

/** On the class and not on its objects: blessed counts its screens and puts handlers on the process. */
export interface ScreenClass {
  new (options: Widgets.IScreenOptions): Screen;
  _bound?: boolean;
  _exceptionHandler?: () => void;
  _sigtermHandler?: () => void;
  _sigintHandler?: () => void;
  _sigquitHandler?: () => void;
  _exitHandler?: () => void;
}

export interface Box extends Omit<Widgets.BoxElement, "render" | "screen" | "border"> {
  readonly screen: Screen;
  readonly border?: unknown;
  /** Leaves the cells inside of the border alone. */
  _noFill?: boolean;
  _getCoords(get: boolean): Coords | undefined;
  sattr(style: unknown): Attr;
  render(): Coords | undefined;
}

interface Blessed {
  readonly Program: new () => Program;
  readonly Screen: ScreenClass;
  readonly Box: new (options: Widgets.BoxOptions) => Box;
}

/** The build puts one file of that name beside the bundle; see scripts/bundle-blessed.mjs. */
export const blessed: Blessed = createRequire(import.meta.url)("./blessed-parts.cjs");
