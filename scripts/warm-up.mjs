// Lets the program be started once in each display, so that its first start in earnest finds compiled code.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("./warm-up.cjs", import.meta.url));

/** Where that fails the program starts as well, only later. */
export function warmUp(directory) {
  const home = mkdtempSync(join(tmpdir(), "treadle-build-"));
  const env = { PATH: process.env.PATH, HOME: home, TERM: "xterm-256color", LANG: "C.UTF-8" };
  // Each starts with the code of the one before, and adds its own.
  for (const display of ["plain", "full"]) {
    spawnSync(process.execPath, [script, directory, display], { cwd: home, env, stdio: "ignore" });
  }
  rmSync(home, { recursive: true, force: true });
}
