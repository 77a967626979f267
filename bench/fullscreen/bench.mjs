// The full screen as its user meets it: the built program at a pseudo-terminal.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { length } from "./length.mjs";
import { resume } from "./resume.mjs";
import { soak } from "./soak.mjs";
import { start } from "./start.mjs";
import { stream } from "./stream.mjs";

export async function fullscreen() {
  const home = mkdtempSync(join(tmpdir(), "treadle-bench-"));
  try {
    return [
      ...(await start(home)),
      ...(await stream(home)),
      ...(await length(home)),
      ...(await resume(home)),
      ...(await soak(home)),
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
