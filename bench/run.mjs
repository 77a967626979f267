// All benchmarks, one after the other. Each prints its figures and their bounds; a busy machine is no failure.
import { backends } from "./backends/bench.mjs";
import { fullscreen } from "./fullscreen/bench.mjs";
import { sessionSearch } from "./sessions/search.mjs";
import { startUp } from "./start-up.mjs";
import { terminal } from "./terminal/bench.mjs";

const results = [
  await startUp(),
  ...(await backends()),
  ...(await terminal()),
  ...(await fullscreen()),
  ...(await sessionSearch()),
];
for (const { name, value, bound, unit } of results) {
  console.log(`${value <= bound ? "ok  " : "OVER"} ${name}: ${value.toFixed(2)} ${unit} (bound ${bound})`);
}
