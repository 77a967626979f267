/** /cost: what the session has cost so far, model by model. */
import { dollars } from "../catalog/cost.ts";
import type { CostRow } from "../model/cost.ts";
import type { CommandEntry } from "./command.ts";

export const cost: CommandEntry = {
  name: "cost",
  aliases: ["$"],
  usage: "",
  summary: "show what the session has cost, by model",
  whileBusy: true,
  run(host) {
    const { rows, total, date } = host.costs();
    if (rows.length === 0) return host.say("Nothing has been paid for yet.");
    const { maxCost } = host.settings();
    const limit = maxCost > 0 ? ` of at most ${dollars(maxCost)}` : "";
    host.say(
      [...rows.flatMap(describe), `Session: ${dollars(total)}${limit} (prices of ${date})`].join("\n"),
    );
  },
};

function describe({ model, requests, usage, cost: spent }: CostRow): readonly string[] {
  const part = (what: string, tokens: number, amount: number | undefined) =>
    `  ${what.padEnd(12)} ${tokens.toLocaleString("en-US").padStart(12)} tokens  ${dollars(amount)}`;
  return [
    `${model}: ${dollars(spent?.total)}, ${requests} ${requests === 1 ? "request" : "requests"}`,
    part("input", usage.input, spent?.input),
    part("output", usage.output, spent?.output),
    ...(usage.cacheRead > 0 ? [part("cache read", usage.cacheRead, spent?.cacheRead)] : []),
    ...(usage.cacheWrite > 0 ? [part("cache write", usage.cacheWrite, spent?.cacheWrite)] : []),
  ];
}
