/**
 * The style and the character set in force, and the cheapest way from one style to the next.
 * It must not know positions or cells.
 */
import type { Attributes } from "./attributes.ts";
import { sgrParams } from "./attributes.ts";
import type { Colours, Command, Ground } from "./colours.ts";
import { backgroundOf, defaultColour, flagBits, flags, foregroundOf, plain, type Style } from "./style.ts";
import type { Writer } from "./writer.ts";

export interface Pen {
  /** A style that `Looks` gave. */
  use(style: Style): void;
  useAlternate(on: boolean): void;
  readonly style: Style | undefined;
  /** Nothing is known about what is in force. */
  forget(): void;
  /** Attributes, colours and the alternate character set off, where they may be on. */
  lay(): void;
}

type Plan = readonly Command[];

const flagMask = flags.reduce((sum, flag) => sum | flagBits[flag], 0);
const mostKept = 2048;
/** Styles have 23 bits; this keeps a pair of them within a safe integer. */
const pairFactor = 2 ** 23;
const nothing: Plan = [];

export function createPen(writer: Writer, attributes: Attributes, colours: Colours): Pen {
  let current: Style | undefined = plain;
  let alternate: boolean | undefined = false;
  const plans = new Map<number, Plan>();

  function planFor(from: Style | undefined, to: Style): Plan {
    const key = (from ?? -1) * pairFactor + to;
    let plan = plans.get(key);
    if (plan === undefined) {
      if (plans.size >= mostKept) {
        plans.clear();
      }
      plan = cheapest(writer, candidates(from, to, attributes, colours));
      plans.set(key, plan);
    }
    return plan;
  }

  function useAlternate(on: boolean): void {
    if (alternate !== on) {
      writer.put(on ? "smacs" : "rmacs");
      alternate = on;
    }
  }

  function use(style: Style): void {
    if (style === current) {
      return;
    }
    const plan = planFor(current, style);
    // Both of these may switch the character set back, or may not.
    if (plan.some(({ capability }) => capability === "sgr0" || capability === "sgr")) {
      useAlternate(false);
    }
    for (const { capability, params } of plan) {
      writer.put(capability, params);
    }
    current = style;
  }

  return {
    use,
    useAlternate,
    get style() {
      return current;
    },
    forget() {
      current = undefined;
      alternate = undefined;
    },
    lay() {
      useAlternate(false);
      use(plain);
    },
  };
}

function cheapest(writer: Writer, plans: readonly Plan[]): Plan {
  const costs = plans.map((plan) =>
    plan.reduce((sum, { capability, params }) => sum + writer.cost(capability, params), 0),
  );
  return plans[costs.indexOf(Math.min(...costs))] ?? nothing;
}

function candidates(
  from: Style | undefined,
  to: Style,
  attributes: Attributes,
  colours: Colours,
): readonly Plan[] {
  return [
    from === undefined ? undefined : stepwise(from, to, attributes, colours),
    fromScratch(from, to, attributes, colours),
    bySgr(from, to, attributes, colours),
  ].filter((plan) => plan !== undefined);
}

/** Changes only what differs. */
function stepwise(from: Style, to: Style, attributes: Attributes, colours: Colours): Plan | undefined {
  const ended = from & ~to & flagMask;
  const begun = to & ~from & flagMask;
  const kept = from & to & flagMask;
  const op = losesColour(from, to);
  const endsCleanly = (ended & ~attributes.endsAlone) === 0;
  if (!endsCleanly || (op && kept !== 0 && !attributes.opKeepsAttributes)) {
    return undefined;
  }
  const off = offCommands(ended, attributes);
  const on = onCommands(begun, kept, attributes);
  if (off === undefined || on === undefined) {
    return undefined;
  }
  return [...off, ...(op ? [opCommand] : []), ...on, ...colourCommands(op ? plain : from, to, colours)];
}

function fromScratch(
  from: Style | undefined,
  to: Style,
  attributes: Attributes,
  colours: Colours,
): Plan | undefined {
  const on = onCommands(to & flagMask, 0, attributes);
  const off =
    attributes.reset === undefined ? offCommands(from ?? flagMask, attributes, true) : [resetCommand];
  if (on === undefined || off === undefined) {
    return undefined;
  }
  const coloursEnd = attributes.reset !== undefined && attributes.resetEndsColours;
  return [...off, ...opIfDue(from, coloursEnd, colours), ...on, ...colourCommands(plain, to, colours)];
}

function bySgr(
  from: Style | undefined,
  to: Style,
  attributes: Attributes,
  colours: Colours,
): Plan | undefined {
  const beyond = to & flagMask & ~attributes.bySgr;
  const italicStays = ((from ?? flagMask) & flagBits.italic) !== 0 && !attributes.sgrEndsColours;
  if (attributes.bySgr === 0 || (beyond & ~flagBits.italic) !== 0 || (italicStays && beyond === 0)) {
    return undefined;
  }
  const on = onCommands(beyond, 0, { ...attributes, compose: true });
  if (on === undefined) {
    return undefined;
  }
  // `op` comes first, for it may end attributes too.
  return [
    ...opIfDue(from, attributes.sgrEndsColours, colours),
    { capability: "sgr", params: sgrParams(to) },
    ...on,
    ...colourCommands(plain, to, colours),
  ];
}

const resetCommand: Command = { capability: "sgr0", params: [] };
const opCommand: Command = { capability: "op", params: [] };

function opIfDue(from: Style | undefined, coloursEnd: boolean, colours: Colours): Plan {
  const mayHaveColour = from === undefined ? colours.depth > 0 : hasColour(from);
  return mayHaveColour && !coloursEnd ? [opCommand] : nothing;
}

/** Undefined: not all of them can be turned off one by one. */
function offCommands(style: Style, { off }: Attributes, whereKnown = false): Plan | undefined {
  const ended = flags.filter((flag) => (style & flagBits[flag]) !== 0);
  const commands = ended.flatMap((flag) => off[flag] ?? []).map((capability) => ({ capability, params: [] }));
  return whereKnown || commands.length === ended.length ? commands : undefined;
}

/** Undefined: some cannot be turned on, or not beside those that are on. */
function onCommands(
  style: Style,
  kept: number,
  { on, compose, bySgr: sgrFlags }: Attributes,
): Plan | undefined {
  const begun = flags.filter((flag) => (style & flagBits[flag]) !== 0);
  const alone = begun.length === 0 || (begun.length === 1 && kept === 0);
  if (!alone && !compose && sgrFlags !== 0) {
    return undefined;
  }
  const commands = begun.flatMap((flag) => on[flag] ?? []).map((capability) => ({ capability, params: [] }));
  return commands.length === begun.length ? commands : undefined;
}

function colourCommands(from: Style, to: Style, colours: Colours): Plan {
  return [
    ...colourCommand(foregroundOf(from), foregroundOf(to), "fg", colours),
    ...colourCommand(backgroundOf(from), backgroundOf(to), "bg", colours),
  ];
}

function colourCommand(from: number, to: number, ground: Ground, colours: Colours): Plan {
  return from === to || to === defaultColour ? nothing : [colours.command(to, ground)];
}

/** Whether a colour must give way to the terminal's own, which only `op` brings back. */
function losesColour(from: Style, to: Style): boolean {
  return (
    (foregroundOf(from) !== defaultColour && foregroundOf(to) === defaultColour) ||
    (backgroundOf(from) !== defaultColour && backgroundOf(to) === defaultColour)
  );
}

function hasColour(style: Style): boolean {
  return (style & ~flagMask) !== 0;
}
