/** What was said in an earlier run, as it would have been written then. */
import { callsOf, type Message } from "../../model/message.ts";
import { replayedPreview } from "../../view/replayed-call.ts";
import { safeText, sanitise } from "../../view/sanitise.ts";
import { attachedLines, toolFinishedLines, toolStartedLine } from "./lines.ts";
import type { Paper } from "./paper.ts";

export function replay(paper: Paper, message: Message, showReasoning: boolean): void {
  switch (message.role) {
    case "user":
      if (message.synthetic) return;
      paper.chrome(safeText`\nYou: ${sanitise(message.text)}\n`);
      return attachedLines(message).forEach(paper.chrome);
    case "assistant":
      for (const part of message.parts) {
        if (part.type === "text") paper.answer(part.text);
        if (part.type === "reasoning" && showReasoning) paper.reasoning(part.text);
      }
      paper.endSection(false);
      for (const call of callsOf(message)) paper.chrome(toolStartedLine(replayedPreview(call)));
      return;
    case "tool":
      paper.chrome(toolFinishedLines(message.result, "ran"));
  }
}
