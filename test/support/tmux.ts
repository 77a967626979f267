/** A real tmux for tests: a server of its own, one window, whose pane shows the bytes that it is given. */
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TmuxPane {
  write(bytes: string): void;
  resize(columns: number, rows: number): void;
  look(): TmuxLook;
  close(): void;
}

export interface TmuxLook {
  /** Without blanks at the end. */
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

export function hasTmux(): boolean {
  return spawnSync("tmux", ["-V"]).status === 0;
}

export function openTmuxPane(term: string, columns: number, rows: number): TmuxPane {
  const directory = mkdtempSync(join(tmpdir(), "treadle-tmux-"));
  const pipe = join(directory, "bytes");
  const tmux = (...args: readonly string[]) =>
    execFileSync("tmux", ["-u", "-S", join(directory, "socket"), "-f", "/dev/null", ...args], {
      encoding: "utf-8",
      env: { PATH: process.env.PATH, HOME: directory, TERM: "xterm-256color", LC_ALL: "C.UTF-8" },
    });
  execFileSync("mkfifo", [pipe]);
  // The pane's tty is as Node's raw mode leaves it: a line feed becomes CR LF.
  const show = `stty raw -echo opost onlcr; exec cat '${pipe}'`;
  tmux(
    "new-session",
    "-d",
    "-x",
    String(columns),
    "-y",
    String(rows),
    show,
    ";",
    "set",
    "-g",
    "status",
    "off",
    ";",
    "set",
    "-g",
    "default-terminal",
    term,
  );
  tmux("resize-window", "-x", String(columns), "-y", String(rows));
  const fd = openSync(pipe, "w");
  return {
    write: (bytes) => void writeSync(fd, Buffer.from(bytes, "latin1")),
    resize: (newColumns, newRows) =>
      void tmux("resize-window", "-x", String(newColumns), "-y", String(newRows)),
    look: () =>
      parseLook(tmux("capture-pane", "-p", ";", "display-message", "-p", "#{cursor_x} #{cursor_y}")),
    close: () => {
      closeSync(fd);
      spawnSync("tmux", ["-S", join(directory, "socket"), "kill-server"]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function parseLook(output: string): TmuxLook {
  const lines = output.replace(/\n$/, "").split("\n");
  const [column = 0, row = 0] = (lines.pop() ?? "").split(" ").map(Number);
  return { rows: lines.map((line) => line.trimEnd()), cursor: { row, column } };
}
