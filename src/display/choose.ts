/** Which display is used, and the reason in words that the user is shown. */
import type { DisplayChoice } from "../model/settings.ts";

export interface DisplayFacts {
  readonly asked: DisplayChoice;
  readonly stdinIsTty: boolean;
  readonly stdoutIsTty: boolean;
  readonly term: string | undefined;
}

export interface ChosenDisplay {
  readonly display: "append";
  readonly reason: string;
}

export function chooseDisplay({ asked, stdinIsTty, stdoutIsTty, term }: DisplayFacts): ChosenDisplay {
  if (asked === "append") return { display: "append", reason: "as asked" };
  if (!stdoutIsTty) return { display: "append", reason: "the output is not a terminal" };
  if (!stdinIsTty) return { display: "append", reason: "the input is not a terminal" };
  if (!term) return { display: "append", reason: "TERM is not set" };
  return { display: "append", reason: "this version has no full-screen display yet" };
}
