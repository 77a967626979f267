/** Whether answers are shown as they come, or each at once when it is complete. */
import type { Emit } from "../loop/bus.ts";
import type { AgentEvent } from "../model/event.ts";

export interface Streaming {
  on(): boolean;
  set(on: boolean): void;
  /** The same events; the pieces of a text are one where nothing is to be shown before its end. */
  gathering(emit: Emit): Emit;
}

type Delta = Extract<AgentEvent, { type: "text-delta" | "reasoning-delta" }>;

export function createStreaming(): Streaming {
  let isOn = true;
  return {
    on: () => isOn,
    set(on) {
      isOn = on;
    },
    gathering(emit) {
      let held: Delta[] = [];
      const release = () => {
        const deltas = held;
        held = [];
        for (const delta of joined(deltas)) emit(delta);
      };
      return (event) => {
        const isDelta = event.type === "text-delta" || event.type === "reasoning-delta";
        if (isDelta && !isOn) return void held.push(event);
        // What breaks off and begins anew need not be shown at all.
        if (event.type === "retrying" && event.dropped) held = [];
        if (held.length > 0 && event.type !== "notice") release();
        emit(event);
      };
    },
  };
}

/** Neighbours of one type are one. */
function joined(deltas: readonly Delta[]): readonly Delta[] {
  const texts: { readonly type: Delta["type"]; readonly pieces: string[] }[] = [];
  for (const { type, text } of deltas) {
    if (texts.at(-1)?.type !== type) texts.push({ type, pieces: [] });
    texts.at(-1)?.pieces.push(text);
  }
  return texts.map(({ type, pieces }) => ({ type, text: pieces.join("") }));
}
