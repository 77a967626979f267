/** Everything that tests leave behind lies in one directory, which is removed at the end of the run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function setup(): () => void {
  const place = mkdtempSync(join(tmpdir(), "treadle-"));
  process.env.TMPDIR = place;
  return () => rmSync(place, { recursive: true, force: true });
}
