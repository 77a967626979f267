/** Which display is used, and the reason in words that the user is shown. */
import type { DisplayChoice } from "../model/settings.ts";
import type { Terminal } from "../terminal/look-up.ts";

export interface DisplayFacts {
  /** From the flags, else the environment, else the settings. */
  readonly asked: DisplayChoice;
  readonly stdinIsTty: boolean;
  readonly stdoutIsTty: boolean;
  readonly term: string | undefined;
  /** Only asked where everything else speaks for the full screen. */
  readonly lookUp: () => Promise<Terminal>;
}

export interface ChosenDisplay {
  readonly display: "full" | "append";
  readonly reason: string;
}

export async function chooseDisplay(facts: DisplayFacts): Promise<ChosenDisplay> {
  if (facts.asked === "append") return { display: "append", reason: "as asked" };
  const obstacle = streamObstacle(facts) ?? terminalObstacle(await facts.lookUp());
  if (obstacle === undefined) return { display: "full", reason: whyFull[facts.asked] };
  const reason = facts.asked === "full" ? `the full screen was asked for, but ${obstacle}` : obstacle;
  return { display: "append", reason };
}

const whyFull = { full: "as asked", auto: "the terminal has all that it needs" } as const;

function streamObstacle({ stdinIsTty, stdoutIsTty, term }: DisplayFacts): string | undefined {
  if (!stdoutIsTty) return "the output is not a terminal";
  if (!stdinIsTty) return "the input is not a terminal";
  if (!term) return "TERM is not set";
  return undefined;
}

function terminalObstacle(terminal: Terminal): string | undefined {
  if (terminal.kind === "unknown") return terminal.reason;
  return terminal.capabilities.missingFor("fullscreen")[0];
}
