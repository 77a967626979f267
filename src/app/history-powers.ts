/** What slash commands may do to the history. Every change is told by one event, and so recorded. */
import type { HistoryPowers } from "../commands/command.ts";
import { deletion, edition, replaying } from "../context/history-edit.ts";
import type { Display } from "../display/display.ts";
import type { Emit } from "../loop/bus.ts";
import type { HistoryChange } from "../model/history-change.ts";
import type { Controller } from "./controller.ts";
import type { Conversation } from "./conversation.ts";

export interface HistoryPowersParts {
  readonly emit: Emit;
  readonly conversation: Conversation;
  readonly display: Pick<Display, "editText">;
}

export function createHistoryPowers(
  { emit, conversation, display }: HistoryPowersParts,
  controller: Pick<Controller, "prompt">,
): HistoryPowers {
  const { history } = conversation;

  function make(change: HistoryChange | undefined): HistoryChange | undefined {
    if (change) emit({ type: "history-changed", change });
    return change;
  }

  return {
    messages: history,
    delete: (first, last) => make(deletion(history(), first, last)),
    edit: (index, text) => make(edition(history(), index, text)) !== undefined,
    undo() {
      const undoable = conversation.undoable();
      make(undoable?.change);
      return undoable?.of;
    },
    replay(index) {
      const replay = replaying(history(), index);
      if (!replay) return false;
      make(replay.change);
      controller.prompt(replay.prompt);
      return true;
    },
    editText: async (text) => display.editText?.(text),
    clear() {
      const { length } = history();
      if (length > 0) make({ from: 0, removed: length, inserted: [], reason: "cleared" });
    },
  };
}
