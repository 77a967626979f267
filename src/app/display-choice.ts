/** Which display this host can have. The terminal's entry is read only where it matters. */
import { type ChosenDisplay, chooseDisplay } from "../display/choose.ts";
import type { DisplayChoice } from "../model/settings.ts";
import type { Terminal } from "../terminal/look-up.ts";
import type { Host } from "./host.ts";
import { type Lazily, lazily } from "./lazily.ts";

export function chooseDisplayFor(
  { stdin, stdout, env }: Host,
  asked: DisplayChoice,
  lookUp: () => Promise<Terminal>,
): Promise<ChosenDisplay> {
  return chooseDisplay({
    asked,
    stdinIsTty: stdin.isTTY === true,
    stdoutIsTty: stdout.isTTY === true,
    term: env.TERM,
    lookUp,
  });
}

/** The terminal of the host, once somebody asks for it. */
export function hostTerminal({ env }: Host): Lazily<Terminal> {
  return lazily(async () => (await import("../terminal/look-up.ts")).lookUpTerminal(env));
}
