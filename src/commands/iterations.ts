/** /iterations: how many rounds of tool calls a turn may take before the loop pauses. */
import type { CommandEntry } from "./command.ts";

export const iterations: CommandEntry = {
  name: "iterations",
  aliases: ["iter"],
  usage: "[N]",
  summary: "show or set the rounds before a pause; 0 = no limit",
  whileBusy: true,
  run(host, args) {
    if (args === "") return host.say(`Max iterations: ${describe(host.settings().maxIterations)}`);
    if (!/^\d{1,6}$/.test(args)) {
      return host.say(`Error: "${args}" is not a whole number from 0 to 999999. Usage: /iterations [N]`);
    }
    host.change({ maxIterations: Number(args) });
    host.say(`Max iterations set to: ${describe(Number(args))}`);
  },
};

function describe(count: number): string {
  return count === 0 ? "0 (no limit)" : String(count);
}
