/** The code that the build left beside the program, to be believed as the program itself. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface BuiltCode {
  readonly place: string;
  /** Whether the build was made with this Node. */
  exists(): boolean;
  read(name: string): Buffer | undefined;
}

export function openBuiltCode(directory: string, node: string): BuiltCode {
  const place = join(directory, "cache", node);
  return {
    place,
    exists: () => existsSync(place),
    read(name) {
      try {
        return readFileSync(join(place, name));
      } catch {
        return undefined;
      }
    },
  };
}
