/** What of an earlier conversation is shown again: all of it where one can scroll, else the last turns. */
import type { Message } from "../model/message.ts";

export type Earlier = "all" | "last-turns" | "nothing";

export interface Replay {
  take(message: Message): void;
  end(): void;
}

const shownTurns = 3;
const mostShown = 60;

export function createReplay(
  earlier: Earlier,
  show: (message: Message) => void,
  say: (text: string) => void,
): Replay {
  if (earlier === "nothing") return { take() {}, end() {} };
  if (earlier === "all") return { take: show, end() {} };
  let last: Message[] = [];
  let left = 0;

  function drop(count: number): void {
    last = last.slice(count);
    left += count;
  }

  return {
    take(message) {
      last.push(message);
      if (last.length > 4 * mostShown) drop(last.length - 2 * mostShown);
    },
    end() {
      drop(Math.max(0, last.length - mostShown, startOfTurns(last)));
      if (left > 0) say(`${left} earlier ${left === 1 ? "message is" : "messages are"} not shown.`);
      for (const message of last) show(message);
    },
  };
}

/** Where the last few turns begin. */
function startOfTurns(messages: readonly Message[]): number {
  const prompts = messages.flatMap((message, index) =>
    message.role === "user" && !message.synthetic ? [index] : [],
  );
  return prompts.at(-shownTurns) ?? 0;
}
