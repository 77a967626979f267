/** Stops work that would never end, such as a regular expression that goes back and forth. It must not know what it does. */
import { createContext, Script } from "node:vm";

/** Throws `OutOfTime` where the work took longer than that, and what the work throws. It is to have no loose ends. */
export type TimeLimit = <Result>(work: () => Result, longestMs: number) => Result;

export class OutOfTime extends Error {}

/** Each call takes some tenths of a millisecond: V8 has a thread watch it, and can stop even its own matching. */
export function createTimeLimit(): TimeLimit {
  const script = new Script("work()");
  let begun: () => unknown = () => {};
  const context = createContext({ work: () => begun() });
  return <Result>(work: () => Result, longestMs: number) => {
    begun = work;
    try {
      return script.runInContext(context, { timeout: longestMs }) as Result;
    } catch (error) {
      if (isTimeout(error)) throw new OutOfTime();
      throw error;
    }
  };
}

/** It may be an error of that other context, which is no `Error` here. */
function isTimeout(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
