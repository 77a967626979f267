// Reads what `treadle --output jsonl` writes: one event a line, in an envelope with a number, the task and the time.
import { createInterface } from "node:readline";

const tell = {
  "text-delta": ({ text }) => process.stdout.write(text),
  "tool-started": ({ call }) => console.log(`\n[${call.name} ${JSON.stringify(call.input)}]`),
  "tool-finished": ({ result, fate }) => console.log(`[${fate}, ${result.output.length} characters]`),
  notice: ({ level, text }) => console.log(`\n${level}: ${text}`),
  "turn-finished": ({ outcome, usage }) =>
    console.log(`\n${outcome.kind}, ${usage.input} tokens in, ${usage.output} out`),
};

let seen = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { seq, event } = JSON.parse(line);
  if (seq <= seen) throw new Error(`event ${seq} came after ${seen}`);
  seen = seq;
  tell[event.type]?.(event);
}
