// Time from exec to the prompt, against a 12-line Node program, measured alternately.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const rounds = 25;
const file = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function startUp() {
  const home = mkdtempSync(join(tmpdir(), "treadle-bench-"));
  const ours = [];
  const bare = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await timeToPrompt(file("./bare-prompt.mjs"), home));
      ours.push(await timeToPrompt(file("../dist/main.js"), home));
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  // The fastest of each: whatever else the machine does can only make a start slower.
  const [our, their] = [Math.min(...ours), Math.min(...bare)];
  console.log(`prompt after ${our.toFixed(0)} ms; a bare Node prompt after ${their.toFixed(0)} ms`);
  const value = our / their;
  return { name: "start-up", value, bound: 1.6, unit: "times a bare Node prompt" };
}

function timeToPrompt(program, home) {
  // With nothing configured it would look for an Ollama first.
  const env = { PATH: process.env.PATH, HOME: home, TREADLE_BACKEND: "offline" };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, [program], { env, cwd: home, stdio: ["pipe", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (!text.includes("You: ")) return;
      resolve(performance.now() - started);
      child.kill("SIGKILL");
    });
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`${program} ended without a prompt`)));
  });
}
