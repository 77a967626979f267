/**
 * Scrolls a region of the screen by the cheapest pair of capabilities: csr with ind or ri, or dl with il.
 * It must not know what the rows show.
 */
import type { StringName } from "../terminfo/names.ts";
import type { Brush } from "./brush.ts";
import type { Shift } from "./scroll-finder.ts";
import type { Writer } from "./writer.ts";

type Region = Pick<Shift, "top" | "bottom" | "lines">;

/** One thing to do. */
type Action = { readonly kind: "region"; readonly top: number; readonly bottom: number } | Push;

/** In the first column of this row, so many times. */
interface Push {
  readonly kind: "push";
  readonly capability: "ind" | "ri" | "il" | "dl";
  readonly row: number;
  readonly times: number;
  readonly affected: number;
}

/** Text that grows scrolls often; rows below that jump up and down each time are worse than as many bytes. */
const steadiness = 12;

/** False: it would cost more than it spares, or cannot be done. */
export function scroll(brush: Brush, shift: Shift, rows: number): boolean {
  const region = byRegion(shift, rows);
  const lines = byLines(shift, rows);
  const disturbance = shift.lines > 0 && lines.length > 1 ? steadiness : 0;
  const actions = cost(brush, region) <= cost(brush, lines) + disturbance ? region : lines;
  if (!shift.sparesMoreThan(cost(brush, actions))) {
    return false;
  }
  // Lines that scroll in take the background that is set.
  brush.pen.lay();
  for (const action of actions) {
    perform(brush, action);
  }
  return true;
}

function cost({ writer }: Brush, actions: readonly Action[]): number {
  return actions.reduce((sum, action) => sum + costOf(writer, action), 0);
}

function costOf(writer: Writer, action: Action): number {
  if (action.kind === "region") {
    return writer.cost("csr", [action.top, action.bottom]);
  }
  const [capability, params, times] = spelling(writer, action);
  return writer.cost("cup", [action.row, 0]) + times * writer.cost(capability, params, action.affected);
}

function perform({ cursor, writer }: Brush, action: Action): void {
  if (action.kind === "region") {
    writer.put("csr", [action.top, action.bottom]);
    cursor.forget();
    return;
  }
  cursor.moveTo(action.row, 0);
  const [capability, params, times] = spelling(writer, action);
  for (let time = 0; time < times; time++) {
    writer.put(capability, params, action.affected);
  }
}

/**
 * Several lines at once where the terminal can and it is shorter. Not with `indn` and `rin`: too many terminals lack
 * what their entries promise there.
 */
function spelling(writer: Writer, push: Push): readonly [StringName, readonly number[], number] {
  const { capability, times, affected } = push;
  if (capability === "ind" || capability === "ri") {
    return [capability, [], times];
  }
  const single: StringName = capability === "il" ? "il1" : "dl1";
  const atOnce = writer.cost(capability, [times], affected);
  return atOnce <= times * writer.cost(single, [], affected) ? [capability, [times], 1] : [single, [], times];
}

function byRegion({ top, bottom, lines }: Region, rows: number): readonly Action[] {
  const affected = bottom - top + 1;
  const times = Math.abs(lines);
  const push: Push =
    lines > 0
      ? { kind: "push", capability: "ind", row: bottom, times, affected }
      : { kind: "push", capability: "ri", row: top, times, affected };
  if (affected === rows) {
    return [push];
  }
  return [{ kind: "region", top, bottom }, push, { kind: "region", top: 0, bottom: rows - 1 }];
}

/** First lines are taken out, then as many put in, so that the rows below stay where they are. */
function byLines({ top, bottom, lines }: Region, rows: number): readonly Action[] {
  const times = Math.abs(lines);
  const edge = bottom - times + 1;
  const [from, to] = lines > 0 ? [top, edge] : [edge, top];
  const takeOut: Push = { kind: "push", capability: "dl", row: from, times, affected: rows - from };
  const putIn: Push = { kind: "push", capability: "il", row: to, times, affected: rows - to };
  if (bottom < rows - 1) {
    return [takeOut, putIn];
  }
  return lines > 0 ? [takeOut] : [putIn];
}
