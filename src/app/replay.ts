/** What of an earlier conversation is shown again: all of it where one can scroll, else the last turns. */
import type { Emit } from "../loop/bus.ts";
import type { Message } from "../model/message.ts";
import type { TailWanted } from "../sessions/journal-tail.ts";
import type { EarlierPages } from "../view/earlier.ts";
import type { Opening } from "./open-session.ts";

export type Earlier = "all" | "last-turns" | "nothing";

const shownTurns = 3;
const mostShown = 60;

/** What is read for it at once. Where one can scroll the rest comes later. */
const wanted: Readonly<Record<Earlier, TailWanted | undefined>> = {
  all: { turns: 1, messages: mostShown },
  "last-turns": { turns: shownTurns, messages: mostShown },
  nothing: undefined,
};

export interface TailParts {
  readonly earlier: Earlier;
  readonly emit: Emit;
  /** Makes room for what comes before all that is shown from now on. */
  readonly makeRoom?: (() => (pages: EarlierPages) => void) | undefined;
  readonly onShown: () => void;
}

/** The end of a session, shown as soon as it is read, and the room for what comes before. */
export interface Tail {
  readonly tail: Opening["tail"];
  fill(pages: EarlierPages): void;
}

export function createTail({ earlier, emit, makeRoom, onShown }: TailParts): Tail {
  let fillRoom: ((pages: EarlierPages) => void) | undefined;

  function show(messages: readonly Message[], hasMore: boolean): void {
    if (hasMore) fillRoom = makeRoom?.();
    const left = earlier === "all" ? 0 : leftOut(messages);
    const text = earlier === "all" ? undefined : leftOutText(left, hasMore);
    if (text !== undefined) emit({ type: "notice", level: "info", text });
    for (const message of messages.slice(left)) emit({ type: "replayed", message });
    onShown();
  }

  const asked = wanted[earlier];
  return { tail: asked && { ...asked, show }, fill: (pages) => fillRoom?.(pages) };
}

/** How many of these messages, the first ones, are not shown again. */
function leftOut(messages: readonly Message[]): number {
  const prompts = messages.flatMap((message, index) =>
    message.role === "user" && !message.synthetic ? [index] : [],
  );
  return Math.max(0, messages.length - mostShown, prompts.at(-shownTurns) ?? 0);
}

/** `hasMore`: so many that they were not even counted come before. */
function leftOutText(left: number, hasMore: boolean): string | undefined {
  if (hasMore) return "Earlier messages are not shown.";
  if (left === 0) return undefined;
  return `${left} earlier ${left === 1 ? "message is" : "messages are"} not shown.`;
}
