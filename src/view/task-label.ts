/** The name of a task in the background before every row of what it says and does, and in its questions. */
import type { Envelope } from "../model/event.ts";
import type { LiveBlock } from "./history/store.ts";
import type { HistoryWriter } from "./history.ts";
import type { Line } from "./line.ts";
import type { Part } from "./part.ts";
import { type SafeText, safeText, sanitiseLine } from "./sanitise.ts";

/** A history to which everything is written in the name of the task. */
export function labelledWriter(history: HistoryWriter, task: SafeText): HistoryWriter {
  return {
    count: history.count,
    add: (source) => history.add({ ...source, task }),
    open: (block) => history.open(labelledBlock(block, task)),
    settle: (index, source) => history.settle(index, { ...source, task }),
    expand: history.expand,
  };
}

export function labelled(parts: readonly Part[], task: SafeText): readonly Part[] {
  const gutter = gutterOf(task);
  return parts.map((part) => ({ ...part, gutter }));
}

function gutterOf(task: SafeText): Line {
  return [
    { role: "notice", text: task },
    { role: "muted", text: safeText` │ ` },
  ];
}

/** Its parts are the same objects as long as those of the block are. */
function labelledBlock(block: LiveBlock, task: SafeText): LiveBlock {
  const gutter = gutterOf(task);
  const lists = new WeakMap<readonly Part[], readonly Part[]>();
  const known = new WeakMap<Part, Part>();

  function label(part: Part): Part {
    const made = known.get(part) ?? { ...part, gutter };
    known.set(part, made);
    return made;
  }

  return {
    ...block,
    parts(expanded) {
      const parts = block.parts(expanded);
      const made = lists.get(parts) ?? parts.map(label);
      lists.set(parts, made);
      return made;
    },
  };
}

/** Whom a question is from, where that is not the turn the user sees. */
export function askerOf({ task, background }: Envelope): SafeText | undefined {
  return background && safeText`Task ${sanitiseLine(task)}`;
}
