/**
 * Scrolls a region of the screen by the cheapest pair of capabilities: csr with ind or ri, or dl with il.
 * It must not know what the rows show.
 */
import type { StringName } from "../terminfo/names.ts";
import type { Cursor } from "./cursor.ts";
import type { Pen } from "./pen.ts";
import type { Shift } from "./scroll-finder.ts";
import type { Writer } from "./writer.ts";

export interface ScrollerParts {
  readonly writer: Writer;
  readonly cursor: Cursor;
  readonly pen: Pen;
}

/** False: it would cost more than it spares, or cannot be done. */
export type Scroll = (shift: Shift, rows: number) => boolean;

type Region = Pick<Shift, "top" | "bottom" | "lines">;

/** One thing to do: in this row, with this many lines affected. */
type Action =
  | { readonly kind: "region"; readonly top: number; readonly bottom: number }
  | {
      readonly kind: "feed";
      readonly capability: "ind" | "ri";
      readonly row: number;
      readonly times: number;
      readonly affected: number;
    }
  | {
      readonly kind: "lines";
      readonly capability: "il" | "dl";
      readonly row: number;
      readonly times: number;
      readonly affected: number;
    };

export function createScroller({ writer, cursor, pen }: ScrollerParts): Scroll {
  function cost(actions: readonly Action[]): number {
    return actions.reduce((sum, action) => sum + costOf(action), 0);
  }

  function costOf(action: Action): number {
    if (action.kind === "region") {
      return writer.cost("csr", [action.top, action.bottom]);
    }
    const move = writer.cost("cup", [action.row, 0]);
    const [capability, params, times] = spelling(action);
    return move + times * writer.cost(capability, params, action.affected);
  }

  /** Several lines at once where the terminal can and it is shorter. `indn` and `rin` are promised by too many that lack them. */
  function spelling(
    action: Exclude<Action, { kind: "region" }>,
  ): readonly [StringName, readonly number[], number] {
    const { capability, times, affected } = action;
    if (action.kind === "feed") {
      return [capability, [], times];
    }
    const single: StringName = capability === "il" ? "il1" : "dl1";
    const atOnce = writer.cost(capability, [times], affected);
    return atOnce <= times * writer.cost(single, [], affected)
      ? [capability, [times], 1]
      : [single, [], times];
  }

  function perform(action: Action): void {
    if (action.kind === "region") {
      writer.put("csr", [action.top, action.bottom]);
      cursor.forget();
      return;
    }
    cursor.moveTo(action.row, 0);
    const [capability, params, times] = spelling(action);
    for (let time = 0; time < times; time++) {
      writer.put(capability, params, action.affected);
    }
  }

  return (shift, rows) => {
    const [best, other] = [byRegion(shift, rows), byLines(shift, rows)];
    const actions = cost(best) <= cost(other) ? best : other;
    if (cost(actions) >= shift.gain) {
      return false;
    }
    // Lines that scroll in take the background that is set.
    pen.lay();
    actions.forEach(perform);
    return true;
  };
}

function byRegion({ top, bottom, lines }: Region, rows: number): readonly Action[] {
  const affected = bottom - top + 1;
  const times = Math.abs(lines);
  const feed: Action =
    lines > 0
      ? { kind: "feed", capability: "ind", row: bottom, times, affected }
      : { kind: "feed", capability: "ri", row: top, times, affected };
  if (affected === rows) {
    return [feed];
  }
  return [{ kind: "region", top, bottom }, feed, { kind: "region", top: 0, bottom: rows - 1 }];
}

/** First lines are taken out, then as many put in, so that the rows below stay where they are. */
function byLines({ top, bottom, lines }: Region, rows: number): readonly Action[] {
  const times = Math.abs(lines);
  const edge = bottom - times + 1;
  const [from, to] = lines > 0 ? [top, edge] : [edge, top];
  const actions: readonly Action[] = [
    { kind: "lines", capability: "dl", row: from, times, affected: rows - from },
    { kind: "lines", capability: "il", row: to, times, affected: rows - to },
  ];
  const reachesEnd = bottom === rows - 1;
  return reachesEnd ? actions.slice(lines > 0 ? 0 : 1, lines > 0 ? 1 : 2) : actions;
}
