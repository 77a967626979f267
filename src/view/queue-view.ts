/** What was typed ahead and waits for its turn, as a few dim lines above the input. Pure. */
import type { QueueChanged, Queued } from "../model/event.ts";
import { type Line, span } from "./line.ts";
import { noText } from "./safe-text.ts";
import { type SafeText, safeText, sanitiseLine } from "./sanitise.ts";
import { clipLine } from "./wrap.ts";

export type Waiting = Pick<QueueChanged, "count" | "held" | "latest">;

/** How many rows show all of it. */
export function queueRows({ count }: Waiting): number {
  return count < 2 ? count : count + 1;
}

/** The number of all, and as many of the last as there is room for: those are the ones that can be taken back. */
export function queueLines(waiting: Waiting, width: number, height: number): readonly Line[] {
  const { count, latest } = waiting;
  const last = latest.at(-1);
  if (!last || height < 1) return [];
  if (count === 1 || height === 1) return [dim(onlyRow(waiting, last, width), width)];
  const seen = latest.slice(-(height - 1));
  const first = count - seen.length + 1;
  const hint = allHeld(waiting) ? safeText`/queue send sends them` : safeText`Up takes the last one back`;
  const head = safeText`${count} ${wordFor(waiting)}; ${hint}`;
  const entries = seen.map(
    (entry, index) => safeText`  ${first + index}. ${markFor(entry, waiting)}${oneLine(entry)}`,
  );
  return [head, ...entries].map((text) => dim(text, width));
}

/** Where the hint leaves room for some of the entry. */
const hintFrom = 40;

function onlyRow(waiting: Waiting, last: Queued, width: number): SafeText {
  const { count } = waiting;
  const words = allHeld(waiting) ? safeText`; /queue send sends it` : safeText`; Up takes it back`;
  const hint = count === 1 && width >= hintFrom ? words : noText;
  return safeText`${count} ${wordFor(waiting)}${hint}: ${oneLine(last)}`;
}

function allHeld({ count, held = 0 }: Waiting): boolean {
  return held === count;
}

function wordFor(waiting: Waiting): SafeText {
  return allHeld(waiting) ? safeText`held` : safeText`queued`;
}

/** Only where some are and some are not. */
function markFor({ held }: Queued, waiting: Waiting): SafeText {
  return held && !allHeld(waiting) ? safeText`(held) ` : noText;
}

const mostCharacters = 400;

function oneLine({ text }: Queued): SafeText {
  return sanitiseLine(text.trim().slice(0, mostCharacters));
}

function dim(text: SafeText, width: number): Line {
  return clipLine([span("muted", text)], width);
}
