/** Reads what is entered: answers, prompts and commands, each a line, a block or a paste. */
import type { Intent } from "../../model/intent.ts";
import { safeText } from "../../view/sanitise.ts";
import type { AppendInput, AppendOptions } from "./append.ts";
import { createLineReader, type Entered, type LineReader } from "./line-reader.ts";
import { countLines, pasteLine } from "./lines.ts";
import type { Speaking } from "./speaking.ts";

/** A paste of no more lines than this is seen at a glance. */
const unmentionedLines = 5;

export function readInput(
  { stream, isTty, isGone, echo }: AppendInput,
  { paper, promptLine, questioner }: Speaking,
  { chat, clock, settings }: AppendOptions,
  onIntent: (intent: Intent) => void,
): LineReader {
  function onText(text: string, entered: Entered): void {
    // A one-shot run has no use for anything but answers.
    if (!chat) return questioner.again();
    if (entered === "paste" && countLines(text) > unmentionedLines) paper.chrome(pasteLine(text));
    if (text.trim() === "" && promptLine.shown() && isTty) {
      promptLine.leave();
      return promptLine.show();
    }
    onIntent({ type: "submit", text, ...(entered !== "line" && { pasted: true }) });
    questioner.again();
  }
  return createLineReader({
    input: stream,
    detectPaste: isTty && settings.pasteMode === "auto",
    clock,
    takeAnswer: questioner.take,
    onText,
    onEnter: () => !echo && paper.startLine(),
    onBlockOpen() {
      questioner.again();
      if (isTty && !questioner.open()) paper.chrome(safeText`... `);
    },
    onEnd() {
      questioner.giveUp(safeText`the input has ended`);
      onIntent({ type: isGone?.() ? "hang-up" : "quit" });
    },
  });
}
