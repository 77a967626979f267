// All benchmarks, one after the other. Each prints a ratio and its bound; a busy machine is no failure.
import { startUp } from "./start-up.mjs";

const results = [await startUp()];
for (const { name, value, bound, unit } of results) {
  console.log(`${value <= bound ? "ok  " : "OVER"} ${name}: ${value.toFixed(2)} ${unit} (bound ${bound})`);
}
