/** What the program of a server writes beside its messages, and how it ended: for the log, and for what is told. */
import { cleanText } from "./described-tools.ts";
import type { ServerOptions } from "./server.ts";
import { createTail, withTail } from "./server-words.ts";

export function createWatch(
  { name, tell, log }: Pick<ServerOptions, "name" | "tell" | "log">,
  setProblem: (text: string) => void,
) {
  const tail = createTail();
  let noisy = false;
  let exit: string | undefined;
  return {
    reason: (otherwise: string) => withTail(exit ?? otherwise, tail.lastLine()),
    listeners: {
      onErrorOutput(chunk: Uint8Array) {
        tail.push(chunk);
        log(chunk);
      },
      onNoise(line: string) {
        const problem = `it wrote a line that is no message: ${cleanText(line, 80)}`;
        setProblem(problem);
        if (!noisy) tell(`The MCP server ${name} is noisy: ${problem}. Such lines are ignored.`);
        noisy = true;
      },
      onExit(reason: string) {
        exit = reason;
      },
    },
  };
}
