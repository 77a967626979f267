// The built program in a pseudo-terminal, with an emulator that watches what is on its screen.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { spawn } from "@lydell/node-pty";

// Its package.json names a module that it does not ship, so it must be required.
const { Terminal } = createRequire(import.meta.url)("@xterm/headless");
const root = fileURLToPath(new URL("../..", import.meta.url));
const patience = 15_000;
/** The screen is complete when nothing has come for so long. */
const quiet = 300;

/** `onBytes` gets all that the program sends. Unless a real terminal answers its questions, the emulator does. */
export function startChat({ columns, rows, onBytes, isAnswered = false }) {
  const place = mkdtempSync(join(tmpdir(), "treadle-shots-"));
  const cwd = makeProject(place);
  const env = { PATH: process.env.PATH, LANG: "C.UTF-8", HOME: place, TERM: "xterm-256color" };
  const args = [join(root, "dist", "main.js"), "--backend", "offline"];
  const child = spawn(process.execPath, args, { cols: columns, rows, cwd, env, encoding: null });
  const watcher = new Terminal({ cols: columns, rows, allowProposedApi: true });
  let isOver = false;
  let lastBytes = 0;
  child.onData((bytes) => {
    lastBytes = Date.now();
    onBytes(bytes);
    watcher.write(bytes);
  });
  if (!isAnswered) watcher.onData((answer) => child.write(answer));
  const exited = new Promise((resolve) => {
    child.onExit(() => {
      isOver = true;
      resolve();
    });
  });

  const screen = () => {
    const { active } = watcher.buffer;
    const lines = Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row));
    return lines.map((line) => line?.translateToString(true) ?? "").join("\n");
  };

  async function expect(pattern, meanwhile = () => {}) {
    const deadline = Date.now() + patience;
    while (!pattern.test(screen())) {
      if (isOver || Date.now() > deadline) throw new Error(`${pattern} never came:\n${screen()}`);
      meanwhile();
      await pause(50);
    }
  }

  /** Presses keys; then the screen must show this. */
  async function press(keys, pattern) {
    child.write(keys);
    await expect(pattern);
  }

  /** Presses a key as often as it takes. */
  const repeat = (key, pattern) => expect(pattern, () => child.write(key));

  return {
    answer: (bytes) => child.write(bytes),
    async play(scene) {
      await expect(/^>/m);
      await scene.play({ press, repeat, expect });
      while (Date.now() - lastBytes < quiet) await pause(quiet);
    },
    async close() {
      if (!isOver) child.kill("SIGKILL");
      await exited;
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** A folder for the demonstrations to work in. */
function makeProject(home) {
  const folder = join(home, "project");
  mkdirSync(folder);
  cpSync(join(root, "README.md"), join(folder, "README.md"));
  writeFileSync(join(folder, "treadle-demo.txt"), "Hello from the offline demo.\n");
  return folder;
}
