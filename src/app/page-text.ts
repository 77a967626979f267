/** Shows a text to the user in another program, which has the terminal meanwhile. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SafeText } from "../view/sanitise.ts";
import type { EditorHost } from "./edit-text.ts";

/** `pager`: the user's own; `plain`: as it is, until Enter is pressed. */
export type Paging = "pager" | "plain";

const plain = `cat "$1"; printf '\\n[Press Enter to go back.] '; read -r answer`;

/** False when it could not be shown. */
export function pageText({ env, temporaryDirectory }: EditorHost, text: SafeText, how: Paging): boolean {
  const place = mkdtempSync(join(temporaryDirectory, "treadle-"));
  const file = join(place, "text.txt");
  // PAGER may hold arguments, as every program that honours it allows.
  const command = how === "plain" ? plain : `${env.PAGER || "less"} "$1"`;
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    return spawnSync("sh", ["-c", command, "sh", file], { stdio: "inherit", env }).status === 0;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
