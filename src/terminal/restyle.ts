/**
 * The ways from one style to another, as lists of capabilities. Where the entry does not say what a capability leaves
 * as it is, nothing is taken for granted. Pure: it must not know what is in force or send anything.
 */
import { type Attributes, flagMask, sgrParams } from "./attributes.ts";
import type { Colours, Command, Ground } from "./colours.ts";
import { backgroundOf, defaultColour, flagBits, flags, foregroundOf, plain, type Style } from "./style.ts";

export type Plan = readonly Command[];

const nothing: Plan = [];

/** `from` undefined: anything may be on. */
export function restylings(
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
