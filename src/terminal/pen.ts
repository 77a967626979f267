/**
 * The style and the character set in force. It must not know positions or cells.
 */
import type { Attributes } from "./attributes.ts";
import type { Colours } from "./colours.ts";
import { type Plan, restylings } from "./restyle.ts";
import { backgroundOf, flagBits, plain, type Style } from "./style.ts";
import type { Writer } from "./writer.ts";

export interface Pen {
  /** A style that `Looks` gave. */
  use(style: Style): void;
  useAlternate(on: boolean): void;
  /** Whether a cell that looks so, blank or not, can be written with the pen as it is. */
  fits(look: Style, isBlank: boolean): boolean;
  readonly style: Style | undefined;
  readonly isAlternate: boolean;
  /** Nothing is known about what is in force. */
  forget(): void;
  /** Attributes, colours and the alternate character set off, where they may be on. */
  lay(): void;
}

/** What is seen of a blank, besides its background. */
const drawnMask = flagBits.reverse | flagBits.underline;
const mostKept = 2048;
/** Styles have 23 bits; this keeps a pair of them within a safe integer. */
const pairFactor = 2 ** 23;

export function createPen(writer: Writer, attributes: Attributes, colours: Colours): Pen {
  let current: Style | undefined = plain;
  let alternate: boolean | undefined = false;
  const planFor = createPlanner(writer, attributes, colours);

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
    fits(look, isBlank) {
      if (current === undefined || look === current || !isBlank) {
        return look === current;
      }
      return ((look | current) & drawnMask) === 0 && backgroundOf(look) === backgroundOf(current);
    },
    get style() {
      return current;
    },
    get isAlternate() {
      return alternate !== false;
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

/** Remembers the cheapest way for each pair of styles. */
function createPlanner(writer: Writer, attributes: Attributes, colours: Colours) {
  const plans = new Map<number, Plan>();
  return (from: Style | undefined, to: Style): Plan => {
    const key = (from ?? -1) * pairFactor + to;
    const known = plans.get(key);
    if (known !== undefined) {
      return known;
    }
    if (plans.size >= mostKept) {
      plans.clear();
    }
    const plan = cheapest(writer, restylings(from, to, attributes, colours));
    plans.set(key, plan);
    return plan;
  };
}

function cheapest(writer: Writer, plans: readonly Plan[]): Plan {
  const costs = plans.map((plan) =>
    plan.reduce((sum, { capability, params }) => sum + writer.cost(capability, params), 0),
  );
  return plans[costs.indexOf(Math.min(...costs))] ?? [];
}
