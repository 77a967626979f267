/** Files that people write by hand: what is missing, too long or no file is passed over. */
import { readFileSync, statSync } from "node:fs";

const largestFile = 100_000;

export function readSmall(file: string): string | undefined {
  try {
    const stats = statSync(file);
    return stats.isFile() && stats.size <= largestFile ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
