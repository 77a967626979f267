/** What `stty -a` tells about the line to the terminal. It must not know how stty is run. */
import type { Line } from "../terminfo/padding.ts";
import type { Entry } from "../terminfo/read.ts";

export type KnownLine = Line & { readonly flowControl: boolean };

/** What pseudo-terminals and consoles claim for want of a line. Padding counts with it, as ncurses does. */
const nominalBaud = 38_400;

/**
 * Flow control needs an entry that has `xon` and a user who has not switched it off. Where stty told nothing,
 * the speed is nominal and there is no flow control, so padding is sent.
 */
export function describeLine(sttyAll: string | undefined, entry: Entry): KnownLine {
  return { baud: baudIn(sttyAll ?? ""), flowControl: entry.flags.has("xon") && hasIxon(sttyAll ?? "") };
}

/** "speed 9600 baud", or "ispeed 9600 baud; ospeed 19200 baud"; a speed of 0 means that the line hung up. */
function baudIn(sttyAll: string): number {
  const [, digits = "0"] = /\bo?speed (\d+)/.exec(sttyAll) ?? [];
  return Number(digits) > 0 ? Number(digits) : nominalBaud;
}

function hasIxon(sttyAll: string): boolean {
  return /(?:^|\s)ixon(?:[\s;]|$)/.test(sttyAll);
}
