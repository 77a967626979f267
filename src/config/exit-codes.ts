/** What the program's exit status says: the one table that the help, the man page and the README share. */

export const exitCodes = {
  ok: 0,
  error: 1,
  usage: 2,
  limit: 3,
  denied: 4,
  interrupted: 130,
  /** 128 + the number of the signal, as a shell reports it. */
  hungUp: 129,
  brokenPipe: 141,
  terminated: 143,
} as const;

export const exitMeanings: readonly (readonly [code: string, meaning: string])[] = [
  [String(exitCodes.ok), "success"],
  [String(exitCodes.error), "error"],
  [String(exitCodes.usage), "wrong usage or settings"],
  [String(exitCodes.limit), "a limit was reached: of requests in a turn, or of dollars"],
  [String(exitCodes.denied), "a tool was denied, or you said no"],
  [String(exitCodes.interrupted), "interrupted"],
  ["128+N", "ended by another signal N"],
];
