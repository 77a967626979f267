// The chat as a person sees it: in tmux, at two sizes, and with the terminals that can do least.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const place = mkdtempSync(join(tmpdir(), "treadle-tmux-"));
const socket = join(place, "socket");
const program = join(process.cwd(), "dist", "main.js");

function tmux(...args) {
  const { status, stdout, stderr } = spawnSync("tmux", ["-S", socket, ...args], { encoding: "utf8" });
  assert.equal(status, 0, `tmux ${args.join(" ")}: ${stderr}`);
  return stdout;
}

async function seen(pattern) {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const screen = tmux("capture-pane", "-p", "-S", "-200");
    if (pattern.test(screen)) return screen;
    if (Date.now() > deadline) throw new Error(`${pattern} never came:\n${screen}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function chat(term, columns, rows) {
  const command = `env -u ANTHROPIC_API_KEY HOME=${place} TERM=${term} ${process.execPath} ${program} --display append`;
  tmux("-f", "/dev/null", "new-session", "-d", "-x", String(columns), "-y", String(rows), command);
  await seen(/^You: *$/m);
  tmux("send-keys", "how do I leave?", "Enter");
  await seen(/Assistant: /);
  await seen(/Tokens[\s\S]*You: *\n*$/);
  tmux("send-keys", "C-c");
  await seen(/Interrupted/);
  tmux("set-option", "remain-on-exit", "on");
  tmux("send-keys", "exit", "Enter");
  await seen(/Goodbye!/);
  tmux("kill-server");
  console.log(`${term} ${columns}x${rows}: a chat, an interrupt, a farewell`);
}

try {
  await chat("screen", 80, 24);
  await chat("screen", 40, 15);
  await chat("vt100", 80, 24);
  await chat("dumb", 80, 24);
} finally {
  spawnSync("tmux", ["-S", socket, "kill-server"]);
  rmSync(place, { recursive: true, force: true });
}
