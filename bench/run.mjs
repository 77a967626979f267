// All benchmarks, one after the other. Each prints ratios that hold on noisy machines, and fails beyond its bound.
import { startUp } from "./start-up.mjs";

const results = [await startUp()];
for (const { name, value, bound, unit } of results) {
  console.log(`${value <= bound ? "ok  " : "OVER"} ${name}: ${value.toFixed(2)} ${unit} (bound ${bound})`);
}
process.exitCode = results.every(({ value, bound }) => value <= bound) ? 0 : 1;
