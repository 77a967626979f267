/** Lets the user write in the editor of their choice, which has the terminal meanwhile. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface EditorHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly temporaryDirectory: string;
}

/** Undefined when there is no editor or it failed: then nothing has changed. */
export function editText({ env, temporaryDirectory }: EditorHost, text: string): string | undefined {
  const editor = env.VISUAL || env.EDITOR || "vi";
  const place = mkdtempSync(join(temporaryDirectory, "treadle-"));
  const file = join(place, "prompt.md");
  try {
    writeFileSync(file, text, { mode: 0o600 });
    // VISUAL and EDITOR may hold arguments, as every program that honours them allows.
    const { status } = spawnSync("sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: "inherit", env });
    return status === 0 ? readFileSync(file, "utf8").replace(/\n$/, "") : undefined;
  } catch {
    return undefined;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
