/** Whose line it is: lines that come by themselves leave the prompt or the open question standing below them. */
import type { SafeText } from "../../view/sanitise.ts";
import type { Paper } from "./paper.ts";
import type { PromptLine } from "./prompt-line.ts";
import type { Questioner } from "./questioner.ts";

export interface Speaking {
  readonly paper: Paper;
  readonly promptLine: PromptLine;
  readonly questioner: Questioner;
}

export function mention({ paper, promptLine, questioner }: Speaking, line: SafeText | undefined): void {
  if (!line) return;
  const prompted = promptLine.shown();
  promptLine.leave();
  paper.chrome(line);
  if (prompted && !questioner.open()) promptLine.show();
  questioner.again();
}

/** The user may enter something: an answer, where one is awaited. */
export function invite({ promptLine, questioner }: Speaking): void {
  if (questioner.open()) questioner.again();
  else promptLine.show();
}
