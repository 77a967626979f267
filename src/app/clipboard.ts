/** Copies a text with the clipboard program of the system, or else to a file; says which. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "./host.ts";

interface Clipboard {
  readonly program: string;
  readonly args: readonly string[];
  /** A variable that is set where it works. */
  readonly variable?: string;
  readonly system?: NodeJS.Platform;
}

const clipboards: readonly Clipboard[] = [
  { program: "termux-clipboard-set", args: [], variable: "TERMUX_VERSION" },
  { program: "wl-copy", args: [], variable: "WAYLAND_DISPLAY" },
  { program: "xclip", args: ["-selection", "clipboard"], variable: "DISPLAY" },
  { program: "xsel", args: ["--clipboard", "--input"], variable: "DISPLAY" },
  { program: "clip.exe", args: [], variable: "WSL_DISTRO_NAME" },
  { program: "pbcopy", args: [], system: "darwin" },
];

/** What such programs need, and no keys. */
const passed =
  /^(?:PATH|HOME|USER|LANG|LC_\w+|TMPDIR|PREFIX|LD_PRELOAD|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_RUNTIME_DIR|TERMUX\w*|WSL\w*)$/;

const patienceMs = 2000;

export function copyText({ env, node, temporaryDirectory }: Host, text: string): string {
  const size = `${Array.from(text).length} characters`;
  const isHere = ({ variable, system }: Clipboard) =>
    variable === undefined ? system === node.platform : Boolean(env[variable]);
  const childEnv = Object.fromEntries(Object.entries(env).filter(([name]) => passed.test(name)));
  for (const { program, args } of clipboards.filter(isHere)) {
    const how = {
      input: text,
      env: childEnv,
      timeout: patienceMs,
      stdio: ["pipe", "ignore", "ignore"],
    } as const;
    const { status } = spawnSync(program, args, { ...how, stdio: [...how.stdio] });
    if (status === 0) return `Copied ${size} with ${program}.`;
  }
  try {
    const file = join(mkdtempSync(join(temporaryDirectory, "treadle-copy-")), "copy.txt");
    writeFileSync(file, text, { mode: 0o600 });
    return `There is no clipboard that works here: ${size} are in ${file}, for you alone.`;
  } catch (error) {
    return `Nothing was copied: ${error instanceof Error ? error.message : String(error)}`;
  }
}
